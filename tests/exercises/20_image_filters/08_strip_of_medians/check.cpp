#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace strip_of_medians {

// The median of the window around each pixel.
inline std::vector<cl_int> medians(const std::vector<cl_uchar>& in, int width, int height) {
  std::vector<cl_int> want;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::vector<cl_uchar> window;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          window.push_back(in[static_cast<std::size_t>(std::clamp(y + j, 0, height - 1) * width +
                                                       std::clamp(x + i, 0, width - 1))]);
      std::nth_element(window.begin(), window.begin() + 4, window.end());
      want.push_back(window[4]);
    }
  return want;
}

} // namespace strip_of_medians

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
                   strip_of_medians::medians(in, s.width, s.height),
                   fmt::format("{} x {} pixels, strips of {}", s.width, s.height, s.strip),
                   static_cast<std::size_t>(s.width));
      bench.allow("median",
                  {.global_loads = // of four bytes
                   (3 * static_cast<std::size_t>(s.width * (s.height + 2 * strips)) + 3) / 4,
                   .global_stores = (pixels + 3) / 4});
    }
  }
}
