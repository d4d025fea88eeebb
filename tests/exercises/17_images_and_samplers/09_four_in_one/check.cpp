#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
  };
  for (const Size& s : bench.sizes_or_large<Size>(
           {Size{2, 2}, Size{31, 17}, Size{6, 23}, Size{64, 48}}, Size{1024, 768})) {
    if (bench.in_simulator && s.height > 17)
      continue;
    const std::vector<float> in = bench.random(4 * s.width * s.height);
    const std::size_t wide = s.width / 2, high = s.height / 2;
    std::vector<double> want;
    for (std::size_t y = 0; y < high; ++y)
      for (std::size_t x = 0; x < wide; ++x)
        for (std::size_t channel = 0; channel < 4; ++channel) {
          double sum = 0.0;
          for (std::size_t i = 0; i < 4; ++i)
            sum += in[4 * ((2 * y + i / 2) * s.width + 2 * x + i % 2) + channel];
          want.push_back(sum / 4.0);
        }
    const auto out = bench.output<float>(want.size());
    bench.run("half_size", {wide, high}, {8, 4}, bench.image(in, s.width), out.buffer);
    const std::string where = fmt::format("{} x {} pixels", s.width, s.height);
    const std::vector<float> got = bench.read(out, where);
    // All four lie inside, so CLK_ADDRESS_NONE is right, too. But Oclgrind 21.10 reads 0 with it.
    if (bench.in_simulator && std::all_of(got.begin(), got.end(), [](float v) { return v == 0; }))
      std::fill(want.begin(), want.end(), 0.0);
    bench.expect(got, want, {0.01, 0.0}, where, {wide, exercise::rgba});
    bench.allow("half_size", {.global_stores = want.size(), .image_reads = wide * high});
  }
}
