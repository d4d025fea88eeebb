#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace transforms {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

/// A map of the plane: (x, y) goes to (X / w, Y / w) with (X, Y, w) = m (x, y, 1), row by row. Affine where the last row
/// is 0 0 1.
struct Matrix {
  std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};

  bool is_affine() const { return m[6] == 0.0 && m[7] == 0.0 && m[8] == 1.0; }
  double w(Point p) const { return m[6] * p.x + m[7] * p.y + m[8]; }
  Point operator()(Point p) const;
};

/// First b, then a.
Matrix operator*(const Matrix& a, const Matrix& b);

Matrix move(double x, double y);
Matrix scale(double x, double y);
/// From the x axis towards the y axis; on pictures, whose y axis points down, that is clockwise.
Matrix rotate(double degrees);

/// Throws common::UsageError for a matrix that flattens the plane to a line or a point.
Matrix inverse(const Matrix& a);

/// The map that takes (0, 0), (1, 0), (1, 1) and (0, 1) to these corners. Throws common::UsageError unless they are those
/// of a convex figure, three of which do not lie in a line.
Matrix from_unit_square(const std::array<Point, 4>& corners);

/// "rotation", "perspective", "A1", "A2", "H1", "H2": maps from the output to the input. The last four are the thesis'.
const std::vector<std::string>& transform_names();
/// For pictures of this size. `degrees` and `enlarge` are those of the rotation, around the middle. Throws
/// common::UsageError for an unknown name and for an enlargement that is not positive.
Matrix transform(const std::string& name, int width, int height, double degrees, double enlarge);

} // namespace transforms
