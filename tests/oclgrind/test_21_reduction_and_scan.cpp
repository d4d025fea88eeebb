// Chapter 21 in the simulator: no race, no wild access, nothing uninitialised, and the kernels' memory accesses are as many
// as their contracts say.

#include "tests/support/chapter.hpp"
#include "tests/support/simulator.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

// Runs the steps of a ladder at the size of their contracts: clean, and every one that can run keeps its promise.
TEST_CASE("21_reduction_and_scan: all ladders are clean, and access memory as they promise") {
  NEEDS_OCLGRIND;
  for (const auto& [problem, size] :
       {std::pair{"reduce", "1000"}, {"scan", "1000"}, {"sort", "300"}}) {
    const std::string said =
        tests::clean_steps("21_reduction_and_scan", {"--problem", problem, "--size", size});
    CHECK(tests::contains(said, "access counts as promised"));
    CHECK_FALSE(tests::contains(said, "no access counts promised"));
  }
}

TEST_CASE(
    "21_reduction_and_scan: the other operations, segmented scans and sorts of pairs are clean") {
  NEEDS_OCLGRIND;
  for (std::vector<std::string> options : std::vector<std::vector<std::string>>{
           {"--operation", "argmax", "--type", "int"},
           {"--operation", "dot"},
           {"--problem", "scan", "--scan", "segmented", "--type", "int"},
           {"--problem", "sort", "--values"}}) {
    options.insert(options.end(), {"--size", "300"});
    tests::clean_steps("21_reduction_and_scan", options);
  }
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

TEST_CASE(
    "21_reduction_and_scan: the lesson's program is clean, and loads what its kernels promise") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string in = tests::picture_in(directory, 37, 5, 4);
  const harness::OclgrindReport report = tests::clean_run(
      "21_reduction_and_scan", {"--quick", "--input", in, "--radius", "2", "--output",
                                (directory.path / "out.png").string()});
  constexpr std::size_t twice =
      2 * 37 * 5; // the program runs its kernels twice, and times the second run
  CHECK(report.kernels.at("rows").global_loads.instructions == twice);
  CHECK(report.kernels.at("rows").global_stores.instructions == twice);
  CHECK(report.kernels.at("columns").global_loads.instructions == twice);
  CHECK(report.kernels.at("columns").global_stores.instructions == twice);
  CHECK(report.kernels.at("blur").global_loads.instructions <= 5 * twice);
  CHECK(report.kernels.at("blur").global_stores.instructions == twice);
}
