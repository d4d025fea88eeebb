#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

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

} // namespace

std::string region_marker(const std::string& line) {
  static const std::regex marker(R"(^\s*(?://|#|/\*)\s*\[(/?[A-Za-z][\w-]*)\]\s*(?:\*/)?\s*$)");
  // Most lines have no bracket: do not trouble the regex with them.
  std::smatch found;
  return line.find('[') != std::string::npos && std::regex_match(line, found, marker)
             ? found[1].str()
             : "";
}

Lines code_region(const fs::path& root, const std::string& reference) {
  const size_t hash = reference.find('#');
  const std::string file = reference.substr(0, hash);
  const std::string region = hash == std::string::npos ? "" : reference.substr(hash + 1);
  if (!fs::is_regular_file(root / file))
    throw TextError(fmt::format("there is no file {}: give its path from the project root", file));

  Lines result;
  int begins = 0;
  bool inside = region.empty();
  for (const std::string& line : lines_of(read_text(root / file))) {
    const std::string name = region_marker(line);
    if (name.empty()) {
      if (inside)
        result.push_back(line);
    } else if (name == region) {
      inside = true;
      ++begins;
    } else if (name == "/" + region) {
      inside = false;
    }
  }
  if (!region.empty() && begins != 1)
    throw TextError(fmt::format("{} has {} regions [{}]: there must be one, between the comment "
                                "lines [{}] and [/{}]",
                                file, begins == 0 ? "no" : "several", region, region, region));
  if (!region.empty() && inside)
    throw TextError(fmt::format("region [{}] of {} does not end: add the comment line [/{}]",
                                region, file, region));
  result = dedented(result);
  if (result.empty())
    throw TextError(fmt::format("{} is empty: show some code", reference));
  return result;
}

} // namespace check_text
