#include "harness/lab/border.hpp"

#include "common/error.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace harness {
using namespace common;

const std::vector<std::string>& border_names() {
  static const std::vector<std::string> names{"valid", "zero", "clamp", "reflect", "wrap"};
  return names;
}

Border parse_border(const std::string& name) {
  const auto found = std::find(border_names().begin(), border_names().end(), name);
  if (found == border_names().end())
    throw common::UsageError(fmt::format("there is no border '{}'; the borders are: {}", name,
                                         fmt::join(border_names(), ", ")));
  return static_cast<Border>(found - border_names().begin());
}

std::string border_macro(Border border) {
  std::string macro = "BORDER_";
  for (const char letter : border_names().at(static_cast<std::size_t>(border)))
    macro += static_cast<char>(std::toupper(letter));
  return macro;
}

// [border]
int border_index(int i, int extent, Border border) {
  const auto inside = [extent](int k) { return k >= 0 && k < extent; };
  switch (border) {
  case Border::clamp:
    return std::clamp(i, 0, extent - 1);
  case Border::reflect:
    // Back and forth between the two edges, which are not repeated, until it lands inside.
    while (!inside(i))
      i = extent == 1 ? 0 : i < 0 ? -i : 2 * (extent - 1) - i;
    return i;
  case Border::wrap:
    while (!inside(i))
      i += i < 0 ? extent : -extent;
    return i;
  case Border::valid:
  case Border::zero:
    break;
  }
  return inside(i) ? i : -1;
}
// [/border]

int before(int filter_extent, Border border) {
  return border == Border::valid ? 0 : filter_extent / 2;
}

} // namespace harness
