// Chapter 4 in the simulator: its kernels are clean, and touch what they promise to touch.

#include "harness/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE("04: Oclgrind finds nothing wrong with the kernels") {
  if (!harness::oclgrind_available())
    SKIP_TEST("oclgrind is not installed");
  const harness::OclgrindReport add = harness::run_under_oclgrind(
      {BIN_DIR "/04_buffers_lab", "--quick", "--only", "transfer,copy,rectangle,sub-buffer,query"});
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
      harness::run_under_oclgrind({BIN_DIR "/04_buffers_lab", "--demo", "still-mapped"});
  CAPTURE(look.output);
  REQUIRE(look.findings.size() == 1);
  CHECK(tests::contains(look.findings[0], "Invalid read from buffer mapped for writing"));
  REQUIRE(look.kernels.count("look") == 1);
  CHECK(look.kernels.at("look").global_loads.instructions == 1);
  CHECK(look.kernels.at("look").global_stores.bytes == 8 + 4);
}
