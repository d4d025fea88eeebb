#include "common/compare.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <thread>
#include <vector>

namespace common {
namespace {

std::string time_text(double milliseconds) {
  return milliseconds < 0.1 ? fmt::format("{:.2g} us", 1e3 * milliseconds)
                            : fmt::format("{:.3g} ms", milliseconds);
}

} // namespace

// [shortest]
double shortest_ms(const std::function<void()>& work) {
  double shortest = INFINITY;
  const Stopwatch all;
  do {
    const Stopwatch one;
    work();
    shortest = std::min(shortest, one.milliseconds());
  } while (all.milliseconds() < 50.0);
  return shortest;
}
// [/shortest]

// [compare]
std::string compare_with_cpp(const std::string& what, std::size_t count,
                             const std::function<void(std::size_t, std::size_t)>& loop,
                             const std::function<void()>& device,
                             const std::function<void()>& with_transfers) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const auto on_all_cores = [&] {
    std::vector<std::jthread> threads; // whose destructors wait for them
    for (std::size_t t = 0; t < cores; ++t)
      threads.emplace_back(loop, count * t / cores, count * (t + 1) / cores);
  };
  return fmt::format("{}: C++ {} on one core, {} on {}; device {}, {} with transfers", what,
                     time_text(shortest_ms([&] { loop(0, count); })),
                     time_text(shortest_ms(on_all_cores)), cores, time_text(shortest_ms(device)),
                     time_text(shortest_ms(with_transfers)));
}
// [/compare]

} // namespace common
