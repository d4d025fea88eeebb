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

// [in-steps]
void in_steps(const std::string& what, std::size_t count,
              const std::function<void(std::size_t, std::size_t)>& work) {
  Progress progress(what);
  const std::size_t step = (count + 63) / 64;
  for (std::size_t begin = 0; begin < count; begin += step) {
    const std::size_t end = std::min(begin + step, count);
    work(begin, end);
    progress.done(double(end) / double(count));
  }
}
// [/in-steps]

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
  const Stopwatch watch;
  in_steps(what + " in C++ on one core", count, loop);
  const double whole = watch.milliseconds();
  const double one_core = whole < 50.0 ? shortest_ms([&] { loop(0, count); }) : whole;
  const auto measured = [&](const char* where, double expected_ms, const auto& work) {
    const Progress progress(what + where, 1e-3 * expected_ms);
    return shortest_ms(work);
  };
  const double all_cores = measured(" in C++ on all cores", one_core / cores, on_all_cores);
  const double kernels = measured(" on the device", 0.0, device);
  const double all = measured(" on the device, with transfers", kernels, with_transfers);
  return fmt::format("{}: C++ {} on one core, {} on {}; device {}, {} with transfers", what,
                     time_text(one_core), time_text(all_cores), cores, time_text(kernels),
                     time_text(all));
}
// [/compare]

} // namespace common
