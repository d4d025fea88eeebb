#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 5003}, {1, 31})) {
    const std::vector<cl_int> numbers = bench.random_ints(n, 0, 255);
    std::vector<cl_uchar> in(numbers.begin(), numbers.end());
    std::vector<cl_int> want(16);
    in[n / 2] = 255;
    for (const cl_uchar value : in)
      ++want[value / 16];
    const cl::Buffer counts = bench.input(std::vector<cl_uint>(16));
    bench.run("histogram", {n}, {64}, bench.input(in), static_cast<cl_uint>(n), counts);
    bench.expect(bench.read<cl_int>(counts, 16), want, fmt::format("n = {}", n));
  }
}
