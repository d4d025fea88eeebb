// Chapter 24 in the simulator: no race, no wild access, and the counts of memory accesses are those of the formulas.

#include "tests/support/simulator.hpp"

TEST_CASE("24_nbody: every step is clean, and loads what it promises") {
  NEEDS_OCLGRIND;
  for (const std::string size : {"67", "16"})
    tests::clean_steps("24_nbody", {"--size", size});
}

TEST_CASE("24_nbody: the lesson's program is clean") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report =
      tests::clean_run("24_nbody", {"--bodies", "37", "--frames", "2", "--steps", "1", "--side",
                                    "16", "--output", (directory.path / "out.png").string()});
}
