// Chapter 18 in the simulator: no race, no wild access, and the counts of memory accesses are those of the formulas.

#include "tests/support/simulator.hpp"

TEST_CASE("18_separable_convolution: access counts are as promised, whatever the border") {
  NEEDS_OCLGRIND;
  for (const std::string border : {"valid", "zero", "clamp", "reflect", "wrap"})
    for (const std::string filter : {"gaussian", "box"}) // between them, every step runs
      for (const std::string channels : {"1", "4"})
        tests::clean_steps("18_separable_convolution",
                           {"--size", "17x9", "--filter", filter, "--radius", "3x2", "--border",
                            border, "--channels", channels});
}
