#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    int width, height;
    std::size_t group_width, group_height;
  };
  for (const Size& s :
       bench.sizes_or_large<Size>({Size{1, 1, 8, 4}, Size{16, 8, 8, 4}, Size{31, 17, 8, 4},
                                   Size{13, 19, 2, 8}, Size{70, 33, 8, 4}},
                                  Size{640, 480, 8, 4})) {
    if (bench.in_simulator && s.width > 31)
      continue;
    std::size_t width = s.group_width, height = s.group_height;
    while (width * height > bench.group(width * height))
      (width > height ? width : height) /= 2;
    bench.build_with(fmt::format("-D WIDTH={} -D HEIGHT={}", width, height));
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    const std::vector<float> in = bench.random(4 * wide * high);
    std::vector<double> want;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x)
        for (std::size_t channel = 0; channel < 4; ++channel) {
          double sum = 0.0;
          for (int py = y - 1; py <= y + 1; ++py)
            for (int px = x - 1; px <= x + 1; ++px)
              sum += in[4 * static_cast<std::size_t>(std::clamp(py, 0, s.height - 1) * s.width +
                                                     std::clamp(px, 0, s.width - 1)) +
                        channel];
          want.push_back(sum / 9.0);
        }
    const auto out = bench.output<float>(want.size());
    bench.run("blur", {wide, high}, {width, height}, bench.image(in, wide), out.buffer);
    bench.expect(out, want, {1e-6, 0.0},
                 fmt::format("{} x {} pixels, groups of {} x {}", s.width, s.height, width, height),
                 {wide, exercise::rgba});
    const std::size_t groups = ((wide + width - 1) / width) * ((high + height - 1) / height);
    bench.allow("blur",
                {.global_stores = want.size(), .image_reads = groups * (width + 2) * (height + 2)});
  }
}
