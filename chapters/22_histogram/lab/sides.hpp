#pragma once

#include <string>

namespace hist {

/// Draws what --bench has written with --json for several square pictures, as SVG.
void draw_sides(const std::string& json, const std::string& svg);

} // namespace hist
