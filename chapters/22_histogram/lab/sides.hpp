#pragma once

#include <string>
#include <vector>

namespace hist {

/// Draws what --bench has written with --json for several square pictures, as SVG.
void draw_sides(const std::string& json, const std::string& svg);

/// Draws the speeds of several --bench files of the same size as bars, a group for each step and a bar for each picture.
void draw_data(const std::vector<std::string>& jsons, const std::string& svg);

} // namespace hist
