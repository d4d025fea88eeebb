#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

EXERCISE_CHECK(bench) {
  const auto try_out = [&](const std::vector<double>& shape, const std::string& name) {
    const double total = std::accumulate(shape.begin(), shape.end(), 0.0);
    std::vector<float> weights;
    for (const double value : shape)
      weights.push_back(static_cast<float>(value / total));
    const std::vector<cl_uint> whole = whole_weights(weights);
    bench.expect(whole.size() == weights.size(),
                 fmt::format("{}: {} whole weights for {}.", name, whole.size(), weights.size()));
    const auto sum = std::accumulate(whole.begin(), whole.end(), 0LL);
    bench.expect(sum == 256,
                 fmt::format("{}: the whole weights add up to {}, not to 256.", name, sum));
    for (std::size_t k = 0; k < whole.size(); ++k)
      bench.expect(std::fabs(static_cast<double>(whole[k]) - 256.0 * weights[k]) < 1.0,
                   fmt::format("{}: weight {} is {}, and 256 times the real one is {:.3f}.", name,
                               k, whole[k], 256.0 * weights[k]));
    // What rounding down takes from a weight decides whether it is rounded up instead.
    double most_kept_down = 0.0, least_rounded_up = 1.0;
    for (std::size_t k = 0; k < whole.size(); ++k) {
      const double lost = 256.0 * weights[k] - std::floor(256.0 * weights[k]);
      if (whole[k] > 256.0 * weights[k])
        least_rounded_up = std::min(least_rounded_up, lost);
      else
        most_kept_down = std::max(most_kept_down, lost);
    }
    bench.expect(
        most_kept_down <= least_rounded_up + 1e-3,
        fmt::format(
            "{}: a weight that loses {:.3f} is rounded down, and one that would lose {:.3f} is "
            "rounded up.",
            name, most_kept_down, least_rounded_up));
  };
  for (const int radius : {0, 1, 2, 3, 5, 8, 13, 31}) {
    try_out(std::vector<double>(static_cast<std::size_t>(2 * radius + 1), 1.0),
            fmt::format("box, radius {}", radius));
    std::vector<double> bell;
    for (int i = -radius; i <= radius; ++i)
      bell.push_back(std::exp(-4.5 * i * i / std::max(1.0, 1.0 * radius * radius)));
    try_out(bell, fmt::format("bell, radius {}", radius));
    std::vector<double> any;
    for (const float value : bench.random(static_cast<std::size_t>(2 * radius + 1), 0.001F, 1.0F))
      any.push_back(value);
    try_out(any, fmt::format("any weights, radius {}", radius));
  }
}
