#include "tools/exercise/check.hpp"
#include "tests/exercises/23_fourier/dft.hpp"

#include <cmath>
#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  for (const std::size_t pairs : bench.sizes({1, 2, 31, 500}, {1, 5})) {
    const std::vector<float> x = bench.random(2 * pairs);
    std::vector<double> even, odd;
    for (std::size_t i = 0; i < pairs; ++i) {
      even.push_back(x[2 * i]);
      odd.push_back(x[2 * i + 1]);
    }
    const std::vector<double> Z = dft(even, odd, -1);
    std::vector<double> want =
        dft(std::vector<double>(x.begin(), x.end()), std::vector<double>(2 * pairs), -1);
    want.resize(2 * (pairs + 1));
    const auto out = bench.output<float>(2 * (pairs + 1));
    bench.run("unzip", {pairs + 1}, {64}, bench.input(std::vector<float>(Z.begin(), Z.end())),
              static_cast<cl_int>(pairs), out.buffer);
    bench.expect(out, want, {2e-5 * std::sqrt(1.0 * pairs), 1e-5}, fmt::format("{} pairs", pairs));
  }
}
