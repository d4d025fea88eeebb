#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

bool contains(std::string_view text, std::string_view part);

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings);

/// Without the blanks, tabs and line ends around it.
std::string trimmed(std::string_view text);

/// The lines without their ends, which are those of any system.
std::vector<std::string> lines_of(std::string_view text);

/// What is between the separators, trimmed; nothing for what is empty then.
std::vector<std::string> split(std::string_view text, std::string_view separator);

} // namespace harness
