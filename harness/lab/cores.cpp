#include "harness/lab/cores.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace harness {

void on_threads(int threads, int count, const std::function<void(int)>& task) {
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int i = next++; i < count; i = next++)
      task(i);
  };
  std::vector<std::jthread> others; // joined at the end
  for (int t = 1; t < threads; ++t)
    others.emplace_back(work);
  work();
}

void on_all_cores(int count, const std::function<void(int)>& task) {
  on_threads(static_cast<int>(std::thread::hardware_concurrency()), count, task);
}

} // namespace harness
