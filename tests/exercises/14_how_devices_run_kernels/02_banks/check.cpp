#include "tools/exercise/check.hpp"

#include <algorithm>
#include <map>
#include <set>

EXERCISE_CHECK(bench) {
  const auto steps = [](auto element_of) {
    std::map<int, std::set<int>> wanted; // of each bank
    for (int i = 0; i < 32; ++i)
      wanted[element_of(i) % 32].insert(element_of(i));
    std::size_t most = 0;
    for (const auto& bank : wanted)
      most = std::max(most, bank.second.size());
    return std::to_string(most);
  };
  bench.expect_answer("tile[i]", steps([](int i) { return i; }));
  bench.expect_answer("tile[2 * i]", steps([](int i) { return 2 * i; }));
  bench.expect_answer("tile[3 * i]", steps([](int i) { return 3 * i; }));
  bench.expect_answer("tile[32 * i]", steps([](int i) { return 32 * i; }));
  bench.expect_answer("tile[33 * i]", steps([](int i) { return 33 * i; }));
  bench.expect_answer("tile[i / 2]", steps([](int i) { return i / 2; }));
}
