#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("Oclgrind 21.10 sums the components of a comparison wrongly.");
  for (const std::size_t n : {1, 31, 1000})
    for (const float limit : {-2.0F, 0.25F, 2.0F}) {
      std::vector<float> in = bench.random(4 * n);
      in[1] = limit; // is not larger
      std::vector<cl_int> want(n, 0);
      for (std::size_t i = 0; i < in.size(); ++i)
        want[i / 4] += in[i] > limit ? 1 : 0;
      const auto counts = bench.output<cl_int>(n);
      bench.run("count_larger", {n}, {64}, bench.input(in), counts.buffer, limit,
                static_cast<cl_uint>(n));
      bench.expect(counts, want, fmt::format("n = {}, limit {}", n, limit));
    }
}
