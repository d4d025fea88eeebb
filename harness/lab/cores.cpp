#include "harness/lab/cores.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace harness {

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

} // namespace harness
