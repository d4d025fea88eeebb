#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <map>

namespace check_text {

namespace {

/// The fence that a line opens: "```" or longer, or tildes; empty if none.
std::string fence_of(const std::string& line) {
  const std::string text = trimmed(line);
  for (const char mark : {'`', '~'}) {
    const size_t length = std::min(text.find_first_not_of(mark), text.size());
    if (length >= 3 && text.find('`', length) == std::string::npos)
      return text.substr(0, length);
  }
  return "";
}

} // namespace

std::vector<Fence> find_fences(const Lines& lines) {
  std::vector<Fence> fences;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string mark = fence_of(lines[i]);
    if (mark.empty())
      continue;
    Fence fence{i, lines.size(), lines[i].substr(0, lines[i].find_first_not_of(" \t")), ""};
    const Lines info = split(trimmed(lines[i]).substr(mark.size()), " ");
    fence.language = info.empty() ? "" : info[0];
    for (size_t j = i + 1; j < lines.size() && fence.close == lines.size(); ++j) {
      const std::string end = trimmed(lines[j]);
      if (end.size() >= mark.size() && end.find_first_not_of(mark[0]) == std::string::npos)
        fence.close = j;
    }
    fences.push_back(fence);
    i = fence.close;
  }
  return fences;
}

Lines prose_only(const Lines& lines) {
  Lines prose = lines;
  for (const Fence& fence : find_fences(lines))
    for (size_t i = fence.open; i <= fence.close && i < prose.size(); ++i)
      prose[i].clear();
  for (std::string& line : prose)
    for (size_t open = line.find('`'); open != std::string::npos;) {
      const size_t ticks = std::min(line.find_first_not_of('`', open), line.size()) - open;
      const size_t close = line.find(std::string(ticks, '`'), open + ticks);
      if (close == std::string::npos)
        break;
      line.replace(open, close + ticks - open, close + ticks - open, ' ');
      open = line.find('`', close + ticks);
    }
  return prose;
}

std::vector<Heading> find_headings(const Lines& lines) {
  std::vector<bool> in_fence(lines.size() + 1, false);
  for (const Fence& fence : find_fences(lines))
    for (size_t i = fence.open; i <= fence.close; ++i)
      in_fence[i] = true;
  std::vector<Heading> headings;
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t level = std::min(lines[i].find_first_not_of('#'), lines[i].size());
    if (in_fence[i] || level < 1 || level > 6 || level == lines[i].size() || lines[i][level] != ' ')
      continue;
    std::string text = trimmed(std::string_view(lines[i]).substr(level));
    while (!text.empty() && text.back() == '#') // a closing sequence
      text.pop_back();
    headings.push_back({i, static_cast<int>(level), trimmed(text)});
  }
  return headings;
}

namespace {

/// GitHub keeps letters, digits, `_` and `-` of a heading, and turns blanks into `-`.
std::string slug(const std::string& heading) {
  // Of a link in a heading only its text counts.
  const std::string text =
      std::regex_replace(heading, std::regex(R"(!?\[([^\]]*)\]\([^)]*\))"), "$1");
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      if (std::isalnum(c) != 0 || c == '_' || c == '-')
        result += static_cast<char>(std::tolower(c));
      else if (c == ' ')
        result += '-';
      continue;
    }
    // Decode UTF-8 far enough to tell letters from signs (dashes, arrows, ×, ·).
    const size_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool latin_sign = c == 0xC2 || (c == 0xC3 && (next == 0x97 || next == 0xB7));
    const bool symbol = c == 0xE2 || c == 0xF0;
    if (!latin_sign && !symbol)
      result += text.substr(i, length);
    i += length - 1;
  }
  return result;
}

} // namespace

std::set<std::string> anchors(const Lines& lines) {
  std::set<std::string> result;
  std::map<std::string, int> count;
  for (const Heading& heading : find_headings(lines)) {
    const std::string name = slug(heading.text);
    const int before = count[name]++;
    result.insert(before == 0 ? name : fmt::format("{}-{}", name, before));
  }
  static const std::regex explicit_anchor(R"re(<\w+\s[^>]*\b(?:id|name)="([^"]+)")re");
  for (const std::string& line : prose_only(lines))
    for (std::sregex_iterator it(line.begin(), line.end(), explicit_anchor), end; it != end; ++it)
      result.insert((*it)[1]);
  return result;
}

} // namespace check_text
