#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {256, 24}) {
    const std::size_t group = bench.group(bench.in_simulator ? wanted / 8 : wanted);
    for (const int kind : {0, 1, 2, 3}) {
      if (bench.in_simulator && (kind > 1 || wanted > 24))
        continue;
      const std::vector<cl_int> numbers = bench.random_ints(256, 0, kind == 1 ? 20000 : 300);
      std::vector<cl_uint> counts(256);
      for (std::size_t level = 0; level < 256; ++level) {
        const bool in_peak = kind == 0 ? (level > 20 && level < 60) || (level > 150 && level < 170)
                             : kind == 1 ? level % 3 != 1
                             : kind == 2 ? level > 200
                                         : level == 99;
        counts[level] = in_peak ? static_cast<cl_uint>(numbers[level] + 1) : 0;
      }
      std::vector<double> variance(256);
      std::size_t best = 0;
      for (std::size_t t = 0; t < 256; ++t) {
        double n[2] = {0, 0}, sum[2] = {0, 0};
        for (std::size_t level = 0; level < 256; ++level) {
          n[level >= t] += counts[level];
          sum[level >= t] += static_cast<double>(level) * counts[level];
        }
        if (n[0] > 0 && n[1] > 0) {
          const double apart = sum[0] / n[0] - sum[1] / n[1];
          variance[t] = n[0] * n[1] * apart * apart;
        }
        if (variance[t] > variance[best] * (1 + 1e-12))
          best = t;
      }
      const auto out = bench.output<cl_int>(1);
      bench.run("otsu", {group}, {group}, bench.input(counts), out.buffer,
                cl::Local(256 * sizeof(cl_float)));
      const cl_int got = bench.read(out)[0];
      // In floats, one that is as good to six digits may win; an equal one behind it must not.
      const bool near = got >= 0 && got < 256 &&
                        variance[static_cast<std::size_t>(got)] >= variance[best] * (1 - 2e-5) &&
                        (kind == 1 || got == static_cast<cl_int>(best));
      bench.expect(near,
                   fmt::format("histogram {}, a group of {}: the threshold should be {} but is {}.",
                               kind, group, best, got));
    }
  }
}
