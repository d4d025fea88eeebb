#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Matrix = std::vector<double>;
  // A = Q R by Gram and Schmidt, column by column.
  const auto divide = [](const std::vector<float>& a, std::size_t n, Matrix& q, Matrix& r) {
    q.assign(a.begin(), a.end());
    r.assign(n * n, 0.0);
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t before = 0; before < column; ++before) {
        for (std::size_t i = 0; i < n; ++i)
          r[before * n + column] += q[i * n + before] * q[i * n + column];
        for (std::size_t i = 0; i < n; ++i)
          q[i * n + column] -= r[before * n + column] * q[i * n + before];
      }
      for (std::size_t i = 0; i < n; ++i)
        r[column * n + column] += q[i * n + column] * q[i * n + column];
      r[column * n + column] = std::sqrt(r[column * n + column]);
      for (std::size_t i = 0; i < n; ++i)
        q[i * n + column] /= r[column * n + column];
    }
  };
  for (const std::size_t n : bench.sizes({1, 2, 6}, {5})) {
    // A symmetric matrix with the eigenvalues 3^(n-1), ..., 9, 3, 1 in random directions.
    Matrix q, r;
    divide(bench.random(n * n), n, q, r);
    std::vector<float> a(n * n, 0.0F);
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t column = 0; column < n; ++column) {
        double sum = 0.0;
        for (std::size_t k = 0; k < n; ++k)
          sum += q[row * n + k] * std::pow(3.0, n - 1 - k) * q[column * n + k];
        a[row * n + column] = static_cast<float>(sum);
      }
    const int steps = bench.in_simulator ? 1 : 15;
    for (int step = 1; step <= steps; ++step) {
      divide(a, n, q, r);
      const std::vector<float> left(r.begin(), r.end()), right(q.begin(), q.end());
      Matrix want(n * n, 0.0);
      for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column)
          for (std::size_t k = row; k < n; ++k)
            want[row * n + column] += double{left[row * n + k]} * right[k * n + column];
      const auto out = bench.output<float>(n * n);
      bench.run("rq", {n, n}, {8, 8}, bench.input(left), bench.input(right), out.buffer,
                static_cast<cl_uint>(n));
      bench.expect(out, want, common::sum_tolerance(n, std::pow(3.0, n)),
                   fmt::format("n = {}, step {}", n, step), n);
      bench.allow("rq", {.global_loads = n * n * (n + 1), .global_stores = n * n});
      a = bench.read(out);
    }
    if (bench.in_simulator)
      continue;
    for (std::size_t i = 0; i < n; ++i) {
      const double value = std::pow(3.0, n - 1 - i), got = a[i * n + i];
      bench.expect(
          std::abs(got - value) < 2e-3 * value + 1e-3,
          fmt::format("n = {}: the diagonal has {} after {} steps where the eigenvalue is {}", n,
                      got, steps, value));
    }
  }
}
