// Chapter 22 in the simulator: no race, no wild access, nothing uninitialised, and the kernels' memory accesses are as many
// as their contracts say.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

// Runs the steps of a ladder at the size of their contracts: clean, and every one that can run keeps its promise.
void verify_promises(std::vector<std::string> options) {
  NEEDS_OCLGRIND;
  options.insert(options.begin(), {"--oclgrind", "--size", "37x21"});
  const harness::ProcessResult run = tests::run_lab("22_histogram", options);
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(tests::contains(run.output, "access counts as promised"));
  CHECK_FALSE(tests::contains(run.output, "no access counts promised"));
}

void verify_clean(std::vector<std::string> options) {
  NEEDS_OCLGRIND;
  options.insert(options.begin(), "--oclgrind");
  const harness::ProcessResult run = tests::run_lab("22_histogram", options);
  INFO(run.output);
  CHECK(run.exit_code == 0);
}

} // namespace

TEST_CASE("22_histogram: histograms of colours are clean, and access memory as they promise") {
  verify_promises({});
}

TEST_CASE(
    "22_histogram: histograms of grey and of floats are clean, and access memory as they promise") {
  verify_promises({"--format", "u8"});
  verify_promises({"--format", "float"});
}

TEST_CASE("22_histogram: equalised pictures are clean, and access memory as they promise") {
  verify_promises({"--problem", "equalize"});
}

TEST_CASE("22_histogram: thresholds are clean, and access memory as they promise") {
  verify_promises({"--problem", "threshold"});
  verify_promises({"--problem", "adaptive"});
}

TEST_CASE("22_histogram: the other methods, and more than one block, are clean") {
  verify_clean({"--problem", "threshold", "--method", "ridler", "--size", "33x9"});
  verify_clean({"--problem", "adaptive", "--method", "ridler", "--size", "97x70"});
}

TEST_CASE("22_histogram: a contract that counts wrong is noticed") {
  NEEDS_OCLGRIND;
  const tests::Lab lab("22_histogram");
  const auto run =
      lab.run_changed("v8_partial.cl", "count     777     768", "count     777     769",
                      {"--oclgrind", "--size", "37x21", "--step", "v8"});
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(tests::contains(run.output, "1536 global_stores, the contract says 1538"));
}

TEST_CASE(
    "22_histogram: the lesson's program is clean, and accesses memory as its kernels promise") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  common::Image image{37, 5, 4, {}};
  for (int i = 0; i < 4 * 37 * 5; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 61));
  const std::string in = (directory.path / "in.png").string();
  common::save_image(in, image);
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/22_histogram", "--quick", "--input", in,
                                   "--output", (directory.path / "out.png").string()});
  INFO(fmt::format("{}", fmt::join(report.findings, "\n")), report.output);
  CHECK(report.clean());
  const auto check = [&](const char* kernel, std::uint64_t loads, std::uint64_t stores) {
    INFO(kernel);
    CHECK(report.kernels.at(kernel).global_loads.instructions == loads);
    CHECK(report.kernels.at(kernel).global_stores.instructions == stores);
  };
  const std::uint64_t pixels = 37 * 5, drawn = 37 * 3; // two pictures, and below each a drawing
  // Both pictures, and then again and again for the line that compares with C++.
  const auto& counting = report.kernels.at("count");
  CHECK(counting.global_loads.instructions % pixels == 0);
  CHECK(counting.global_loads.instructions >= 4 * pixels);
  CHECK(counting.global_stores.instructions == 0);
  check("make_table", 2 * 256, 2 * 256);
  check("apply", 4 * pixels, pixels);
  check("draw", 2 * 3 * drawn, 2 * drawn);
}
