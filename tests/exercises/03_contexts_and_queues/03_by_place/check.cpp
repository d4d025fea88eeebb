#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Part {
    cl_uint first, count, seed;
  };
  std::vector<Part> parts{{0, 31, 0}, {31, 1, 0}, {7, 20, 12345}};
  if (!bench.in_simulator)
    parts.insert(parts.end(), {{0, 1000, 42}, {1000, 1023, 42}, {4294967290, 31, 3}, {64, 1, 7}});
  for (const auto& [first, count, seed] : parts) {
    std::vector<cl_int> want;
    for (cl_uint place = first; place != first + count; ++place) {
      cl_uint n = (place + seed) * 2654435769u;
      n = (n ^ (n >> 15)) * 2246822519u;
      want.push_back(static_cast<cl_int>(n ^ (n >> 13)));
    }
    const auto part = bench.output<cl_int>(count);
    bench.run("scatter", {count}, {16}, part.buffer, first, count, seed);
    bench.expect(part, want,
                 fmt::format("{} numbers from place {} on, with seed {}", count, first, seed));
    bench.allow("scatter", {.global_loads = 0, .global_stores = count});
  }
}
