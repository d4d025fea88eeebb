#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <numeric>

EXERCISE_CHECK(bench) {
  for (const std::size_t groups : bench.sizes({1, 20000}, {1, 31})) {
    const std::vector<cl_int> in = bench.random_ints(groups, 1, 100);
    std::vector<cl_int> want(groups);
    std::partial_sum(in.begin(), in.end(), want.begin());
    const cl::Buffer passed = bench.input(std::vector<cl_int>(groups, -1));
    bench.run("chain", {groups}, {1}, bench.input(in), passed,
              bench.input(std::vector<cl_uint>(1)));
    bench.expect(bench.read<cl_int>(passed, groups), want, fmt::format("groups: {}", groups));
  }
}
