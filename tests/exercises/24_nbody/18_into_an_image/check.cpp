#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

EXERCISE_CHECK(bench) {
  bench.need_images();
  const int most = 3;
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{8, 5}, std::pair{7, 13}}) {
    const std::size_t n = 150, pixels = static_cast<std::size_t>(width) * height;
    const std::vector<float> bodies = bench.random(4 * n, -1.2F, 1.2F);
    std::vector<int> counts(pixels, 0);
    for (std::size_t i = 0; i < n; ++i) {
      const float x = 0.5F * (bodies[4 * i] + 1.0F) * static_cast<float>(width);
      const float y = 0.5F * (1.0F - bodies[4 * i + 1]) * static_cast<float>(height);
      if (x >= 0.0F && x < static_cast<float>(width) && y >= 0.0F && y < static_cast<float>(height))
        ++counts[static_cast<std::size_t>(static_cast<int>(y) * width + static_cast<int>(x))];
    }
    std::vector<double> want;
    for (const int count : counts) {
      const double light = std::min(static_cast<double>(count) / most, 1.0);
      want.insert(want.end(), {light, light, light, 1.0});
    }
    const cl::Buffer counted = bench.input(std::vector<cl_int>(pixels, 0));
    bench.run("project", {n}, {bench.group(16)}, bench.input(bodies), counted, static_cast<int>(n),
              width, height);
    const cl::Image2D picture(bench.session.context, CL_MEM_READ_WRITE,
                              cl::ImageFormat(CL_RGBA, CL_FLOAT), static_cast<std::size_t>(width),
                              static_cast<std::size_t>(height));
    bench.run("show", {pixels}, {bench.group(16)}, counted, picture, width, height, most);
    std::vector<float> got(4 * pixels);
    bench.session.queue.enqueueReadImage(
        picture, CL_TRUE, {0, 0, 0},
        {static_cast<std::size_t>(width), static_cast<std::size_t>(height), 1}, 0, 0, got.data());
    bench.expect(got, want, {1e-6, 1e-6}, fmt::format("{} x {} pixels", width, height),
                 {static_cast<std::size_t>(width), exercise::rgba});
  }
}
