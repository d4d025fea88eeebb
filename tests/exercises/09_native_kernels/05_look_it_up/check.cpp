#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <map>

EXERCISE_CHECK(bench) {
  using Size = std::pair<std::size_t, std::size_t>; // keys, queries
  const std::vector<Size> all{{1, 5}, {2, 31}, {3, 1}, {31, 1000}, {1000, 1023}};
  const std::vector<Size> small{{1, 5}, {2, 7}, {100, 31}};
  for (const auto& [entries, n] : bench.sizes(all, small)) {
    std::vector<cl_int> keys = bench.random_ints(entries, 1, 3);
    keys[0] -= 3;
    for (std::size_t i = 1; i < entries; ++i)
      keys[i] += keys[i - 1]; // now they ascend
    const std::vector<cl_int> values = bench.random_ints(entries, 0, 1'000'000);
    std::map<cl_int, cl_int> table;
    for (std::size_t i = 0; i < entries; ++i)
      table[keys[i]] = values[i];
    std::vector<cl_int> queries = bench.random_ints(n, keys.front() - 2, keys.back() + 2);
    queries.front() = keys.back(); // the ends are looked up in any case
    queries.back() = keys.front();
    std::vector<cl_int> want;
    for (const cl_int query : queries)
      want.push_back(table.count(query) > 0 ? table[query] : -1);
    const auto results = bench.output<cl_int>(n);
    bench.run("look_up", {n}, {32}, bench.input(keys), bench.input(values),
              static_cast<cl_uint>(entries), bench.input(queries), results.buffer,
              static_cast<cl_uint>(n));
    bench.expect(results, want, fmt::format("{} keys, {} queries", entries, n));
    std::size_t comparisons = 2; // one for the last key, one to be generous
    for (std::size_t left = entries; left > 0; left /= 2)
      ++comparisons;
    bench.allow("look_up", {.global_loads = n * (comparisons + 2), .global_stores = n});
  }
}
