// Chapter 4 in the simulator: its kernels are clean, and touch what they promise to touch.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

#include <regex>

TEST_CASE("04: Oclgrind finds nothing wrong with the puzzle's kernel") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  common::Image image{45, 23, 4, {}};
  for (int i = 0; i < 4 * 45 * 23; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const auto input = directory.path / "small.png";
  common::save_image(input, image);
  // Without the search for uninitialised values: Oclgrind 21.10 does not note that fills and rectangle
  // commands write to a buffer.
  constexpr bool without_uninitialised = true;
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/04_buffers", "--quick", "--input", input.string(), "--output",
       (directory.path / "puzzle.png").string()},
      120, without_uninitialised);
  CAPTURE(report.output);
  CHECK(report.clean());
  REQUIRE(report.kernels.count("grey") == 1);
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
  const harness::OclgrindReport add =
      harness::run_under_oclgrind({tests::bin_dir() + "/04_buffers_lab", "--quick", "--only",
                                   "transfer,copy,rectangle,sub-buffer,query"});
  CAPTURE(add.output);
  CHECK(add.exit_code == 0);
  CHECK(add.findings.empty());
  REQUIRE(add.kernels.count("add") == 1);
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
  REQUIRE(look.kernels.count("look") == 1);
  CHECK(look.kernels.at("look").global_loads.instructions == 1);
  CHECK(look.kernels.at("look").global_stores.bytes == 8 + 4);
}
