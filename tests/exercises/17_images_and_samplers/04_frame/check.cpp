#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.need_images();
  struct Case {
    int width, height, n;
  };
  struct Mode {
    cl_addressing_mode mode;
    const char* name;
  };
  // The pixel that stands for number i of `extent`; -1: the border colour
  const auto inside = [](int i, int extent, cl_addressing_mode mode) {
    const int twice = ((i % (2 * extent)) + 2 * extent) % (2 * extent);
    switch (mode) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
      return std::clamp(i, 0, extent - 1);
    case CL_ADDRESS_REPEAT:
      return twice % extent;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return twice < extent ? twice : 2 * extent - 1 - twice;
    default:
      return i >= 0 && i < extent ? i : -1;
    }
  };
  for (const Case& c : {Case{1, 1, 0}, Case{3, 2, 7}, Case{17, 9, 2}, Case{31, 23, 8}})
    for (const Mode& mode :
         {Mode{CL_ADDRESS_CLAMP_TO_EDGE, "CLAMP_TO_EDGE"}, Mode{CL_ADDRESS_CLAMP, "CLAMP"},
          Mode{CL_ADDRESS_REPEAT, "REPEAT"}, Mode{CL_ADDRESS_MIRRORED_REPEAT, "MIRRORED_REPEAT"}}) {
      if (bench.in_simulator && c.width > 17)
        continue;
      const std::vector<float> in =
          bench.random(4 * static_cast<std::size_t>(c.width * c.height), 0.25F, 1.0F);
      const auto wide = static_cast<std::size_t>(c.width + 2 * c.n),
                 high = static_cast<std::size_t>(c.height + 2 * c.n);
      std::vector<double> want;
      for (int y = -c.n; y < c.height + c.n; ++y)
        for (int x = -c.n; x < c.width + c.n; ++x)
          for (std::size_t channel = 0; channel < 4; ++channel) {
            const int column = inside(x, c.width, mode.mode), row = inside(y, c.height, mode.mode);
            want.push_back(
                column < 0 || row < 0
                    ? 0.0
                    : in[4 * static_cast<std::size_t>(row * c.width + column) + channel]);
          }
      const cl::Image2D picture = bench.image(in, static_cast<std::size_t>(c.width));
      const cl::Sampler sampler(bench.session.context, CL_TRUE, mode.mode, CL_FILTER_NEAREST);
      const auto out = bench.output<float>(want.size());
      bench.run("frame", {wide, high}, {8, 4}, picture, sampler, out.buffer, c.n);
      bench.expect(out, want, {},
                   fmt::format("{} x {} pixels, n = {}, {}", c.width, c.height, c.n, mode.name),
                   {wide, exercise::rgba});
    }
}
