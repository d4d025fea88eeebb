#include "tools/exercise/check.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    std::vector<float> m;
  };
  for (const Case& k :
       {Case{9, 9, {1, 0, 0, 0, 1, 0, 0, 0, 1}},
        Case{31, 17, {1.5F, 0.25F, -3, 0.125F, 1.25F, -2, 0.03125F, 0, 1}},
        Case{24, 32, {3, 0.5F, -20, 0, 3, -9, -0.0625F, -0.0625F, 2}}, // with a horizon
        Case{17, 31, {1, 0, -4, 0, 2, -40, 0, 0.25F, -4}},             // w is 0 in row 16
        Case{5, 4, {0, 0, 0, 0, 0, 0, 0, 0, 0}}}) {
    const std::vector<float> in =
        bench.random(static_cast<std::size_t>(k.width * k.height), 1.0F, 2.0F);
    const auto out = bench.output<float>(in.size());
    const std::string where =
        fmt::format("{} x {} pixels, matrix {}", k.width, k.height, fmt::join(k.m, " "));
    bench.run("warp", {static_cast<std::size_t>(k.width), static_cast<std::size_t>(k.height)},
              {8, 8}, bench.input(in), out.buffer, k.width, k.height, bench.input(k.m));
    const std::vector<float> got = bench.read(out, where);
    std::vector<double> want;
    for (int y = 0; y < k.height; ++y)
      for (int x = 0; x < k.width; ++x) {
        const auto row = [&](std::size_t n) {
          return double{k.m[n]} * x + double{k.m[n + 1]} * y + k.m[n + 2];
        };
        const double w = row(6);
        const auto nearest = [&](double du, double dv) {
          const double i = std::floor(row(0) / w + du + 0.5), j = std::floor(row(3) / w + dv + 0.5);
          return w > 0.0 && i >= 0 && j >= 0 && i < k.width && j < k.height
                     ? double{in[static_cast<std::size_t>(j * k.width + i)]}
                     : 0.0;
        };
        double right =
            nearest(0.0, 0.0); // where the place lies between two pixels, either is right
        for (const double du : {-1e-3, 1e-3})
          for (const double dv : {-1e-3, 1e-3})
            if (double{got[want.size()]} == nearest(du, dv))
              right = got[want.size()];
        want.push_back(right);
      }
    bench.expect(got, want, {}, where,
                 exercise::Layout(static_cast<std::size_t>(k.width)).picture());
  }
}
