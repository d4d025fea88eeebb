#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const int rarely : {1, 4, 30, 100000})
    for (const std::size_t n : bench.sizes({1, 16, 1000, 1023}, {1, 47})) {
      const std::vector<cl_int> numbers = bench.random_ints(n, 0, 255),
                                changes = bench.random_ints(n, 1, rarely);
      std::vector<cl_uchar> in(n);
      std::vector<cl_int> want(257);
      for (std::size_t i = 0; i < n; ++i) {
        in[i] = static_cast<cl_uchar>(i == 0 || changes[i] == 1 ? numbers[i] : in[i - 1]);
        ++want[in[i]];
        if (i % 16 == 0 || in[i] != in[i - 1])
          ++want[256];
      }
      const cl::Buffer counts = bench.input(std::vector<cl_uint>(257));
      bench.run("histogram", {(n + 15) / 16}, {8}, bench.input(in), static_cast<cl_uint>(n),
                counts);
      std::vector<cl_int> got = bench.read<cl_int>(counts, 257);
      const cl_int additions = got[256];
      got.pop_back();
      const cl_int runs = want[256];
      want.pop_back();
      bench.expect(got, want, fmt::format("n = {}", n));
      bench.expect(additions <= runs,
                   fmt::format("n = {}: there were {} additions, but the strips have {} runs.", n,
                               additions, runs));
    }
}
