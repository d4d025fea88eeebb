// The definition, in double.

#include "nbody.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace nbody {
namespace {

Pull pull_in_double(const State& state, double softening2, std::size_t i) {
  Pull pull;
  for (std::size_t j = 0; j < state.size() / 2; ++j) {
    const double dx = double{state[j].s[0]} - state[i].s[0];
    const double dy = double{state[j].s[1]} - state[i].s[1];
    const double dz = double{state[j].s[2]} - state[i].s[2];
    const double square = dx * dx + dy * dy + dz * dz + softening2;
    const double factor = state[j].s[3] / (square * std::sqrt(square));
    pull.x += factor * dx;
    pull.y += factor * dy;
    pull.z += factor * dz;
    pull.scale += state[j].s[3] / square;
  }
  return pull;
}

} // namespace

void on_all_cores(int count, const std::function<void(int)>& task) {
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int i = next++; i < count; i = next++)
      task(i);
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::max(1U, std::thread::hardware_concurrency()); ++t)
    threads.emplace_back(work);
  work();
  for (std::thread& thread : threads)
    thread.join();
}

std::vector<Pull> pulls_in_double(const State& state, double softening2,
                                  const std::vector<int>& bodies) {
  std::vector<Pull> pulls(bodies.size());
  on_all_cores(static_cast<int>(bodies.size()), [&](int s) {
    const auto at = static_cast<std::size_t>(s);
    pulls[at] = pull_in_double(state, softening2, static_cast<std::size_t>(bodies[at]));
  });
  return pulls;
}

} // namespace nbody
