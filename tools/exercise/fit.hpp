// Text that fits into a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace exercise {

/// The lines of a text, none of them wider than `width`. Long ones are broken between words, and what was indented goes
/// on a little further to the right; of lines of source, which a bar marks, the part around the caret below them is kept.
/// Colours stay what they were.
std::vector<std::string> lines_that_fit(const std::string& text, std::size_t width);

/// The line, or as much of it as fits, with "…" at its end.
std::string shortened(const std::string& line, std::size_t width);

} // namespace exercise
