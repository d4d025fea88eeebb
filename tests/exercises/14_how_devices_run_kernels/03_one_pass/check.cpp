#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t length : {1, 7, 50})
    for (const std::size_t rows : bench.sizes({1, 31, 200}, {1, 5}, {1 << 15})) {
      const std::vector<float> in = bench.random(rows * length, -3e30F, -1e30F);
      std::vector<double> means(rows, 0.0), most(rows, -1e31);
      for (std::size_t i = 0; i < in.size(); ++i) {
        means[i / length] += in[i] / static_cast<double>(length);
        most[i / length] = std::max(most[i / length], double{in[i]});
      }
      const auto mean_of = bench.output<float>(rows), largest = bench.output<float>(rows);
      bench.run("describe", {rows}, {32}, bench.input(in), mean_of.buffer, largest.buffer,
                static_cast<cl_uint>(length), static_cast<cl_uint>(rows));
      const std::string where = fmt::format("{} rows of {}", rows, length);
      bench.expect(mean_of, means, common::sum_tolerance(length, 3e30), where + ", means");
      bench.expect(largest, most, {}, where + ", largest");
      bench.allow("describe", {.global_loads = in.size(), .global_stores = 2 * rows});
    }
}
