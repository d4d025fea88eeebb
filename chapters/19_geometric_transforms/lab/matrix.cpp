// Maps of the plane as matrices of three rows and three columns.

#include "matrix.hpp"

#include "common/error.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace transforms {

// [matrix]
Point Matrix::operator()(Point p) const {
  const double behind = w(p);
  return {(m[0] * p.x + m[1] * p.y + m[2]) / behind, (m[3] * p.x + m[4] * p.y + m[5]) / behind};
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      product.m[3 * row + column] = 0.0;
      for (std::size_t k = 0; k < 3; ++k)
        product.m[3 * row + column] += a.m[3 * row + k] * b.m[3 * k + column];
    }
  return product;
}

Matrix move(double x, double y) {
  return {{1, 0, x, 0, 1, y, 0, 0, 1}};
}

Matrix scale(double x, double y) {
  return {{x, 0, 0, 0, y, 0, 0, 0, 1}};
}

Matrix rotate(double degrees) {
  const double angle = degrees * std::acos(-1.0) / 180.0;
  const double c = std::cos(angle), s = std::sin(angle);
  return {{c, -s, 0, s, c, 0, 0, 0, 1}};
}
// [/matrix]

// [inverse]
// Cramer's rule. How near to 0 a determinant may be depends on how large the numbers are of which it is made.
Matrix inverse(const Matrix& a) {
  const auto& m = a.m;
  Matrix adjugate{{m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
                   m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
                   m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7],
                   m[0] * m[4] - m[1] * m[3]}};
  const double determinant = m[0] * adjugate.m[0] + m[1] * adjugate.m[3] + m[2] * adjugate.m[6];
  double size = 1.0;
  for (std::size_t row = 0; row < 3; ++row)
    size *= std::hypot(m[3 * row], m[3 * row + 1], m[3 * row + 2]);
  if (!(std::fabs(determinant) > 1e-12 * size))
    throw common::UsageError(
        "the matrix has no inverse: it maps the plane to a line or a point, so "
        "that nobody can say where a point of the output comes from.");
  for (double& number : adjugate.m)
    number /= determinant;
  return adjugate;
}
// [/inverse]

// [corners]
// P. Heckbert, Fundamentals of Texture Mapping and Image Warping, University of California at Berkeley, 1989, section 2.2.3.
Matrix from_unit_square(const std::array<Point, 4>& c) {
  for (std::size_t k = 0; k < 4; ++k) { // does the outline turn the same way at each corner?
    const Point a = c[k], b = c[(k + 1) % 4], d = c[(k + 2) % 4];
    const auto turn = [](Point p, Point q, Point r) {
      return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x);
    };
    const double length = std::hypot(b.x - a.x, b.y - a.y) * std::hypot(d.x - b.x, d.y - b.y);
    if (!(turn(a, b, d) * turn(c[0], c[1], c[2]) > 0.0 && std::fabs(turn(a, b, d)) > 1e-6 * length))
      throw common::UsageError("the four corners have to be those of a convex figure, in order "
                               "around it, and no three of them may lie in a line.");
  }
  const double dx1 = c[1].x - c[2].x, dx2 = c[3].x - c[2].x;
  const double dy1 = c[1].y - c[2].y, dy2 = c[3].y - c[2].y;
  const double sx = c[0].x - c[1].x + c[2].x - c[3].x, sy = c[0].y - c[1].y + c[2].y - c[3].y;
  const double area = dx1 * dy2 - dx2 * dy1;
  const double g = (sx * dy2 - dx2 * sy) / area, h = (dx1 * sy - sx * dy1) / area;
  return {{c[1].x - c[0].x + g * c[1].x, c[3].x - c[0].x + h * c[3].x, c[0].x,
           c[1].y - c[0].y + g * c[1].y, c[3].y - c[0].y + h * c[3].y, c[0].y, g, h, 1.0}};
}
// [/corners]

const std::vector<std::string>& transform_names() {
  static const std::vector<std::string> names{"rotation", "perspective", "A1", "A2", "H1", "H2"};
  return names;
}

Matrix transform(const std::string& name, int width, int height, double degrees, double enlarge) {
  if (!(enlarge > 0.0))
    throw common::UsageError(fmt::format(
        "a picture cannot become {} times as large: --scale has to be positive.", enlarge));
  const double x = (width - 1) / 2.0, y = (height - 1) / 2.0;
  if (name == "rotation") // what the output shows: the inverse of each, in the opposite order
    return move(x, y) * scale(1.0 / enlarge, 1.0 / enlarge) * rotate(-degrees) * move(-x, -y);
  if (name == "perspective")
    return from_unit_square({{{0.21 * width, 0.08 * height},
                              {0.93 * width, -0.05 * height},
                              {1.02 * width, 1.01 * height},
                              {0.04 * width, 0.83 * height}}}) *
           scale(1.0 / width, 1.0 / height);
  if (name == "A1")
    return {{2, 1.5, -800, 0, 2, -300, 0, 0, 1}};
  if (name == "A2")
    return {{2, 1.5, -300, 0, 2, -100, 0, 0, 1}};
  if (name == "H1")
    return {{3, 1.2, -600, 0, 3, -100, -0.01, -0.01, 10}};
  if (name == "H2")
    return {{6, 1.2, -100, 0, 6, -100, -0.01, -0.01, 10}};
  throw common::UsageError(fmt::format("there is no transform '{}'; there are: {}", name,
                                       fmt::join(transform_names(), ", ")));
}

} // namespace transforms
