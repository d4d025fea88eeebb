#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const cl::Program program = common::build_source(
      bench.session.context, bench.session.device,
      "kernel void advance(global uint* x, uint n, uint by) {"
      "  if (get_global_id(0) < n) x[get_global_id(0)] = 3 * x[get_global_id(0)] + by; }");
  for (const std::vector<cl_uint>& steps : {std::vector<cl_uint>{1, 2}, {7}, {}, {5, 0, 9, 9, 1}})
    for (const cl_uint n : {1U, 13U}) {
      std::vector<cl_uint> want(n);
      for (cl_uint i = 0; i < n; ++i)
        want[i] = 10 * i;
      const cl::Buffer x = bench.input(want);
      const auto commands = record(program, x, n, steps);
      bench.expect(commands.size() == steps.size(),
                   fmt::format("{} steps are {} commands.", steps.size(), steps.size()));
      bench.expect(bench.read<cl_uint>(x, n) == want, "record() only records; replay() runs.");
      for (int times = 1; times <= 3; ++times) {
        replay(bench.session.queue, commands, n);
        for (const cl_uint by : steps)
          for (cl_uint& each : want)
            each = 3 * each + by;
        const auto got = bench.read<cl_uint>(x, n);
        bench.expect(
            got == want,
            fmt::format("{} steps, replayed {} time(s): the last of {} numbers is {}, and not {}.",
                        steps.size(), times, n, want.back(), got.back()));
      }
    }
}
