// What the checks of products share.
#pragma once

#include <cstddef>
#include <vector>

namespace matmul_exercises {

/// A (m x k) times B (k x n).
inline std::vector<double> product(const std::vector<float>& a, const std::vector<float>& b,
                                   std::size_t m, std::size_t n, std::size_t k) {
  std::vector<double> c(m * n, 0.0);
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t column = 0; column < n; ++column)
      for (std::size_t p = 0; p < k; ++p)
        c[row * n + column] += double{a[row * k + p]} * b[p * n + column];
  return c;
}

} // namespace matmul_exercises
