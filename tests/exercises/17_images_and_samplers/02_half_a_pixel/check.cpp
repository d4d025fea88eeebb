#include "tools/exercise/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height, out_width, out_height;
  };
  for (const Case& c : {Case{1, 1, 3, 2}, Case{17, 9, 17, 9}, Case{9, 5, 31, 17},
                        Case{31, 17, 12, 23}, Case{64, 48, 100, 33}}) {
    if (bench.in_simulator && c.width > 17)
      continue;
    const std::vector<float> in =
        bench.random(4 * static_cast<std::size_t>(c.width * c.height), 0.25F, 1.0F);
    const auto at = [&](int x, int y, std::size_t channel) {
      const int i = std::clamp(y, 0, c.height - 1) * c.width + std::clamp(x, 0, c.width - 1);
      return double{in[4 * static_cast<std::size_t>(i) + channel]};
    };
    std::vector<double> want;
    for (int y = 0; y < c.out_height; ++y)
      for (int x = 0; x < c.out_width; ++x) {
        const double u = (x + 0.5) * c.width / c.out_width - 0.5;
        const double v = (y + 0.5) * c.height / c.out_height - 0.5;
        const int left = static_cast<int>(std::floor(u)), top = static_cast<int>(std::floor(v));
        const double a = u - left, b = v - top;
        for (std::size_t k = 0; k < 4; ++k)
          want.push_back((1 - b) * ((1 - a) * at(left, top, k) + a * at(left + 1, top, k)) +
                         b * ((1 - a) * at(left, top + 1, k) + a * at(left + 1, top + 1, k)));
      }
    const auto wide = static_cast<std::size_t>(c.out_width),
               high = static_cast<std::size_t>(c.out_height);
    const cl::Image2D picture = bench.image(in, static_cast<std::size_t>(c.width));
    const cl::Image2D out(bench.session.context, CL_MEM_WRITE_ONLY,
                          cl::ImageFormat(CL_RGBA, CL_FLOAT), wide, high);
    const cl_float unwritten = std::bit_cast<cl_float>(0xFFFFFFFF); // as in bench.output
    bench.session.queue.enqueueFillImage(
        out, cl_float4{{unwritten, unwritten, unwritten, unwritten}}, {0, 0, 0}, {wide, high, 1});
    bench.run("resize", {wide, high}, {8, 4}, picture, out);
    std::vector<float> got(want.size());
    bench.session.queue.enqueueReadImage(out, CL_TRUE, {0, 0, 0}, {wide, high, 1}, 0, 0,
                                         got.data());
    // GPUs mix in steps of 1/256.
    bench.expect(
        got, want, {0.01, 0.0},
        fmt::format("{} x {} pixels to {} x {}", c.width, c.height, c.out_width, c.out_height),
        {wide, exercise::rgba});
  }
}
