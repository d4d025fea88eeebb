#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const long bins = 3 * 256, group = 256;
  long colours = 0, pixels = 0;
  for (long y = 0; y < 1024; ++y)
    for (long x = 0; x < 1024; ++x) {
      ++pixels;
      colours += 3;
    }
  const auto groups = [&](long side, long each) { return side * side / (group * each); };
  const auto expect = [&](const char* question, long truth) {
    bench.expect_answer(question, std::to_string(truth));
  };
  expect("naive, 1024 x 1024, loads of the picture", colours);
  expect("naive, 1024 x 1024, atomic additions", colours);
  expect("vector, 1024 x 1024, loads of the picture", pixels);
  expect("local, 1024 x 1024, loads of the picture", pixels);
  expect("local, 1024 x 1024, atomic additions", groups(1024, 16) * bins);
  expect("local, 2048 x 2048, atomic additions", groups(2048, 16) * bins);
  expect("local with one pixel for each work-item, 1024 x 1024, atomic additions",
         groups(1024, 1) * bins);
  expect("partial, 1024 x 1024, stores of the first kernel", groups(1024, 16) * bins);
  expect("partial, 1024 x 1024, loads of the second kernel", groups(1024, 16) * bins);
  expect("partial, 1024 x 1024, atomic additions", 0);
}
