// Chapter 14 in the simulator: its kernels are clean, and they make the memory accesses that the
// lesson counts.

#include "tests/support/simulator.hpp"

TEST_CASE("14: Oclgrind finds nothing wrong with the program's kernels") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report = tests::clean_run(
      "14_how_devices_run_kernels", {"--quick", "--size", "1024", "--rounds", "3", "--output",
                                     (directory.path / "roof.png").string()});
  for (const char* name : {"scale", "columns", "sine"}) {
    CAPTURE(name);
    const harness::AccessCounts& counts = report.kernels.at(name);
    CHECK(counts.global_loads.bytes == counts.global_stores.bytes);
    CHECK(counts.global_stores.bytes % 4096 == 0); // 1024 numbers in each launch
  }
  for (const char* name :
       {"columns", "sine"}) // 4 launches; the comparison with C++ adds some to the others
    CHECK(report.kernels.at(name).global_stores.bytes == 4 * 4096);
  CHECK(report.kernels.at("scale").global_stores.bytes > 4 * 4096);
  CHECK(report.kernels.at("chains").global_stores.bytes > 3 * 4 * 4096);
}

TEST_CASE("14: Oclgrind finds nothing wrong with the kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      tests::clean_run("14_how_devices_run_kernels_lab", {"--quick"});
  // Each word is read once and written once, whatever the pattern.
  for (const char* name : {"shifted", "strided", "scattered", "add_one", "copy", "stream"}) {
    CAPTURE(name);
    const harness::AccessCounts& counts = report.kernels.at(name);
    CHECK(counts.global_loads.bytes > 0);
    CHECK(counts.global_loads.bytes == counts.global_stores.bytes);
  }
  // A transpose, too, and with a tile each word goes through local memory once.
  for (const char* name : {"by_rows", "by_columns", "blocks", "tile"}) {
    CAPTURE(name);
    const harness::AccessCounts& counts = report.kernels.at(name);
    CHECK(counts.global_loads.bytes > 0);
    CHECK(counts.global_loads.bytes == counts.global_stores.bytes);
    CHECK(counts.local_loads.bytes == counts.local_stores.bytes);
  }
  const harness::AccessCounts& tile = report.kernels.at("tile");
  CHECK(tile.local_loads.bytes == tile.global_loads.bytes);
  // 4 rounds of 8 loads for each sum, and one store.
  const harness::AccessCounts& banks = report.kernels.at("banks");
  CHECK(banks.local_loads.instructions == 32 * banks.global_stores.instructions);
  // In the short form each group fills its tile, and reads it once.
  const harness::AccessCounts& caches = report.kernels.at("caches");
  CHECK(caches.local_loads.bytes > 0);
  CHECK(caches.local_loads.bytes == caches.local_stores.bytes);
  CHECK(report.kernels.at("branches").global_loads.instructions == 0);
  // The kernels of the model do what their heads say: they run, and been_there only writes.
  CHECK(report.kernels.at("some_words").global_loads.bytes > 0);
  CHECK(report.kernels.at("been_there").global_loads.instructions == 0);
}

TEST_CASE("14: Oclgrind sees that the barrier is missing") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/14_how_devices_run_kernels_lab", "--demo", "lockstep"});
  CAPTURE(report.output);
  REQUIRE(!report.findings.empty());
  CHECK(tests::contains(report.findings.front(), "race"));
}
