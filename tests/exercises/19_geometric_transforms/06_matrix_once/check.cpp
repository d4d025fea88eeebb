#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    std::vector<float> m;
  };
  for (const Case& k : bench.sizes_or_large<Case>(
           {Case{8, 5, {1, 0, 0, 0, 1, 0}}, Case{31, 17, {0.8F, 0.6F, -2.1F, -0.6F, 0.8F, 9.3F}},
            Case{2, 3, {0, 1, 0, 1, 0, 0}}, Case{33, 9, {2, 0.5F, -20.2F, 0.1F, -1, 8}}},
           Case{1024, 768, {0.8F, 0.6F, -2.1F, -0.6F, 0.8F, 9.3F}})) {
    const std::vector<float> in =
        bench.random(static_cast<std::size_t>(k.width * k.height), 1.0F, 2.0F);
    const auto out = bench.output<float>(in.size());
    const std::string where =
        fmt::format("{} x {} pixels, matrix {}", k.width, k.height, fmt::join(k.m, " "));
    const std::size_t across = (static_cast<std::size_t>(k.width) + 3) / 4,
                      down = static_cast<std::size_t>(k.height);
    bench.run("warp", {across, down}, {4, 4}, bench.input(in), out.buffer, k.width, k.height,
              bench.input(k.m));
    const std::vector<float> got = bench.read(out, where);
    std::vector<double> want;
    for (int y = 0; y < k.height; ++y)
      for (int x = 0; x < k.width; ++x) {
        const auto nearest = [&](double du, double dv) {
          const double i = std::floor(double{k.m[0]} * x + double{k.m[1]} * y + k.m[2] + du + 0.5);
          const double j = std::floor(double{k.m[3]} * x + double{k.m[4]} * y + k.m[5] + dv + 0.5);
          return i >= 0 && j >= 0 && i < k.width && j < k.height
                     ? double{in[static_cast<std::size_t>(j * k.width + i)]}
                     : 0.0;
        };
        double right =
            nearest(0.0, 0.0); // where the place lies between two pixels, either is right
        for (const double du : {-1e-4, 1e-4})
          for (const double dv : {-1e-4, 1e-4})
            if (double{got[want.size()]} == nearest(du, dv))
              right = got[want.size()];
        want.push_back(right);
      }
    bench.expect(got, want, {}, where, static_cast<std::size_t>(k.width));
    bench.allow("warp", {.global_loads = in.size(),
                         .global_stores = in.size(),
                         .constant_loads = 6 * across * down});
  }
}
