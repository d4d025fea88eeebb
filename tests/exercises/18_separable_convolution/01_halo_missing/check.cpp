#include "tools/exercise/check.hpp"
#include "tests/exercises/pictures.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  std::size_t line = bench.in_simulator ? 8 : 64;
  while (line > bench.group(64))
    line /= 2;
  const int radius = static_cast<int>(std::min<std::size_t>(line / 2, 3));
  bench.build_with(fmt::format("-D LINE={} -D RADIUS={}", line, radius));
  const std::vector<float> weights = bench.random(static_cast<std::size_t>(2 * radius + 1));
  for (const int width : {1, 31, 64, 200}) {
    if (bench.in_simulator && width > 31)
      continue;
    const std::vector<float> in = bench.random(static_cast<std::size_t>(width));
    const std::vector<double> want =
        pictures::filtered(in, width, weights, weights.size(), pictures::Beyond::nearest_pixel);
    const std::size_t groups = (in.size() + line - 1) / line;
    const auto out = bench.output<float>(in.size());
    bench.run("rows", {in.size()}, {line}, bench.input(in), bench.input(weights), out.buffer,
              width);
    bench.expect(out, want, {1e-5, 0.0}, fmt::format("{} pixels, radius {}", width, radius));
    bench.allow("rows", {.global_loads = groups * (line + static_cast<std::size_t>(2 * radius)),
                         .global_stores = in.size(),
                         .constant_loads = in.size() * weights.size()});
  }
}
