#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>

namespace check_text {

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream)
    throw TextError(fmt::format("cannot read {}: check its name", file.generic_string()));
  return text.str();
}

Lines split_lines(std::string_view text) {
  Lines lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    if (!lines.back().empty() && lines.back().back() == '\r')
      lines.back().pop_back();
    at = end + 1;
  }
  return lines;
}

std::string trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos)
    return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

Lines split(std::string_view text, std::string_view separator) {
  Lines parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    if (const std::string part = trim(text.substr(at, end - at)); !part.empty())
      parts.push_back(part);
    at = end + separator.size();
  }
  return parts;
}

namespace {

/// The fence that a line opens: "```" or longer, or tildes; empty if none.
std::string fence_of(const std::string& line) {
  const std::string text = trim(line);
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
    const Lines info = split(trim(lines[i]).substr(mark.size()), " ");
    fence.language = info.empty() ? "" : info[0];
    for (size_t j = i + 1; j < lines.size() && fence.close == lines.size(); ++j) {
      const std::string end = trim(lines[j]);
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
    std::string text = trim(std::string_view(lines[i]).substr(level));
    while (!text.empty() && text.back() == '#') // a closing sequence
      text.pop_back();
    headings.push_back({i, static_cast<int>(level), trim(text)});
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

namespace {

constexpr std::array<const char*, 8> lesson_sections = {
    "Goal",      "Idea",   "Step by step", "Run it", "Measured", "What can go wrong",
    "Exercises", "Further"};

void check_sections(const std::string& file, const Lines& lines, Problems& problems) {
  size_t next = 0;
  for (const Heading& heading : find_headings(lines)) {
    if (heading.level != 2)
      continue;
    if (next < lesson_sections.size() && heading.text == lesson_sections[next]) {
      ++next;
      continue;
    }
    problems.push_back(
        {file, static_cast<int>(heading.line) + 1,
         fmt::format(
             "section '{}' stands where {} is expected: the sections of a lesson are {}, in "
             "this order; make other headings level 3",
             heading.text,
             next < lesson_sections.size() ? fmt::format("'{}'", lesson_sections[next]) : "nothing",
             fmt::join(lesson_sections, ", "))});
    return; // what follows would only repeat it
  }
  if (next < lesson_sections.size())
    problems.push_back({file, static_cast<int>(lines.size()),
                        fmt::format("section '{}' is missing: add '## {}'", lesson_sections[next],
                                    lesson_sections[next])});
}

/// No typed number with a unit of measurement in the section Measured.
void check_measured(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::regex measured(
      R"((^|[^\w.#/])\d[\d.,]*(\s?(ns|us|µs|ms|s|[kMGT]?i?B/s|[kMGT]?FLOP/s)|x|×)(?![\w×]))");
  static const std::regex marked(R"(<!-- result:.*?<!-- /result -->|<!--.*?-->)");
  Lines text = lines;
  for (const Fence& fence : find_fences(lines))
    for (size_t i = fence.open; i <= fence.close && i < text.size(); ++i)
      text[i].clear();
  bool in_section = false;
  bool in_table = false;
  for (const Heading& heading : find_headings(lines))
    if (heading.level == 2)
      text[heading.line] = heading.text == "Measured" ? "## Measured" : "##";
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == "## Measured" || text[i] == "##")
      in_section = text[i] == "## Measured";
    in_table = (in_table || text[i].find("<!-- table:") != std::string::npos) &&
               text[i].find("<!-- /table -->") == std::string::npos;
    const std::string line = std::regex_replace(text[i], marked, "");
    std::smatch found;
    if (in_section && !in_table && std::regex_search(line, found, measured))
      problems.push_back({file, static_cast<int>(i) + 1,
                          fmt::format("the measured number '{}' is typed by hand: cut it from "
                                      "data/results with <!-- result: ... -->",
                                      trim(found.str()))});
  }
}

/// Code and output in fenced blocks come from somewhere, or are marked as an example.
void check_marked(const std::string& file, const Lines& lines, Problems& problems) {
  static const std::set<std::string> languages = {
      "", "c", "cpp", "c++", "cl", "text", "opencl", "console", "txt", "cc", "hpp", "output"};
  static const std::regex marker(R"(<!-- (code: |output: |example\b).*-->)");
  for (const Fence& fence : find_fences(lines)) {
    if (fence.close == lines.size())
      problems.push_back({file, static_cast<int>(fence.open) + 1,
                          "this fenced block does not end: close it with the same fence"});
    size_t before = fence.open;
    while (before > 0 && trim(lines[before - 1]).empty())
      --before;
    const bool marked = before > 0 && std::regex_search(lines[before - 1], marker);
    if (!marked && languages.count(fence.language) != 0)
      problems.push_back({file, static_cast<int>(fence.open) + 1,
                          "this block comes from nowhere: put <!-- code: FILE#REGION --> or <!-- "
                          "output: COMMAND --> before it, or <!-- example --> if no program has "
                          "it"});
  }
}

} // namespace

void check_lesson(const std::string& file, const Lines& lines, Problems& problems) {
  check_sections(file, lines, problems);
  check_measured(file, lines, problems);
  check_marked(file, lines, problems);
}

} // namespace check_text
