// Chapter 1 in the simulator: the kernel is clean, and the one without its guard is found out.

#include "harness/inspect/oclgrind.hpp"
#include "harness/system/process.hpp"
#include "tests/support/support.hpp"

#include <string>

using tests::contains;

namespace {

const std::string program = tests::bin_dir() + "/01_hello_opencl";

} // namespace

TEST_CASE("01: Oclgrind finds nothing wrong with the kernels, in C++ and in C") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const harness::OclgrindReport cpp =
      harness::run_under_oclgrind({program, "--output", (directory.path / "waves.png").string()});
  CAPTURE(cpp.output);
  CHECK(cpp.exit_code == 0);
  CHECK(cpp.findings.empty());
  // 1024 work-items start, 1000 get past the guard: two loads and a store each, in as many launches as timing them takes.
  REQUIRE(cpp.kernels.count("vector_add") == 1);
  const harness::AccessCounts& sum = cpp.kernels.at("vector_add");
  CHECK(sum.global_stores.instructions > 0);
  CHECK(sum.global_stores.instructions % 1000 == 0);
  CHECK(sum.global_loads.instructions == 2 * sum.global_stores.instructions);
  REQUIRE(cpp.kernels.count("picture") == 1);
  CHECK(cpp.kernels.at("picture").global_stores.instructions > 0);
  CHECK(cpp.kernels.at("picture").global_stores.instructions % (4 * 512 * 384) == 0);

  const harness::OclgrindReport c = harness::run_under_oclgrind({program + "_c"});
  CAPTURE(c.output);
  CHECK(c.exit_code == 0);
  CHECK(c.findings.empty());
}

TEST_CASE("01: without the guard, Oclgrind names the first work-item past the end") {
  NEEDS_OCLGRIND;
  const auto result = harness::run_process({program + "_lab", "--demo", "out-of-bounds"});
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "Invalid read of size 4"));
  CHECK(contains(result.output, "Global(1000,0,0)"));
}
