#include "tools/exercise/check.hpp"
#include "tests/exercises/20_image_filters/filters.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height, strip;
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{1, 1, 4}, Size{31, 17, 4}, Size{9, 30, 16}, Size{70, 65, 8}}, Size{320, 240, 8})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    bench.build_with(fmt::format("-D STRIP={}", s.strip));
    const auto pixels = static_cast<std::size_t>(s.width * s.height);
    const int strips = (s.height + s.strip - 1) / s.strip;
    for (const cl_int most : {1, 255}) {
      std::vector<cl_uchar> in;
      for (const cl_int byte : bench.random_ints(pixels, 0, most))
        in.push_back(static_cast<cl_uchar>(byte));
      const auto out = bench.output<cl_uchar>(pixels);
      bench.run("median", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(strips)},
                {8, 2}, bench.input(in), out.buffer, s.width, s.height);
      const std::vector<cl_uchar> bytes = bench.read(out);
      bench.expect(std::vector<cl_int>(bytes.begin(), bytes.end()),
                   filter_exercises::medians(in, s.width, s.height),
                   fmt::format("{} x {} pixels, strips of {}", s.width, s.height, s.strip),
                   static_cast<std::size_t>(s.width));
      bench.allow("median",
                  {.global_loads = // of four bytes
                   (3 * static_cast<std::size_t>(s.width * (s.height + 2 * strips)) + 3) / 4,
                   .global_stores = (pixels + 3) / 4});
    }
  }
}
