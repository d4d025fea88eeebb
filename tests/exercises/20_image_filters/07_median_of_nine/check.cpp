#include "tools/exercise/check.hpp"
#include "tests/exercises/20_image_filters/filters.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{31, 17}, Size{5, 23}, Size{96, 64}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const auto pixels = static_cast<std::size_t>(s.width * s.height);
    for (const cl_int most : {1, 255}) { // zeros and ones find every mistake of a list of exchanges
      std::vector<cl_uchar> in;
      for (const cl_int byte : bench.random_ints(pixels, 0, most))
        in.push_back(static_cast<cl_uchar>(byte));
      const auto out = bench.output<cl_uchar>(pixels);
      bench.run("median", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
                {8, 4}, bench.input(in), out.buffer, s.width, s.height);
      const std::vector<cl_uchar> bytes = bench.read(out);
      bench.expect(std::vector<cl_int>(bytes.begin(), bytes.end()),
                   filter_exercises::medians(in, s.width, s.height),
                   fmt::format("{} x {} pixels from 0 to {}", s.width, s.height, most),
                   static_cast<std::size_t>(s.width));
      bench.allow("median", {.global_loads = (9 * pixels + 3) / 4,
                             .global_stores = (pixels + 3) / 4}); // of four bytes
    }
  }
}
