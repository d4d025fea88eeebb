// Chapter 1 in the simulator: the kernel is clean, and the one without its guard is found out.

#include "harness/system/process.hpp"
#include "tests/support/simulator.hpp"

#include <string>

using tests::contains;

namespace {

const std::string program = tests::bin_dir() + "/01_hello_opencl";

} // namespace

TEST_CASE("01: Oclgrind finds nothing wrong with the kernels, in C++ and in C") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport cpp =
      tests::clean_run("01_hello_opencl", {"--output", (directory.path / "waves.png").string()});
  // 1024 work-items start, 1000 get past the guard: two loads and a store each, in as many launches as timing them takes.
  const harness::AccessCounts& sum = cpp.kernels.at("vector_add");
  CHECK(sum.global_stores.instructions > 0);
  CHECK(sum.global_stores.instructions % 1000 == 0);
  CHECK(sum.global_loads.instructions == 2 * sum.global_stores.instructions);
  CHECK(cpp.kernels.at("picture").global_stores.instructions > 0);
  CHECK(cpp.kernels.at("picture").global_stores.instructions % (4 * 512 * 384) == 0);

  const harness::OclgrindReport c = tests::clean_run("01_hello_opencl_c", {});
}

TEST_CASE("01: without the guard, Oclgrind names the first work-item past the end") {
  NEEDS_OCLGRIND;
  const auto result = harness::run_process({program + "_lab", "--demo", "out-of-bounds"});
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "Invalid read of size 4"));
  CHECK(contains(result.output, "Global(1000,0,0)"));
}
