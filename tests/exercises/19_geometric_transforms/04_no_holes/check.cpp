#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    float c, s;
  };
  // Whole-number sides of right triangles: no place lies close to the middle between two pixels by accident.
  for (const Case& k : {Case{9, 9, 0.0F, 1.0F}, Case{31, 17, 0.8F, 0.6F},
                        Case{20, 33, -0.28F, 0.96F}, Case{1, 5, 0.6F, -0.8F}}) {
    const std::vector<float> in =
        bench.random(static_cast<std::size_t>(k.width * k.height), 1.0F, 2.0F);
    const auto out = bench.output<float>(in.size());
    const std::string where =
        fmt::format("{} x {} pixels, cosine {}, sine {}", k.width, k.height, k.c, k.s);
    bench.run("turn", {static_cast<std::size_t>(k.width), static_cast<std::size_t>(k.height)},
              {8, 8}, bench.input(in), out.buffer, k.width, k.height, k.c, k.s);
    const std::vector<float> got = bench.read(out, where);
    const double cx = 0.5 * (k.width - 1), cy = 0.5 * (k.height - 1);
    std::vector<double> want;
    for (int y = 0; y < k.height; ++y)
      for (int x = 0; x < k.width; ++x) {
        const double u = cx + k.c * (x - cx) + k.s * (y - cy),
                     v = cy - k.s * (x - cx) + k.c * (y - cy);
        const auto nearest = [&](double from_u, double from_v) {
          const double i = std::floor(from_u + 0.5), j = std::floor(from_v + 0.5);
          return i >= 0 && j >= 0 && i < k.width && j < k.height
                     ? double{in[static_cast<std::size_t>(j * k.width + i)]}
                     : 0.0;
        };
        // Where the place lies between two pixels, either is right.
        double right = nearest(u, v);
        for (const double du : {-1e-4, 1e-4})
          for (const double dv : {-1e-4, 1e-4})
            if (double{got[want.size()]} == nearest(u + du, v + dv))
              right = got[want.size()];
        want.push_back(right);
      }
    bench.expect(got, want, {}, where,
                 exercise::Layout(static_cast<std::size_t>(k.width)).picture());
  }
}
