#pragma once

#include <string>

namespace common {

/// The file of the font in which common::write() writes (draw.hpp); empty: it writes with dots.
std::string find_font();

} // namespace common
