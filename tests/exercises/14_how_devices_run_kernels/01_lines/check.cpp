#include "tools/exercise/check.hpp"

#include <set>

EXERCISE_CHECK(bench) {
  const auto lines = [](auto element_of) {
    std::set<int> touched;
    for (int i = 0; i < 32; ++i)
      touched.insert(element_of(i) * 4 / 128);
    return std::to_string(touched.size());
  };
  bench.expect_answer("a[i]", lines([](int i) { return i; }));
  bench.expect_answer("a[i + 1]", lines([](int i) { return i + 1; }));
  bench.expect_answer("a[2 * i]", lines([](int i) { return 2 * i; }));
  bench.expect_answer("a[32 * i]", lines([](int i) { return 32 * i; }));
  bench.expect_answer("a[31 - i]", lines([](int i) { return 31 - i; }));
  bench.expect_answer("a[i / 8]", lines([](int i) { return i / 8; }));
}
