#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    float threshold;
  };
  for (const Case& s :
       {Case{1, 1, 0.4F}, Case{31, 17, 0.4F}, Case{33, 40, 0.6F}, Case{64, 20, 0.3F}}) {
    if (bench.in_simulator && s.width > 31)
      continue;
    const auto pixels = static_cast<std::size_t>(s.width * s.height);
    std::vector<cl_uchar> in;
    for (const cl_int byte : bench.random_ints(4 * pixels, 0, 255))
      in.push_back(static_cast<cl_uchar>(byte));
    for (std::size_t k = 0; k < pixels; k += 3) // a third of the picture is red
      in[4 * k] = static_cast<cl_uchar>(128 + in[4 * k] / 2);
    const auto out = bench.output<cl_uchar>(in.size());
    bench.run("mend", {static_cast<std::size_t>(s.width), static_cast<std::size_t>(s.height)},
              {8, 4}, bench.input(in), out.buffer, s.width, s.height, s.threshold);
    const std::vector<cl_uchar> bytes = bench.read(out);
    std::vector<float> got(bytes.begin(), bytes.end());
    std::vector<double> want(in.begin(), in.end());
    for (std::size_t k = 0; k < in.size(); k += 4) {
      const double red = 0.5133333 * in[k], green = in[k + 1], blue = 0.1933333 * in[k + 2];
      const double least = std::max(green, blue) - 510.0 * (double{s.threshold} - 0.4);
      if (red >= least)
        want[k] = std::min(255.0, (green + blue) / (2.0 * 0.5133333));
      if (std::abs(red - least) < 1e-3) // floats may fall on either side
        got[k] = static_cast<float>(want[k]);
    }
    bench.expect(got, want, {0.501, 0.0},
                 fmt::format("{} x {} pixels, threshold {}", s.width, s.height, s.threshold),
                 {static_cast<std::size_t>(s.width), exercise::rgba});
  }
}
