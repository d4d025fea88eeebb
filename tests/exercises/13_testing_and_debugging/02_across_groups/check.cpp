#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    bench.build_with("-cl-opt-disable"); // a compiler may leave out an access that changes nothing
  const std::size_t group = bench.group(12);
  for (const std::size_t groups : bench.sizes({1, 7, 500}, {1, 4})) {
    const std::vector<cl_int> in = bench.random_ints(group * groups, -1000, 5000);
    cl_int want = 0;
    for (const cl_int x : in)
      want += x;
    const cl::Buffer result = bench.input(std::vector<cl_int>{0});
    bench.run("total", {in.size()}, {group}, bench.input(in), result,
              cl::Local(group * sizeof(cl_int)));
    bench.expect(bench.read<cl_int>(result, 1), std::vector<cl_int>{want},
                 fmt::format("{} groups of {}", groups, group));
  }
}
