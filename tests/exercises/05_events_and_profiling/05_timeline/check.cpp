#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t commands, columns;
    cl_ulong first, step;
  };
  const cl_ulong late = 1'785'000'000'123'456'789; // nanoseconds since 1970
  const std::vector<Case> all{
      {1, 5, 5, 10}, {3, 17, late, 1000}, {10, 100, 4'294'967'000, 7}, {31, 33, late, 3}};
  for (const Case& c : bench.sizes<Case>(all, {all[0], all[1], all[2]})) {
    std::vector<cl_ulong> times;
    for (std::size_t command = 0; command < c.commands; ++command) {
      std::vector<cl_int> steps =
          bench.random_ints(4, -2, static_cast<cl_int>(c.columns * c.step + c.step));
      std::sort(steps.begin(), steps.end());
      steps[2] = command % 3 == 1 ? steps[1] : steps[2]; // started at once
      for (const cl_int at : steps)
        times.push_back(c.first + static_cast<cl_ulong>(cl_long{at}));
    }
    if (c.commands > 2) // right at the time of a column
      times[4] = times[5] = times[6] = c.first + 2 * c.step;
    for (std::size_t command = 0; command < c.commands; ++command)
      std::sort(&times[4 * command], &times[4 * command] + 4);
    if (c.commands == 1)
      times = {10, 20, 20, 40};
    std::vector<cl_int> want;
    for (std::size_t i = 0; i < c.commands * c.columns; ++i)
      want.push_back(static_cast<cl_int>(
          std::count_if(&times[i / c.columns * 4], &times[i / c.columns * 4] + 4,
                        [&](cl_ulong time) { return time <= c.first + i % c.columns * c.step; })));
    const auto out = bench.output<cl_int>(want.size());
    bench.run("timeline", {want.size()}, {64}, bench.input(times), out.buffer, c.first, c.step,
              static_cast<cl_uint>(c.commands), static_cast<cl_uint>(c.columns));
    exercise::Layout layout(c.columns);
    const char* names[] = {"queued - first", "submitted - first", "started - first",
                           "ended - first"};
    for (std::size_t state = 0; state < 4; ++state) {
      std::vector<cl_long> since(want.size());
      for (std::size_t i = 0; i < since.size(); ++i)
        since[i] = static_cast<cl_long>(times[i / c.columns * 4 + state] - c.first);
      layout.from(names[state], since);
    }
    bench.expect(out, want,
                 fmt::format("{} commands, first = {}, step = {}", c.commands, c.first, c.step),
                 layout);
  }
}
