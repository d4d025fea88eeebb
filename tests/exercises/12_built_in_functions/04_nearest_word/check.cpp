#include "tools/exercise/check.hpp"

#include <bit>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto words = [&](std::size_t count) {
    const std::vector<cl_int> low = bench.random_ints(count, -1'000'000'000, 1'000'000'000);
    const std::vector<cl_int> high = bench.random_ints(count, -1'000'000'000, 1'000'000'000);
    std::vector<cl_ulong> all(count);
    for (std::size_t k = 0; k < count; ++k)
      all[k] = cl_ulong{static_cast<cl_uint>(high[k])} << 32 | static_cast<cl_uint>(low[k]);
    return all;
  };
  for (const std::size_t n : bench.sizes({1, 31, 1000}, {1, 9}))
    for (const std::size_t count : {1, 2, 20}) {
      std::vector<cl_ulong> references = words(count), queries = words(n);
      if (count == 20) {
        references[7] = ~cl_ulong{0};   // has most bits in common with everything
        references[13] = references[2]; // equally near: the first one counts
        queries[0] = references[2] ^ 0x8000000000000001;
        references.back() = queries.back() ^ 4; // the last one may be the nearest
      }
      std::vector<cl_int> want(n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 1; k < count; ++k)
          if (std::popcount(references[k] ^ queries[i]) <
              std::popcount(references[want[i]] ^ queries[i]))
            want[i] = static_cast<cl_int>(k);
      const auto result = bench.output<cl_int>(n);
      bench.run("nearest", {n}, {64}, bench.input(references), static_cast<cl_uint>(count),
                bench.input(queries), result.buffer, static_cast<cl_uint>(n));
      bench.expect(result, want, fmt::format("{} references, n = {}", count, n));
      bench.allow("nearest", {.global_loads = 2 * n * (count + 1), .global_stores = n});
    }
}
