// Chapter 21 in the simulator: no race, no wild access, nothing uninitialised, and the kernels' memory accesses are as many
// as their contracts say.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace {

// Runs the steps of a ladder at the size of their contracts: clean, and every one that can run keeps its promise.
void verify_promises(const std::string& problem, const std::string& size) {
  NEEDS_OCLGRIND;
  const harness::ProcessResult run =
      tests::run_lab("21_reduction_and_scan", {"--oclgrind", "--problem", problem, "--size", size});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(tests::contains(run.output, "access counts as promised"));
  CHECK_FALSE(tests::contains(run.output, "no access counts promised"));
}

void verify_clean(const std::vector<std::string>& options) {
  NEEDS_OCLGRIND;
  std::vector<std::string> arguments{"--oclgrind", "--size", "300"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const harness::ProcessResult run = tests::run_lab("21_reduction_and_scan", arguments);
  INFO(run.output);
  CHECK(run.exit_code == 0);
}

} // namespace

TEST_CASE("21_reduction_and_scan: reductions are clean, and access memory as they promise") {
  verify_promises("reduce", "1000");
}

TEST_CASE("21_reduction_and_scan: scans are clean, and access memory as they promise") {
  verify_promises("scan", "1000");
}

TEST_CASE("21_reduction_and_scan: sorts are clean, and access memory as they promise") {
  verify_promises("sort", "300");
}

TEST_CASE("21_reduction_and_scan: a contract that counts wrong is noticed") {
  NEEDS_OCLGRIND;
  const tests::Lab lab("21_reduction_and_scan");
  const auto run =
      lab.run_changed("v3_sequential.cl", "reduce   1000      63", "reduce   1000      64",
                      {"--oclgrind", "--size", "1000", "--step", "v3"});
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(tests::contains(run.output, "126 global_stores, the contract says 128"));
}

TEST_CASE("21_reduction_and_scan: the other operations are clean") {
  verify_clean({"--operation", "argmax", "--type", "int"});
  verify_clean({"--operation", "dot"});
}

TEST_CASE("21_reduction_and_scan: segmented scans are clean") {
  verify_clean({"--problem", "scan", "--scan", "segmented", "--type", "int"});
}

TEST_CASE("21_reduction_and_scan: sorts of pairs are clean") {
  verify_clean({"--problem", "sort", "--values"});
}

TEST_CASE(
    "21_reduction_and_scan: the lesson's program is clean, and loads what its kernels promise") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  common::Image image{37, 5, 4, {}};
  for (int i = 0; i < 4 * 37 * 5; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const std::string in = (directory.path / "in.png").string();
  common::save_image(in, image);
  const harness::OclgrindReport report = harness::run_under_oclgrind(
      {tests::bin_dir() + "/21_reduction_and_scan", "--quick", "--input", in, "--radius", "2",
       "--output", (directory.path / "out.png").string()});
  INFO(fmt::format("{}", fmt::join(report.findings, "\n")), report.output);
  CHECK(report.clean());
  constexpr std::size_t twice =
      2 * 37 * 5; // the program runs its kernels twice, and times the second run
  CHECK(report.kernels.at("rows").global_loads.instructions == twice);
  CHECK(report.kernels.at("rows").global_stores.instructions == twice);
  CHECK(report.kernels.at("columns").global_loads.instructions == twice);
  CHECK(report.kernels.at("columns").global_stores.instructions == twice);
  CHECK(report.kernels.at("blur").global_loads.instructions <= 5 * twice);
  CHECK(report.kernels.at("blur").global_stores.instructions == twice);
}
