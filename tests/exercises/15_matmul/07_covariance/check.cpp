#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Sizes {
    std::size_t count, dim;
  };
  for (const Sizes& s : {Sizes{1, 1}, Sizes{10, 3}, Sizes{1000, 3}, Sizes{50, 17}}) {
    if (bench.in_simulator && s.count > 10)
      continue;
    const std::vector<float> vectors = bench.random(s.count * s.dim, 999.0F, 1001.0F);
    std::vector<double> exact(s.dim, 0.0);
    for (std::size_t i = 0; i < vectors.size(); ++i)
      exact[i % s.dim] += vectors[i] / static_cast<double>(s.count);
    const std::vector<float> mean(exact.begin(), exact.end());
    std::vector<double> want(s.dim * s.dim, 0.0);
    for (std::size_t b = 0; b < s.dim; ++b)
      for (std::size_t a = 0; a < s.dim; ++a)
        for (std::size_t v = 0; v < s.count; ++v)
          want[b * s.dim + a] += (double{vectors[v * s.dim + a]} - mean[a]) *
                                 (double{vectors[v * s.dim + b]} - mean[b]) /
                                 static_cast<double>(s.count);
    const auto out = bench.output<float>(want.size());
    bench.run("covariance", {s.dim, s.dim}, {4, 4}, bench.input(vectors), bench.input(mean),
              out.buffer, static_cast<cl_uint>(s.count), static_cast<cl_uint>(s.dim));
    bench.expect(out, want, {1e-4, 0.0}, fmt::format("{} vectors of {}", s.count, s.dim), s.dim);
    bench.allow("covariance",
                {.global_loads = s.dim * s.dim * 2 * (s.count + 1), .global_stores = want.size()});
  }
}
