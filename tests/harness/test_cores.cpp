#include "harness/lab/cores.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <semaphore>
#include <thread>
#include <vector>

namespace {

__attribute__((always_inline)) inline void add(const std::vector<int>& values, int& sum) {
  for (const int value : values)
    sum += value;
}

} // namespace

TEST_CASE("cores: a function for this processor does the same") {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 1);
  int sum = 7;
  harness::for_this_processor<add>()(values, sum);
  CHECK(sum == 500507);
}

TEST_CASE("cores: each task runs once") {
  for (const int count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(count));
    harness::on_all_cores(count, [&](int i) { ++runs[static_cast<std::size_t>(i)]; });
    for (const std::atomic<int>& times : runs)
      CHECK(times == 1);
  }
}

TEST_CASE("cores: tasks run at the same time") {
  if (std::thread::hardware_concurrency() < 2)
    return;
  // Each waits for the other: one after the other they would wait in vain.
  std::binary_semaphore started[] = {std::binary_semaphore{0}, std::binary_semaphore{0}};
  std::atomic<int> met{0};
  harness::on_all_cores(2, [&](int i) {
    started[i].release();
    met += started[1 - i].try_acquire_for(std::chrono::seconds(20));
  });
  CHECK(met == 2);
}
