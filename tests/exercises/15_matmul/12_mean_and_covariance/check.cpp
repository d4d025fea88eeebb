#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t count, dim, group;
  };
  for (const Case& c :
       bench.sizes_or_large<Case>({Case{2, 2, 4}, Case{1, 1, 8}, Case{10, 3, 64}, Case{12, 7, 5},
                                   Case{500, 3, 16}, Case{50, 17, 12}},
                                  Case{20000, 17, 64})) {
    if (bench.in_simulator && c.count > 12)
      continue;
    const std::size_t group = bench.group(c.group);
    std::vector<float> vectors = bench.random(c.count * c.dim, 99.0F, 101.0F);
    if (c.count == 2)
      vectors = {1, 2, 3, 6};
    std::vector<double> means(c.dim, 0.0), want(c.dim * c.dim, 0.0);
    for (std::size_t i = 0; i < vectors.size(); ++i)
      means[i % c.dim] += vectors[i] / static_cast<double>(c.count);
    for (std::size_t a = 0; a < c.dim; ++a)
      for (std::size_t b = 0; b < c.dim; ++b)
        for (std::size_t v = 0; v < c.count; ++v)
          want[a * c.dim + b] += (vectors[v * c.dim + a] - means[a]) *
                                 (vectors[v * c.dim + b] - means[b]) / static_cast<double>(c.count);
    const auto mean = bench.output<float>(c.dim), out = bench.output<float>(want.size());
    bench.run("covariance", {group}, {group}, bench.input(vectors), mean.buffer, out.buffer,
              cl::Local(c.dim * sizeof(float)), static_cast<cl_uint>(c.count),
              static_cast<cl_uint>(c.dim));
    const std::string where = fmt::format("{} vectors of {}, a group of {}", c.count, c.dim, group);
    bench.expect(mean, means, {1e-3, 0.0}, where + ", means");
    bench.expect(out, want, {1e-3, 0.0}, where + ", the matrix", c.dim);
    bench.allow("covariance", {.global_loads = c.count * c.dim * (c.dim + 2),
                               .global_stores = 2 * c.dim + want.size()}); // the diagonal twice
  }
}
