#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <fmt/format.h>
#include <sstream>

EXERCISE_CHECK(bench) {
  const auto yes = [](bool condition) { return condition ? "yes" : "no"; };
  const std::string list = "cl_khr_gl_event cl_khr_int64_base_atomics";
  bench.expect_answer("list.find(cl_khr_int64) finds something",
                      yes(list.find("cl_khr_int64") != std::string::npos));
  std::istringstream words(list);
  bool found = false;
  for (std::string word; words >> word;)
    found = found || word == "cl_khr_int64";
  bench.expect_answer("cl_khr_int64 is an extension in the list", yes(found));
  // The numbers come from memory, so that the device and not its compiler computes.
  const cl::Program program = common::build_source(
      bench.session.context, bench.session.device,
      "kernel void ask(global const float* x, global int* out, global half* memory) {"
      "  out[0] = x[0] + x[1] == x[0];"
      "  out[1] = x[2] + x[1] == x[2];"
      "  vstore_half_rte(x[3], 0, memory);"
      "  out[2] = (int)vload_half(0, memory);"
      "  out[3] = as_int(-x[0]) < as_int(-2 * x[0]);"
      "  out[4] = as_uint(-x[0]) < as_uint(x[0]); }",
      "", "ask.cl");
  const auto out = bench.output<cl_int>(5);
  const cl::Buffer numbers = bench.input(std::vector<float>{1.0F, 1e-9F, 1e-5F, 2049.0F});
  const cl::Buffer memory = bench.input(std::vector<cl_ushort>(2));
  cl::Kernel ask(program, "ask");
  common::set_args(ask, numbers, out.buffer, memory);
  bench.launch_exactly(ask, {1}, {1});
  const auto got = bench.read(out);
  bench.expect_answer("1.0f + 1e-9f == 1.0f", yes(got[0]));
  bench.expect_answer("1e-5f + 1e-9f == 1e-5f", yes(got[1]));
  bench.expect_answer("2049, stored as a half and loaded again", fmt::format("{}", got[2]));
  bench.expect_answer("as_int(-1.0f) < as_int(-2.0f)", yes(got[3]));
  bench.expect_answer("as_uint(-1.0f) < as_uint(1.0f)", yes(got[4]));
}
