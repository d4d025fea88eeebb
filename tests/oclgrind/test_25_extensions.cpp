// Chapter 25 in the simulator: its kernels are clean, and what the simulator lacks is left out.

#include "tests/support/simulator.hpp"

TEST_CASE("25: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report =
      tests::clean_run("25_extensions", {"--quick", "--side", "9", "--limit", "20", "--width", "3",
                                         "--output", (directory.path / "picture.png").string()});
  for (const char* kernel : {"in_float", "in_double"}) {
    CHECK(report.kernels.at(kernel).global_stores.bytes == 4 * 81);
    CHECK(report.kernels.at(kernel).global_loads.bytes == 0);
  }
}

TEST_CASE("25: Oclgrind finds nothing wrong with the laboratory's kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      tests::clean_run("25_extensions_lab",
                       {"--quick", "--only",
                        "lists,core,kernels,khr,half,double,shuffle,dot,float-atomics,commands"});
}
