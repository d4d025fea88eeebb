#include "harness/system/text.hpp"

#include <algorithm>

namespace harness {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos)
    return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    if (lines.back().ends_with('\r'))
      lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (std::string part = trimmed(text.substr(at, end - at)); !part.empty())
      parts.push_back(std::move(part));
    at = end + separator.size();
  }
  return parts;
}

} // namespace harness
