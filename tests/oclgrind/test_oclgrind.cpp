// Under Oclgrind: every step of every ladder is clean and keeps its promise of accesses, and what is
// planted is found.

#include "common/error.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/lab/session.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <regex>

using tests::contains;

namespace {

const std::string planted = (tests::fs::path(tests::test_bin_dir()) / "planted_ladder").string();

harness::ProcessResult prove(const std::string& step, const std::string& size = "33") {
  return tests::run_planted({"--oclgrind", "--step", step, "--size", size});
}

} // namespace

TEST_CASE("oclgrind: every step of every ladder is clean and accesses memory as promised") {
  NEEDS_OCLGRIND;
  for (const std::string& chapter : tests::case_studies()) {
    CAPTURE(chapter);
    std::vector<std::string> options =
        tests::about_ladder(chapter).value("counted", std::vector<std::string>{"--size", "tiny"});
    options.insert(options.begin(), "--oclgrind");
    const auto run = tests::run_lab(chapter, options);
    INFO(run.output);
    CHECK(run.exit_code == 0);
    const std::regex clean(R"(\n  \S+ +\w+ +clean; access counts as promised)");
    CHECK(std::distance(std::sregex_iterator(run.output.begin(), run.output.end(), clean),
                        std::sregex_iterator()) >= 2);
    CHECK_FALSE(contains(run.output, "FAILED"));
  }
}

TEST_CASE("oclgrind: every step of every ladder is clean at the smallest size") {
  NEEDS_OCLGRIND;
  for (const std::string& chapter : tests::case_studies()) {
    CAPTURE(chapter);
    const auto run = tests::run_lab(chapter, {"--oclgrind", "--size", "1"});
    INFO(run.output);
    CHECK(run.exit_code == 0);
  }
}

TEST_CASE("oclgrind: a right step is clean") {
  NEEDS_OCLGRIND;
  const auto run = prove("none", "1,33");
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK(std::regex_search(run.output, std::regex("33 +none +clean; access counts as promised")));
  CHECK(contains(prove("unpromising").output, "clean; no access counts promised"));
}

TEST_CASE("oclgrind: a race that no CPU shows is found, with the kernel's line") {
  NEEDS_OCLGRIND;
  const auto run = prove("race");
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "race  FAILED"));
  CHECK(contains(run.output, "Read-write data race at local memory"));
  CHECK(contains(run.output, "const float left = shared[l > 0 ? l - 1 : 0];"));
}

TEST_CASE(
    "oclgrind: a wild read, an uninitialised one, a divergent barrier, a wild write are found") {
  NEEDS_OCLGRIND;
  for (const auto& [step, finding] :
       {std::pair<std::string, std::string>{"out_of_bounds", "Invalid read of size 4"},
        {"uninitialised", "depends on uninitialized value"},
        {"divergent", "divergence detected (barrier)"},
        {"past_end", "Invalid write of size 4"}}) {
    const auto run = prove(step);
    CAPTURE(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, finding));
  }
}

TEST_CASE("oclgrind: a broken promise of accesses is found, with both numbers") {
  NEEDS_OCLGRIND;
  const auto wasteful = prove("wasteful");
  CAPTURE(wasteful.output);
  CHECK(wasteful.exit_code == 1);
  CHECK(contains(wasteful.output, "triple: 66 global_loads, the contract says 33"));
  const auto overpromising = prove("overpromising");
  CHECK(overpromising.exit_code == 1);
  CHECK(contains(overpromising.output, "no_such_kernel was promised and never ran"));
}

TEST_CASE("oclgrind: a wrong result and a kernel that does not build fail too") {
  NEEDS_OCLGRIND;
  for (const std::string step : {"wrong", "nan", "syntax"}) {
    const auto run = prove(step);
    CAPTURE(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, "FAILED"));
  }
  CHECK(prove("needs").exit_code == 77);
  CHECK(contains(prove("needs").output, "needs four dimensions"));
}

TEST_CASE("oclgrind: an endless kernel is killed") {
  NEEDS_OCLGRIND;
  const tests::ScopedEnvironment kernels("OCL_KERNEL_PATH",
                                         tests::source_root() + "/tests/ladder/kernels");
  const auto report = harness::run_under_oclgrind(
      {planted, "--check", "--step", "endless", "--size", "3", "--device", "oclgrind"}, 3);
  CHECK(report.timed_out);
  CHECK_FALSE(report.clean());
}

TEST_CASE("oclgrind: the report of a run") {
  NEEDS_OCLGRIND;
  const tests::ScopedEnvironment kernels("OCL_KERNEL_PATH",
                                         tests::source_root() + "/tests/ladder/kernels");
  const tests::ScopedEnvironment elsewhere("OCL_DEVICE", "no such device"); // not for the simulator
  const auto report =
      harness::run_under_oclgrind({planted, "--check", "--step", "none", "--size", "10"});
  CAPTURE(report.output);
  CHECK(report.clean());
  CHECK(contains(report.output, "Oclgrind Simulator"));
  CHECK(report.kernels.at("triple").global_loads.instructions == 10);
  CHECK(report.kernels.at("triple").global_stores.bytes == 40);
  // What could not even start is not clean.
  const auto nothing = harness::run_under_oclgrind({"/no/such/program"});
  CHECK_FALSE(nothing.clean());
}

TEST_CASE("child: vector accesses" * doctest::skip()) {
  const harness::Session session = tests::new_session();
  cl::Kernel kernel = tests::kernel_from(session,
                                         "__kernel void vectors(__global const float* in, "
                                         "__constant float* few, __global float* out) {\n"
                                         "  __local float tile[64];\n"
                                         "  const int i = get_global_id(0);\n"
                                         "  vstore4(vload4(i, in), i, tile);\n"
                                         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                         "  const float2 pair = vload2(i, tile) + few[i];\n"
                                         "  vstore2(pair, i, out);\n"
                                         "}\n",
                                         "vectors");
  const std::vector<float> values(64, 1.0F);
  const cl::Buffer in(session.context, CL_MEM_READ_ONLY, 256);
  const cl::Buffer few(session.context, CL_MEM_READ_ONLY, 256);
  const cl::Buffer out(session.context, CL_MEM_WRITE_ONLY, 256);
  session.queue.enqueueWriteBuffer(in, CL_TRUE, 0, 256, values.data());
  session.queue.enqueueWriteBuffer(few, CL_TRUE, 0, 256, values.data());
  kernel.setArg(0, in);
  kernel.setArg(1, few);
  kernel.setArg(2, out);
  session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, {8}, {8});
  session.queue.finish();
}

TEST_CASE("oclgrind: vload and vstore are counted by width and address space") {
  NEEDS_OCLGRIND;
  const auto report = harness::run_under_oclgrind(
      {common::own_executable().string(), "--no-skip", "--test-case=child: vector accesses"});
  CAPTURE(report.output);
  REQUIRE(report.kernels.count("vectors") == 1);
  const harness::AccessCounts& counted = report.kernels.at("vectors");
  CHECK(report.clean());
  CHECK(counted.global_loads.instructions == 8);
  CHECK(counted.global_loads.bytes == 8 * 16);
  CHECK(counted.local_stores.bytes == 8 * 16);
  CHECK(counted.local_loads.bytes == 8 * 8);
  CHECK(counted.constant_loads.bytes == 8 * 4);
  CHECK(counted.global_stores.instructions == 8);
  CHECK(counted.global_stores.bytes == 8 * 8);
}

TEST_CASE("oclgrind: without it the proof is skipped with the way to get it") {
  const tests::TemporaryDirectory empty;
  const auto run =
      tests::run_planted({"--oclgrind", "--step", "none"}, {{"PATH", empty.path.string()}});
  CHECK(run.exit_code == 77);
  CHECK(contains(run.output, "oclgrind"));
  CHECK(contains(run.output, "install"));
}
