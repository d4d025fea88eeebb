#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const int border : {0, 1, 2, -1}) { // -1: the option is not given
    const std::string option = border < 0 ? "" : fmt::format("-D BORDER={}", border);
    bench.build_with(option);
    for (const std::size_t n : bench.sizes({1, 2, 31, 1000}, {1, 31})) {
      const std::vector<float> in = bench.random(n);
      const auto beyond = [&](std::size_t nearest, std::size_t other) {
        return border == 0 ? 0.0 : border == 2 ? double{in[other]} : double{in[nearest]};
      };
      std::vector<double> want(n);
      for (std::size_t i = 0; i < n; ++i) {
        const double left = i > 0 ? double{in[i - 1]} : beyond(0, n - 1);
        const double right = i + 1 < n ? double{in[i + 1]} : beyond(n - 1, 0);
        want[i] = (left + 2.0 * in[i] + right) / 4.0;
      }
      const auto out = bench.output<float>(n);
      bench.run("blur", {n}, {64}, bench.input(in), out.buffer, static_cast<cl_uint>(n));
      bench.expect(out, want, {1e-6, 0.0},
                   fmt::format("{}, n = {}", option.empty() ? "without the option" : option, n));
    }
  }
}
