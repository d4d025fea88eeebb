#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
    const std::vector<cl_int> queued = bench.random_ints(n, 0, 1000),
                              waits = bench.random_ints(n, 0, 5),
                              runs = bench.random_ints(n, 0, 300);
    std::vector<cl_int> started, ended, want_waits, want_runs, shares;
    for (std::size_t i = 0; i < n; ++i) {
      const bool no_time = i % 7 == 3;
      const bool long_time = i % 7 == 5; // the share is 77 - 1 / 300000: more than a float knows
      want_waits.push_back(no_time ? 0 : long_time ? 6900001 : waits[i]);
      want_runs.push_back(no_time ? 0 : long_time ? 23099999 : runs[i]);
      started.push_back(queued[i] + want_waits[i]);
      ended.push_back(started[i] + want_runs[i]);
      const cl_int all = ended[i] - queued[i];
      shares.push_back(all > 0 ? static_cast<cl_int>(cl_long{100} * want_runs[i] / all) : 0);
    }
    const auto wait_of = bench.output<cl_int>(n), run_of = bench.output<cl_int>(n),
               share_of = bench.output<cl_int>(n);
    bench.run("durations", {n}, {16}, bench.input(queued), bench.input(started), bench.input(ended),
              wait_of.buffer, run_of.buffer, share_of.buffer, static_cast<cl_uint>(n));
    const std::string where = fmt::format("n = {}, ", n);
    bench.expect(wait_of, want_waits, where + "waits");
    bench.expect(run_of, want_runs, where + "runs");
    bench.expect(share_of, shares, where + "shares");
    bench.allow("durations", {.global_loads = 3 * n, .global_stores = 3 * n});
  }
}
