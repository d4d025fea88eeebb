// Chapter 4 in the simulator: its kernels are clean, and touch what they promise to touch.

#include "tests/support/simulator.hpp"

#include <regex>

TEST_CASE("04: Oclgrind finds nothing wrong with the puzzle's kernel") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string input = tests::picture_in(directory, 45, 23, 4);
  // Without the search for uninitialised values: Oclgrind 21.10 does not note that fills and rectangle
  // commands write to a buffer.
  const harness::OclgrindReport report = tests::clean_run(
      "04_buffers",
      {"--quick", "--input", input, "--output", (directory.path / "puzzle.png").string()},
      tests::Values::unchecked);
  std::smatch found; // where the grey part begins depends on the device
  REQUIRE(std::regex_search(report.output, found, std::regex("grey from byte (\\d+) of 4140")));
  const std::uint64_t grey_pixels = (4140 - std::stoul(found[1])) / 4;
  CHECK(grey_pixels >= 4140 / 2 / 4);
  // One launch makes the puzzle, and some more run beside the loop in C++.
  const auto& grey = report.kernels.at("grey");
  const std::uint64_t launches = grey.global_stores.instructions / (3 * grey_pixels);
  CHECK(launches >= 3);
  CHECK(grey.global_loads.instructions == 3 * grey_pixels * launches);
  CHECK(grey.global_loads.bytes == 3 * grey_pixels * launches);
  CHECK(grey.global_stores.instructions == 3 * grey_pixels * launches);
}

TEST_CASE("04: Oclgrind finds nothing wrong with the kernels") {
  if (!harness::oclgrind_available())
    SKIP_TEST("oclgrind is not installed");
  const harness::OclgrindReport add = tests::clean_run(
      "04_buffers_lab", {"--quick", "--only", "transfer,copy,rectangle,sub-buffer,query"});
  // One launch, on a part of 256 bytes: a load and a store for each of its numbers.
  CHECK(add.kernels.at("add").global_loads.instructions == 64);
  CHECK(add.kernels.at("add").global_stores.instructions == 64);
}

TEST_CASE("04: Oclgrind sees a kernel that uses what is mapped to write") {
  if (!harness::oclgrind_available())
    SKIP_TEST("oclgrind is not installed");
  const harness::OclgrindReport look =
      harness::run_under_oclgrind({tests::bin_dir() + "/04_buffers_lab", "--demo", "still-mapped"});
  CAPTURE(look.output);
  REQUIRE(look.findings.size() == 1);
  CHECK(tests::contains(look.findings[0], "Invalid read from buffer mapped for writing"));
  CHECK(look.kernels.at("look").global_loads.instructions == 1);
  CHECK(look.kernels.at("look").global_stores.bytes == 8 + 4);
}
