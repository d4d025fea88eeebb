#include "exercise.hpp"

#include "common/kernel_io.hpp"
#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

namespace {

// Its limit counts how often it is asked for; the body has a variable and braces of its own.
const char* const sum_of = R"(
int limit(int n, global int* asked) {
  ++*asked;
  return n;
}

kernel void sum_of(global const int* in, global int* out, global int* asked, int n) {
  int sum = 0;
  for (int body = 0; body < limit(n, asked) >> 1; ++body) {
    const int value = in[body];
    if (value % 2 != 0) {
      sum += value * (body + 1);
    }
  }
  out[0] = sum;
}
)";

} // namespace

EXERCISE_CHECK(bench) {
  for (const int times : {1, 2, 3, 8}) {
    bench.trying(fmt::format("unrolled {} times", times));
    const std::string source = unrolled(sum_of, times);
    cl::Program program;
    try {
      program = common::build_source(bench.session.context, bench.session.device, source);
    } catch (const common::BuildError& error) {
      throw exercise::Wrong(
          fmt::format("unrolled {} times, the kernel does not build.\n{}", times, error.log));
    }
    cl::Kernel kernel(program, "sum_of");
    for (const int passes : {1, 0, 2, 3, 7, 8, 9, 31, 64}) {
      const std::vector<cl_int> in = bench.random_ints(100, -1000, 1000);
      cl_int sum = 0;
      for (int j = 0; j < passes; ++j)
        if (const cl_int value = in[static_cast<std::size_t>(j)]; value % 2 != 0)
          sum += value * (j + 1);
      const cl::Buffer input = bench.input(in), asked = bench.input(std::vector<cl_int>{0});
      const auto out = bench.output<cl_int>(1);
      common::set_args(kernel, input, out.buffer, asked, 2 * passes + 1);
      bench.launch_exactly(kernel, {1}, {1});
      const std::string where = fmt::format("n = {}, unrolled {} times", passes, times);
      bench.expect(out, {sum}, where);
      // For each round, once more at its end, and as much for what is left.
      const int comparisons = bench.read<cl_int>(asked, 1)[0], enough = passes / times + times + 2;
      bench.expect(comparisons <= enough,
                   fmt::format("{}: {} comparisons; {} are enough.", where, comparisons, enough));
    }
  }
}
