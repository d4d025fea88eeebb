// Chapter 12 in the simulator, which has OpenCL 1.2: its kernels are clean, and what came later is
// left out.

#include "tests/support/simulator.hpp"

TEST_CASE("12: the planet is clean in the simulator") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report =
      tests::clean_run("12_built_in_functions", {"--quick", "--size", "21", "--output",
                                                 (directory.path / "planet.png").string()});
  const std::uint64_t stored = report.kernels.at("picture").global_stores.bytes;
  CHECK(stored > 0);
  CHECK(stored % (31 * 21 * 16) ==
        0); // one store per pixel, in as many launches as timing them takes
  CHECK(report.kernels.at("picture").global_loads.bytes == 0);
}

TEST_CASE("12: Oclgrind finds nothing wrong with the kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      tests::clean_run("12_built_in_functions_lab",
                       {"--quick", "--only",
                        "ids,ulp,forms,integers,geometry,relations,copies,"
                        "atomics,float-add,contention,"
                        "speak,primes,maximum,bits,counting,beta"},
                       tests::Values::checked, 280);
  CHECK(tests::contains(report.output, "the built-in ones: left out"));
  CHECK(tests::contains(report.output, "work-item 3: hex 0x102, float 0.75"));
  // The copy of 4096 floats, three times: as many bytes in single floats as in vectors of four, and a
  // quarter of the instructions.
  const harness::AccessCounts &single = report.kernels.at("copy_1"),
                              &wide = report.kernels.at("copy_4");
  CHECK(single.global_loads.bytes == 3 * 4 * 4096);
  CHECK(wide.global_loads.bytes == single.global_loads.bytes);
  CHECK(4 * wide.global_loads.instructions == single.global_loads.instructions);
}

TEST_CASE("12: Oclgrind sees the lost updates as races") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/12_built_in_functions_lab", "--demo", "lost-update"});
  CAPTURE(report.output);
  REQUIRE(!report.findings.empty());
  CHECK(tests::contains(report.findings.front(), "race"));
}
