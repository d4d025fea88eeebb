#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : bench.sizes({1, 2, 3, 31, 100}, {1, 2, 9})) {
    const std::vector<cl_int> numbers = bench.random_ints(n, -1000, 1000);
    // After the first two rounds, and when all are done: a mistake is easier to see in the first ones.
    for (const std::size_t rounds : {std::size_t{1}, std::size_t{2}, n}) {
      const auto data = bench.output<cl_int>(n);
      bench.session.queue.enqueueWriteBuffer(data.buffer, CL_TRUE, 0, n * sizeof(cl_int),
                                             numbers.data());
      std::vector<cl_int> want = numbers;
      for (std::size_t round = 0; round < rounds; ++round) {
        bench.run("exchange", {(n + 1) / 2}, {16}, data.buffer, static_cast<cl_uint>(round),
                  static_cast<cl_uint>(n));
        for (std::size_t i = round % 2; i + 1 < n; i += 2)
          if (want[i] > want[i + 1])
            std::swap(want[i], want[i + 1]);
      }
      bench.expect(data, want, fmt::format("n = {}, after round {}", n, rounds - 1));
    }
  }
}
