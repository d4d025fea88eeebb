// The line that compares a kernel with loops in C++.

#include "common/compare.hpp"

#include "tests/support/support.hpp"

#include <chrono>
#include <mutex>
#include <regex>
#include <set>
#include <thread>
#include <vector>

TEST_CASE("compare: steps have neither gap nor overlap") {
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 1003}) {
    std::size_t next = 0, calls = 0;
    common::in_steps("counting", count, [&](std::size_t begin, std::size_t end) {
      CHECK(begin == next);
      CHECK(begin < end);
      next = end;
      ++calls;
    });
    CHECK(next == count);
    CHECK(calls <= 64);
  }
}

TEST_CASE("compare: the host's loop runs in steps or whole, and in one part for each core") {
  std::mutex mutex;
  std::vector<std::pair<std::size_t, std::size_t>> parts; // in the order of the calls
  int device = 0, transfers = 0;
  const std::size_t count = 1003;
  const std::string line = common::compare_with_cpp(
      "1003 sums", count,
      [&](std::size_t begin, std::size_t end) {
        const std::lock_guard lock(mutex);
        parts.emplace_back(begin, end);
      },
      [&] { ++device; }, [&] { ++transfers; });
  std::size_t next = 0, at = 0;
  for (; at < parts.size() && next < count; ++at) { // in steps, on one core
    CHECK(parts[at].first == next);
    next = parts[at].second;
  }
  CHECK(next == count);
  while (at < parts.size() && parts[at] == std::pair<std::size_t, std::size_t>{0, count})
    ++at; // again and again
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  if (cores > 1)
    REQUIRE(at < parts.size());
  const std::set on_all(parts.begin() + std::ptrdiff_t(at), parts.end());
  CHECK(on_all.size() == (cores == 1 ? 0 : cores));
  next = 0;
  for (const auto& [begin, end] : on_all) {
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
