#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <numeric>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(bench.in_simulator ? 4 : 64);
  for (const std::size_t groups : bench.sizes({1, 7, 16}, {3})) {
    const cl::Buffer sums = bench.input(std::vector<cl_int>(groups)),
                     arrived = bench.input(std::vector<cl_uint>(1));
    for (const std::size_t n : bench.sizes({1000, 1, 1023, 5000}, {31, 7})) {
      const std::vector<cl_int> in = bench.random_ints(n, -1000, 1000);
      const auto out = bench.output<cl_int>(1);
      bench.run("total", {groups * group}, {group}, bench.input(in), static_cast<cl_uint>(n), sums,
                arrived, out.buffer, cl::Local(group * sizeof(cl_int)));
      bench.expect(bench.read(out), {std::accumulate(in.begin(), in.end(), 0)},
                   fmt::format("n = {}, groups: {}", n, groups));
    }
  }
}
