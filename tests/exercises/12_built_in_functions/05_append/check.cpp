#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 20000}, {1, 31})) {
    std::vector<float> in = bench.random(n);
    in[n / 2] = 0.0F; // is not positive
    std::vector<double> want;
    for (const float x : in)
      if (x > 0.0F)
        want.push_back(x);
    std::sort(want.begin(), want.end());
    const auto list = bench.output<float>(n);
    const cl::Buffer count = bench.input(std::vector<cl_int>{0});
    bench.run("keep_positive", {n}, {64}, bench.input(in), list.buffer, count,
              static_cast<cl_uint>(n));
    const cl_int counted = bench.read<cl_int>(count, 1)[0];
    bench.expect(counted == static_cast<cl_int>(want.size()),
                 fmt::format("n = {}: *count is {}, and should be {}", n, counted, want.size()));
    if (want.empty())
      continue;
    std::vector<float> got = bench.read(list);
    got.resize(want.size());
    std::sort(got.begin(), got.end());
    bench.expect(got, want, {}, fmt::format("n = {}, the list in order", n));
  }
}
