#pragma once

#include <string>
#include <vector>

namespace harness {

/// What stands for pixels outside the image; the names are those of --border.
enum class Border { valid, zero, clamp, reflect, wrap };

/// "valid", "zero", "clamp", "reflect", "wrap": in the order of the enumeration.
const std::vector<std::string>& border_names();

/// Throws UsageError that lists the names where there is none like `name`.
Border parse_border(const std::string& name);

/// What kernels call it: "BORDER_VALID", ...
std::string border_macro(Border border);

/// The place in a row of `extent` >= 1 pixels of the pixel that stands for place `i`, which may lie
/// any distance outside; -1 where none does (zero, valid).
int border_index(int i, int extent, Border border);

/// How far a filter reaches to the left of (or above) the pixel that it is computed for: to its
/// anchor; with Border::valid an output has the place of the first pixel that it uses.
int before(int filter_extent, Border border);

} // namespace harness
