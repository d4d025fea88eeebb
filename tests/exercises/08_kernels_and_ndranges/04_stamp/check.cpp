#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t width, height; // of the large picture
    std::size_t columns, rows; // of the small one
    std::size_t x, y;          // where it belongs
  };
  for (const Case& c :
       {Case{10, 8, 2, 1, 3, 5}, Case{31, 17, 7, 9, 0, 0}, Case{31, 17, 7, 9, 24, 8},
        Case{5, 40, 4, 12, 1, 20}, Case{1, 1, 1, 1, 0, 0}, Case{600, 3, 300, 2, 280, 1},
        Case{3, 600, 2, 300, 1, 280}}) {
    std::vector<cl_int> large = bench.random_ints(c.width * c.height, 0, 99);
    const std::vector<cl_int> small = bench.random_ints(c.columns * c.rows, 100, 999);
    const cl::Buffer large_buffer = bench.input(large), small_buffer = bench.input(small);
    cl::Kernel kernel = bench.kernel("stamp");
    common::set_args(kernel, small_buffer, large_buffer, static_cast<cl_uint>(c.width));
    common::launch(bench.session.queue, kernel, {c.columns, c.rows}, {1, 1}, {}, {c.x, c.y});
    for (std::size_t y = 0; y < c.rows; ++y)
      for (std::size_t x = 0; x < c.columns; ++x)
        large[(c.y + y) * c.width + c.x + x] = small[y * c.columns + x];
    bench.expect(bench.read<cl_int>(large_buffer, large.size()), large,
                 fmt::format("{} x {} pixels at ({}, {}) of {} x {}", c.columns, c.rows, c.x, c.y,
                             c.width, c.height),
                 {c.width});
  }
}
