#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace {

Picture plain_median(const Picture& picture) {
  Picture result = picture;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      std::vector<cl_uchar> window;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          window.push_back(picture.pixels[static_cast<std::size_t>(
              std::clamp(y + j, 0, picture.height - 1) * picture.width +
              std::clamp(x + i, 0, picture.width - 1))]);
      std::nth_element(window.begin(), window.begin() + 4, window.end());
      result.pixels[static_cast<std::size_t>(y * picture.width + x)] = window[4];
    }
  return result;
}

double mean_error(const Picture& a, const Picture& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.pixels.size(); ++k)
    sum += std::abs(a.pixels[k] - b.pixels[k]);
  return sum / static_cast<double>(a.pixels.size());
}

} // namespace

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, percent;
  };
  for (const Case& s : {Case{64, 48, 5}, Case{31, 57, 20}, Case{80, 33, 40}, Case{90, 70, 60}}) {
    Picture clean{s.width, s.height, {}};
    const std::vector<float> r = bench.random(8, 0.0F, 1.0F);
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        double value = 60.0 + 100.0 * r[0] * x / s.width + 60.0 * r[1] * y / s.height; // a slope
        if (x + 2 * y > s.width * (0.8 + r[2]))
          value = 225.0 - value; // an edge
        if ((x + static_cast<int>(8 * r[3])) % 16 == 0)
          value += 50.0; // thin lines
        if (y > s.height / 2)
          value += 12.0 * std::sin(0.5 * x + 6.0 * r[4]); // stripes
        clean.pixels.push_back(static_cast<cl_uchar>(std::clamp(value, 16.0, 239.0)));
      }
    Picture noisy = clean;
    const std::vector<cl_int> dice = bench.random_ints(clean.pixels.size(), 0, 199);
    for (std::size_t k = 0; k < clean.pixels.size(); ++k)
      if (dice[k] / 2 < s.percent)
        noisy.pixels[k] = dice[k] % 2 == 0 ? 0 : 255;
    const std::string where =
        fmt::format("{} x {} pixels, {} of 100 hit", s.width, s.height, s.percent);
    bench.trying(where);
    const Picture got = restore(bench.session.device, noisy);
    bench.expect(got.width == s.width && got.height == s.height &&
                     got.pixels.size() == clean.pixels.size(),
                 fmt::format("{}: the result has {} x {} pixels and {} bytes.", where, got.width,
                             got.height, got.pixels.size()));
    for (std::size_t k = 0; k < clean.pixels.size(); ++k)
      bench.expect(dice[k] / 2 < s.percent || got.pixels[k] == clean.pixels[k],
                   fmt::format("{}: row {}, column {} was not hit and should stay {}, but is {}.",
                               where, k / static_cast<std::size_t>(s.width),
                               k % static_cast<std::size_t>(s.width), clean.pixels[k],
                               got.pixels[k]));
    const double allowed = mean_error(plain_median(noisy), clean) / 3.0,
                 error = mean_error(got, clean);
    bench.expect(error <= allowed,
                 fmt::format("{}: the mean error is {:.2f}, and at most {:.2f} is allowed.", where,
                             error, allowed));
  }
}
