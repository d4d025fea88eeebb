#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::vector<cl_int> start{1, 6, 27, 113383, 837799, 1988859};
  const std::vector<cl_int> more = bench.random_ints(bench.in_simulator ? 5 : 500, 1, 2000000);
  start.insert(start.end(), more.begin(), more.end());
  std::vector<cl_int> want;
  for (const cl_int first : start) {
    cl_int taken = 0;
    for (cl_ulong n = static_cast<cl_ulong>(first); n != 1; ++taken)
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    want.push_back(taken);
  }
  const auto steps = bench.output<cl_int>(start.size());
  bench.run("collatz", {start.size()}, {16}, bench.input(start), steps.buffer,
            static_cast<cl_uint>(start.size()));
  const std::vector<cl_int> got = bench.read(steps, fmt::format("{} starts", start.size()));
  for (std::size_t i = 0; i < start.size(); ++i)
    bench.expect(got[i] == want[i],
                 fmt::format("from {}: got {} steps, want {}", start[i], got[i], want[i]));
}
