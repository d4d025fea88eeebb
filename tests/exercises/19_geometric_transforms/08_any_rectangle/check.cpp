#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height;
    std::size_t count; ///< of rectangles
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{1, 1, 37}, Size{31, 17, 37}, Size{40, 9, 37}}, Size{160, 120, 10000})) {
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<cl_int> pixels = bench.random_ints(wide * high, 0, 1 << 20);
    std::vector<cl_uint> table((wide + 1) * (high + 1),
                               4000000000U); // begins close to 2^32: it wraps around
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x)
        table[(y + 1) * (wide + 1) + x + 1] =
            static_cast<cl_uint>(pixels[y * wide + x]) + table[y * (wide + 1) + x + 1] +
            table[(y + 1) * (wide + 1) + x] - table[y * (wide + 1) + x];
    const std::size_t count = s.count;
    std::vector<cl_int> rectangles;
    std::vector<double> want;
    for (std::size_t n = 0; n < count; ++n) {
      const std::vector<cl_int> x = bench.random_ints(2, 0, s.width - 1),
                                y = bench.random_ints(2, 0, s.height - 1);
      const cl_int x0 = std::min(x[0], x[1]), x1 = std::max(x[0], x[1]) + 1,
                   y0 = std::min(y[0], y[1]), y1 = std::max(y[0], y[1]) + 1;
      rectangles.insert(rectangles.end(), {x0, y0, x1, y1});
      double sum = 0.0;
      for (cl_int row = y0; row < y1; ++row)
        for (cl_int column = x0; column < x1; ++column)
          sum += pixels[static_cast<std::size_t>(row * s.width + column)];
      want.push_back(sum / ((x1 - x0) * (y1 - y0)));
    }
    const auto out = bench.output<float>(count);
    bench.run("means", {count}, {32}, bench.input(table), s.width, bench.input(rectangles),
              out.buffer, static_cast<cl_int>(count));
    bench.expect(out, want, {0.0, 1e-5},
                 fmt::format("{} rectangles in {} x {} pixels", count, s.width, s.height));
    bench.allow("means", {.global_loads = 8 * count, .global_stores = count});
  }
}
