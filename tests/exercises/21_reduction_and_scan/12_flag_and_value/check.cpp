#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <numeric>

EXERCISE_CHECK(bench) {
  for (const std::size_t groups : bench.sizes({1, 2, 20000}, {1, 31})) {
    std::vector<cl_int> in = bench.random_ints(groups, 0, 1000);
    in[0] = 0; // a sum that looks like nothing
    std::vector<cl_int> want(groups);
    std::partial_sum(in.begin(), in.end(), want.begin());
    const auto out = bench.output<cl_int>(groups);
    bench.run("chain", {groups}, {1}, bench.input(in),
              bench.input(std::vector<cl_uint>(2 * groups)), bench.input(std::vector<cl_uint>(1)),
              out.buffer);
    bench.expect(bench.read(out), want, fmt::format("groups: {}", groups));
  }
}
