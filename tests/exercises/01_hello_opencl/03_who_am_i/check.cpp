#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <numeric>

EXERCISE_CHECK(bench) {
  for (const std::size_t local : {1, 7, 64})
    for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 31})) {
      std::vector<cl_int> want(n);
      std::iota(want.begin(), want.end(), 0);
      const auto out = bench.output<cl_int>(n);
      bench.run("who_am_i", {n}, {local}, out.buffer, static_cast<cl_uint>(n));
      bench.expect(out, want, fmt::format("n = {}, groups of {}", n, local));
    }
  // An offset of the launch is part of get_global_id(), and of none of the three others.
  const std::size_t group = bench.group(7);
  std::vector<cl_int> want(31);
  std::iota(want.begin(), want.end(), 0);
  const auto out = bench.output<cl_int>(want.size());
  cl::Kernel kernel = bench.kernel("who_am_i");
  common::set_args(kernel, out.buffer, cl_uint{31});
  common::launch(bench.session.queue, kernel, {common::round_up(want.size(), group)}, {group}, {},
                 {5});
  bench.expect(out, want, fmt::format("n = 31, groups of {}, and an offset of 5", group));
}
