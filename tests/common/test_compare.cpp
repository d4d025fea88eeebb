// The line that compares a kernel with loops in C++.

#include "common/compare.hpp"

#include "tests/support/support.hpp"

#include <chrono>
#include <mutex>
#include <regex>
#include <set>
#include <thread>
#include <vector>

TEST_CASE(
    "compare: the host's loop runs whole, and in one part for each core without gap or overlap") {
  std::mutex mutex;
  std::set<std::pair<std::size_t, std::size_t>> parts;
  int device = 0, transfers = 0;
  const std::size_t count = 1003;
  const std::string line = common::compare_with_cpp(
      "1003 sums", count,
      [&](std::size_t begin, std::size_t end) {
        const std::lock_guard lock(mutex);
        parts.emplace(begin, end);
      },
      [&] { ++device; }, [&] { ++transfers; });
  CHECK(parts.erase({0, count}) == 1); // on one core
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  CHECK(parts.size() == (cores == 1 ? 0 : cores));
  std::size_t next = 0;
  for (const auto& [begin, end] : parts) {
    CHECK(begin == next);
    next = end;
  }
  CHECK(next == (cores == 1 ? 0 : count));
  CHECK(device > 0);
  CHECK(transfers > 0);
  const std::string time = "[0-9.e+-]+ (us|ms)";
  CHECK_MESSAGE(
      std::regex_match(line, std::regex("1003 sums: C\\+\\+ " + time + " on one core, " + time +
                                        " on " + std::to_string(cores) + "; device " + time + ", " +
                                        time + " with transfers")),
      line);
}

TEST_CASE("compare: the shortest of several calls, and a single call of what takes long") {
  int calls = 0;
  const double shortest = common::shortest_ms([&] {
    if (++calls == 1)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  CHECK(calls > 1);
  CHECK(shortest < 20.0);
  calls = 0;
  CHECK(common::shortest_ms([&] {
          ++calls;
          std::this_thread::sleep_for(std::chrono::milliseconds(60));
        }) >= 60.0);
  CHECK(calls == 1);
}
