#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::size_t group = bench.group(bench.in_simulator ? 4 : 32), items = 2 * group;
  for (const int kind : {0, 1, 2})
    for (const std::size_t each : bench.sizes({3, 255, 256, 257, 700}, {256, 520})) {
      if (bench.in_simulator && kind == 2)
        continue;
      const std::size_t n = items * each + (bench.in_simulator ? 3 : 7);
      const std::vector<cl_int> numbers = bench.random_ints(n, 0, kind == 0 ? 255 : 15);
      std::vector<cl_uchar> in(n);
      std::vector<cl_int> want(16);
      for (std::size_t i = 0; i < n; ++i) {
        in[i] = static_cast<cl_uchar>(kind == 0 ? numbers[i] : kind == 1 ? 176 + numbers[i] : 255);
        ++want[in[i] / 16];
      }
      const cl::Buffer counts = bench.input(std::vector<cl_uint>(16));
      bench.run("histogram", {items}, {group}, bench.input(in), static_cast<cl_uint>(n), counts,
                cl::Local(16 * group));
      bench.expect(bench.read<cl_int>(counts, 16), want,
                   fmt::format("{} bytes, {} for each work-item, {}", n, each,
                               kind == 0 ? "random" : "all in one bin"));
    }
}
