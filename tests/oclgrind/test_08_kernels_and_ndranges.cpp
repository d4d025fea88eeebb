// Chapter 8 in the simulator, which has OpenCL 1.2: its kernels are clean, and what came later is
// left out.

#include "tests/support/simulator.hpp"

TEST_CASE("08: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report = tests::clean_run(
      "08_kernels_and_ndranges", {"--quick", "--width", "9", "--height", "7", "--bar", "5",
                                  "--output", (directory.path / "strip.png").string()});
  const auto bytes = [&](const char* kernel, bool stores) {
    const harness::AccessCounts& counts = report.kernels.at(kernel);
    return stores ? counts.global_stores.bytes : counts.global_loads.bytes;
  };
  CHECK(bytes("live", true) == 2 * 5);
  // 80 generations of the game, and a few of the large field.
  constexpr std::uint64_t game = 80 * 9 * 7, large = 256 * 256;
  CHECK(bytes("evolve", true) > game);
  CHECK((bytes("evolve", true) - game) % large == 0);
  CHECK(bytes("evolve", false) == 9 * bytes("evolve", true));
  CHECK(bytes("count", false) == 81 * 9 * 7);
  CHECK(bytes("count", true) == 81 * 4);
  CHECK(bytes("paint", true) == 3 * 6 * 25 * (9 * 7));
}

TEST_CASE("08: Oclgrind finds nothing wrong with the laboratory's kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run(
      "08_kernels_and_ndranges_lab",
      {"--quick", "--only", "space,arguments,layout,taken,ask,limits,uneven,wide,single,threads"});
  CHECK(tests::contains(report.output, "clone: left out, needs OpenCL 2.1"));
  CHECK(tests::contains(report.output, "two threads: left out"));
  CHECK(tests::contains(report.output, "sub-groups: left out: needs OpenCL 2.1"));
  CHECK(tests::contains(report.output, "smaller last group: left out, needs OpenCL 2.0"));
  // Three launches for 1000 elements; `weights` is null in two of them. 24 work-items more fill their
  // tile and have no element.
  const harness::AccessCounts& counts = report.kernels.at("every_sort");
  CHECK(counts.global_loads.bytes == 4 * (3 * 1000 + 1000));
  CHECK(counts.constant_loads.bytes == 4 * 3 * 1000);
  CHECK(counts.global_stores.bytes == 4 * 3 * 1000);
  CHECK(counts.local_stores.instructions == 3 * 1024);
  CHECK(counts.local_loads.instructions == 3 * 1000);
}

TEST_CASE("08: Oclgrind sees where the kernel without a guard writes") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/08_kernels_and_ndranges_lab", "--demo", "no-guard"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(tests::contains(report.output, "2 numbers past the end"));
  // The canary is within the buffer; what it sees is that two work-items write to one place.
  REQUIRE(!report.findings.empty());
  CHECK(tests::contains(report.findings.front(), "race"));
}
