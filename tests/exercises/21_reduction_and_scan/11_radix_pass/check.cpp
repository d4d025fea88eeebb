#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : bench.sizes({64, 48, 1}, {8, 5})) {
    const std::size_t n = bench.group(wanted);
    const std::vector<cl_int> in = bench.random_ints(n, 0, 2000000000);
    std::vector<cl_int> keys = in;
    for (cl_uint shift = 0; shift < 32; shift += 2) {
      std::vector<cl_int> want = keys;
      std::stable_sort(want.begin(), want.end(),
                       [&](cl_int a, cl_int b) { return (a >> shift & 3) < (b >> shift & 3); });
      const auto out = bench.output<cl_int>(n);
      bench.run("radix_pass", {n}, {n}, bench.input(keys), shift, out.buffer, cl::Local(16 * n));
      keys = bench.read(out);
      bench.expect(keys, want, fmt::format("{} keys, shift {}", n, shift));
    }
  }
}
