#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, focus, slope, largest;
  };
  for (const Case& s : {Case{1, 1, 0, 1, 5}, Case{31, 17, 8, 2, 3}, Case{40, 64, 20, 3, 9},
                        Case{9, 50, -7, 1, 6}, Case{33, 20, 90, 10, 7}}) {
    Picture picture{s.width, s.height, {}};
    for (const cl_int byte :
         bench.random_ints(static_cast<std::size_t>(4 * s.width * s.height), 0, 255))
      picture.pixels.push_back(static_cast<cl_uchar>(byte));
    const std::string where = fmt::format("{} x {} pixels, focus {}, slope {}, largest {}", s.width,
                                          s.height, s.focus, s.slope, s.largest);
    bench.trying(where);
    const auto at = [&](int x, int y, int c) {
      return static_cast<std::size_t>(
          4 * (std::clamp(y, 0, s.height - 1) * s.width + std::clamp(x, 0, s.width - 1)) + c);
    };
    std::vector<double> middle(picture.pixels.size(), 0.0), want(picture.pixels.size(), 0.0);
    for (int pass = 0; pass < 2; ++pass)
      for (int y = 0; y < s.height; ++y) {
        const int radius = std::min(std::abs(y - s.focus) / s.slope, s.largest);
        for (int x = 0; x < s.width; ++x)
          for (int c = 0; c < 4; ++c)
            for (int i = -radius; i <= radius; ++i)
              if (pass == 0)
                middle[at(x, y, c)] += picture.pixels[at(x + i, y, c)] / (2.0 * radius + 1.0);
              else
                want[at(x, y, c)] += middle[at(x, y + i, c)] / (2.0 * radius + 1.0);
      }
    const Picture got = miniature(bench.session.device, picture, s.focus, s.slope, s.largest);
    bench.expect(got.width == s.width && got.height == s.height &&
                     got.pixels.size() == picture.pixels.size(),
                 fmt::format("{}: the result has {} x {} pixels and {} bytes.", where, got.width,
                             got.height, got.pixels.size()));
    bench.expect(std::vector<float>(got.pixels.begin(), got.pixels.end()), want, {0.502, 0.0},
                 where, {static_cast<std::size_t>(s.width), exercise::rgba});
  }
}
