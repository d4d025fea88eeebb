// Chapter 19 in the simulator: no race, no wild access, and the counts of memory accesses are those that kernels state.

#include "tests/support/simulator.hpp"

TEST_CASE("19_geometric_transforms: access counts are as promised") {
  NEEDS_OCLGRIND;
  for (const std::string transform : {"rotation", "perspective"})
    for (const std::string filter : {"linear", "area"}) // between them, every step runs
      CHECK_FALSE(tests::contains(
          tests::clean_steps("19_geometric_transforms",
                             {"--size", "17x9", "--filter", filter, "--transform", transform}),
          "no access counts"));
}

TEST_CASE("19_geometric_transforms: clean with filters that state no counts") {
  NEEDS_OCLGRIND;
  for (const std::string filter : {"nearest", "cubic", "spline"})
    tests::clean_steps("19_geometric_transforms", {"--size", "17x9", "--filter", filter,
                                                   "--transform", "H1", "--channels", "4"});
}

TEST_CASE("19_geometric_transforms: clean where the width is a multiple of four") {
  NEEDS_OCLGRIND;
  for (const std::string transform : {"rotation", "perspective"})
    tests::clean_steps("19_geometric_transforms",
                       {"--size", "20x12", "--step", "v10,v11", "--transform", transform});
}
