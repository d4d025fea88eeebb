#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    const std::size_t groups = bench.in_simulator ? 3 : 50;
    const std::vector<float> in = bench.random(group * groups);
    std::vector<double> want(groups, 0.0);
    for (std::size_t i = 0; i < in.size(); ++i)
      want[i / group] += in[i];
    const auto sums = bench.output<float>(groups);
    bench.run("group_sums", {in.size()}, {group}, bench.input(in), sums.buffer,
              cl::Local(group * sizeof(float)));
    bench.expect(sums, want, common::sum_tolerance(group, static_cast<double>(group)),
                 fmt::format("{} groups of {}", groups, group));
  }
}
