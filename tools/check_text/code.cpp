#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace check_text {

namespace {

Lines dedented(Lines lines) {
  while (!lines.empty() && trimmed(lines.back()).empty())
    lines.pop_back();
  while (!lines.empty() && trimmed(lines.front()).empty())
    lines.erase(lines.begin());
  size_t margin = std::string::npos;
  for (const std::string& line : lines)
    if (!trimmed(line).empty())
      margin = std::min(margin, line.find_first_not_of(' '));
  for (std::string& line : lines)
    line = trimmed(line).empty() ? "" : line.substr(margin);
  return lines;
}

// The functions of this name: from the comment above a definition that begins in the first column to its last line.
std::vector<Place> functions_named(const Lines& source, std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  const std::regex head("^[A-Za-z_][^;(]*\\b" + name + "\\(");
  std::vector<Place> found;
  for (size_t i = 0; i < source.size(); ++i) {
    // Most lines do not name it: do not trouble the regex with them.
    if (source[i].find(name + "(") == std::string::npos || !std::regex_search(source[i], head))
      continue;
    Place place{i, i};
    while (place.end < source.size() && source[place.end].find_first_of("{;") == std::string::npos)
      ++place.end;
    const bool is_definition =
        place.end < source.size() && source[place.end].find('{') != std::string::npos;
    if (is_definition && source[place.end].back() != '}')
      place.end = static_cast<size_t>(
          std::find(source.begin() + static_cast<ptrdiff_t>(place.end), source.end(), "}") -
          source.begin());
    if (!is_definition || place.end == source.size())
      continue;
    ++place.end;
    const auto belongs = [](const std::string& line) {
      return line.starts_with("template") ||
             (line.starts_with("//") && region_marker(line).empty());
    };
    while (place.begin > 0 && belongs(source[place.begin - 1]))
      --place.begin;
    found.push_back(place);
  }
  return found;
}

} // namespace

std::string region_marker(const std::string& line) {
  static const std::regex marker(R"(^\s*(?://|#|/\*)\s*\[(/?[A-Za-z][\w-]*)\]\s*(?:\*/)?\s*$)");
  // Most lines have no bracket: do not trouble the regex with them.
  std::smatch found;
  return line.find('[') != std::string::npos && std::regex_match(line, found, marker)
             ? found[1].str()
             : "";
}

Place place_of(const Lines& source, const std::string& file, const std::string& region) {
  if (region.empty())
    return {0, source.size()};
  std::vector<Place> found;
  bool inside = false;
  for (size_t i = 0; i < source.size(); ++i)
    if (const std::string name = region_marker(source[i]); name == region) {
      found.push_back({i + 1, i + 1});
      inside = true;
    } else if (name == "/" + region && inside) {
      found.back().end = i;
      inside = false;
    }
  if (inside)
    throw Error(fmt::format("region [{}] of {} does not end: add the comment line [/{}]", region,
                            file, region));
  if (found.empty())
    found = functions_named(source, region);
  if (found.size() != 1)
    throw Error(fmt::format("{} has {} regions [{}]: there must be one, between the comment "
                            "lines [{}] and [/{}], or one function of that name",
                            file, found.empty() ? "no" : "several", region, region, region));
  return found.front();
}

Lines code_region(const fs::path& root, const std::string& reference) {
  const size_t hash = reference.find('#');
  const std::string file = reference.substr(0, hash);
  if (!fs::is_regular_file(root / file))
    throw Error(fmt::format("there is no file {}: give its path from the project root", file));
  const Lines source = lines_of(read_text(root / file));
  const Place place =
      place_of(source, file, hash == std::string::npos ? "" : reference.substr(hash + 1));
  Lines result;
  for (size_t i = place.begin; i < place.end; ++i)
    if (region_marker(source[i]).empty())
      result.push_back(source[i]);
  result = dedented(result);
  if (result.empty())
    throw Error(fmt::format("{} is empty: show some code", reference));
  return result;
}

} // namespace check_text
