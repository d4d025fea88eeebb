// Chapter 2 in the simulator, which has OpenCL 1.2 and no sub-devices.

#include "tests/support/simulator.hpp"

TEST_CASE("02: Oclgrind finds nothing wrong with collatz, and offers no sub-devices") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      tests::clean_run("02_platforms_and_devices_lab", {"--quick"});
  CHECK(report.output.find("no: the device does not offer it") != std::string::npos);
  CHECK(report.kernels.at("collatz").global_loads.instructions == 0);
  CHECK(report.kernels.at("collatz").global_stores.instructions == 3 * 1000); // three launches
}

TEST_CASE("02: Oclgrind finds nothing wrong with the program's kernel") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport report =
      tests::clean_run("02_platforms_and_devices",
                       {"--width", "20", "--output", (directory.path / "picture.png").string()});
  CHECK(report.kernels.at("julia").global_loads.instructions == 0);
  const std::uint64_t stores = report.kernels.at("julia").global_stores.instructions;
  CHECK(stores > 0);
  CHECK(stores % (3 * 20 * 14) == 0); // whole pictures, as many as timing them takes
}
