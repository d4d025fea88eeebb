#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>

namespace eigenvectors {

using Matrix = std::vector<double>;

// Orthogonal columns out of random ones, by Gram and Schmidt.
Matrix directions(const std::vector<float>& random, std::size_t n) {
  Matrix q(random.begin(), random.end());
  for (std::size_t column = 0; column < n; ++column)
    for (std::size_t before = 0; before <= column; ++before) {
      double product = 0.0;
      for (std::size_t i = 0; i < n; ++i)
        product += q[i * n + before] * q[i * n + column];
      for (std::size_t i = 0; i < n; ++i)
        if (before < column)
          q[i * n + column] -= product * q[i * n + before];
        else
          q[i * n + column] /= std::sqrt(product);
    }
  return q;
}

} // namespace eigenvectors

EXERCISE_CHECK(bench) {
  using eigenvectors::Matrix;
  struct Case {
    std::string name;
    std::vector<float> values;
    std::vector<float> matrix; ///< empty: of random directions
  };
  const float root = std::sqrt(2.0F);
  std::vector<Case> cases{
      {"one number", {-2}, {-2}},
      {"a diagonal matrix", {5, 3, -1}, {3, 0, 0, 0, 5, 0, 0, 0, -1}},
      {"a matrix with zeros on its diagonal", {root, 0, -root}, {0, 1, 0, 1, 0, 1, 0, 1, 0}},
  };
  for (const std::size_t n : bench.sizes({4, 17, 40}, {4})) {
    Case random{fmt::format("{0} x {0} numbers", n), {}, {}};
    for (std::size_t k = 0; k < n; ++k) // positive and negative, no two nearer than 1
      random.values.push_back(static_cast<float>(k % 3 == 0 ? k + 1 : -0.5 - k));
    cases.push_back(random);
  }
  for (Case& c : cases) {
    const std::size_t n = c.values.size();
    if (c.matrix.empty()) {
      const Matrix q = eigenvectors::directions(bench.random(n * n), n);
      for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column) {
          double sum = 0.0;
          for (std::size_t k = 0; k < n; ++k)
            sum += q[row * n + k] * c.values[k] * q[column * n + k];
          c.matrix.push_back(static_cast<float>(sum));
        }
    }
    const auto work = bench.output<float>(n * n * n), vectors = bench.output<float>(n * n);
    bench.run("eigenvectors", {n}, {8}, bench.input(c.matrix), bench.input(c.values), work.buffer,
              vectors.buffer, static_cast<cl_uint>(n));
    bench.read(work, c.name + ", work"); // nothing behind its end
    const std::vector<float> got = bench.read(vectors, c.name);
    for (std::size_t k = 0; k < n; ++k) {
      const float* v = got.data() + k * n;
      const std::string where =
          fmt::format("{}, the vector of the eigenvalue {:.4g}", c.name, c.values[k]);
      double squares = 0.0, away = 0.0;
      for (std::size_t row = 0; row < n; ++row) {
        double stretched = 0.0;
        for (std::size_t i = 0; i < n; ++i)
          stretched += double{c.matrix[row * n + i]} * v[i];
        squares += double{v[row]} * v[row];
        away += std::pow(stretched - double{c.values[k]} * v[row], 2);
      }
      bench.expect(std::abs(std::sqrt(squares) - 1.0) < 1e-4,
                   fmt::format("{}: its length is {:.4g} and not 1.", where, std::sqrt(squares)));
      // The next eigenvalue is 1 away or farther: another vector would be off by that much.
      bench.expect(std::sqrt(away) < 1e-2,
                   fmt::format("{}: A v and s v differ by {:.2g}.", where, std::sqrt(away)));
    }
  }
}
