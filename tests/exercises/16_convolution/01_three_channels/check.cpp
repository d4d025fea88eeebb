#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{31, 17}, Size{5, 23}, Size{64, 48}}) {
    if (bench.in_simulator && s.height > 17)
      continue;
    const std::vector<float> in = bench.random(3 * s.width * s.height);
    std::vector<double> want(in.begin(), in.end());
    for (std::size_t i = 0; i < in.size(); ++i)
      if (i / 3 % s.width + 1 < s.width)
        want[i] = 0.5 * (double{in[i]} + in[i + 3]);
    const auto out = bench.output<float>(in.size());
    bench.run("blur_rows", {s.width, s.height}, {8, 4}, bench.input(in), out.buffer,
              static_cast<cl_uint>(s.width), static_cast<cl_uint>(s.height));
    bench.expect(out, want, {1e-6, 0.0},
                 fmt::format("{} x {} pixels of 3 numbers", s.width, s.height),
                 {s.width, {"red", "green", "blue"}});
  }
}
