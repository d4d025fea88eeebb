// Chapter 22 in the simulator: no race, no wild access, nothing uninitialised, and the kernels' memory accesses are as many
// as their contracts say.

#include "tests/support/chapter.hpp"
#include "tests/support/simulator.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

// Runs the steps of the ladders at the size of their contracts: clean, and every one that can run keeps its promise.
TEST_CASE("22_histogram: all ladders are clean, and access memory as they promise") {
  NEEDS_OCLGRIND;
  for (std::vector<std::string> options :
       std::vector<std::vector<std::string>>{{},
                                             {"--format", "u8"},
                                             {"--format", "float"},
                                             {"--problem", "equalize"},
                                             {"--problem", "threshold"},
                                             {"--problem", "adaptive"}}) {
    options.insert(options.begin(), {"--size", "37x21"});
    const std::string said = tests::clean_steps("22_histogram", options);
    CHECK(tests::contains(said, "access counts as promised"));
    CHECK_FALSE(tests::contains(said, "no access counts promised"));
  }
}

TEST_CASE("22_histogram: the other methods, and more than one block, are clean") {
  NEEDS_OCLGRIND;
  tests::clean_steps("22_histogram",
                     {"--problem", "threshold", "--method", "ridler", "--size", "33x9"});
  tests::clean_steps("22_histogram",
                     {"--problem", "adaptive", "--method", "ridler", "--size", "97x70"});
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
  const std::string in = tests::picture_in(directory, 37, 5, 4);
  const harness::OclgrindReport report =
      tests::clean_run("22_histogram", {"--quick", "--input", in, "--output",
                                        (directory.path / "out.png").string()});
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
