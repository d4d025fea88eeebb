#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.need_images();
  struct Case {
    std::size_t width, height, frames;
  };
  const auto cases = bench.sizes<Case>({{1, 1, 1}, {13, 5, 3}, {31, 17, 20}}, {{5, 3, 4}});
  for (const Case& each : cases) {
    const auto [width, height, frames] = each;
    const std::vector<float> in = bench.random(4 * width * height);
    const cl::Image2DArray out(bench.session.context, CL_MEM_READ_WRITE,
                               cl::ImageFormat(CL_RGBA, CL_FLOAT), frames, width, height, 0, 0);
    std::vector<float> got(4 * width * height * frames, -7.0F); // in case nothing is written
    bench.session.queue.enqueueWriteImage(out, CL_TRUE, {0, 0, 0}, {width, height, frames}, 0, 0,
                                          got.data());
    bench.run("flip_book", {width, height, frames}, {8, 8, 1}, bench.input(in), out,
              static_cast<cl_int>(width), static_cast<cl_int>(height), static_cast<cl_int>(frames));
    bench.session.queue.enqueueReadImage(out, CL_TRUE, {0, 0, 0}, {width, height, frames}, 0, 0,
                                         got.data());
    std::vector<double> want;
    for (std::size_t picture = 0; picture < frames; ++picture)
      for (std::size_t row = 0; row < height; ++row)
        for (std::size_t i = 0; i < 4 * width; ++i)
          want.push_back(in[(row + picture) % height * width * 4 + i]);
    bench.expect(got, want, {}, fmt::format("{} pictures of {} x {}", frames, width, height),
                 {width, exercise::rgba});
  }
}
