#include "tools/exercise/explain.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace exercise {

std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return (c < ' ' && c != '\t' && c != '\n') || c == 127; }, '?');
  return text;
}

std::string end_of(const std::string& output) {
  constexpr std::size_t most_lines = 10, most_characters = 1500;
  std::vector<std::string> lines =
      harness::lines_of(output.substr(output.size() - std::min(output.size(), most_characters)));
  if (lines.size() > most_lines)
    lines.erase(lines.begin(), lines.end() - most_lines);
  return printable(fmt::format("{}", fmt::join(lines, "\n")));
}

std::string no_text(const fs::path& file) {
  if (std::error_code none; !fs::is_regular_file(file, none))
    return fmt::format("'{}' is not a file: move what has that name elsewhere.", file.string());
  if (file.extension() != ".txt")
    try {
      return common::read_source(file, file.filename().string()), "";
    } catch (const common::Error& e) {
      return fmt::format("{}.", e.what());
    }
  const std::string text = common::read_text(file);
  return text.find('\0') != std::string::npos
             ? "The file contains NUL characters: save it as plain text (UTF-8)."
         : text.starts_with("\xEF\xBB\xBF")
             ? "The file begins with a byte order mark: save it as UTF-8 without one."
             : "";
}

std::string cut(const std::string& text, std::size_t begin, std::size_t most) {
  const auto inside = [&](std::size_t at) { // of a character of UTF-8
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  std::size_t end = std::min(text.size(), begin + most);
  while (inside(begin))
    ++begin;
  while (end > begin && inside(end))
    --end;
  return (begin > 0 ? "..." : "") + text.substr(begin, end - begin) +
         (end < text.size() ? "..." : "");
}

namespace {

// "  12 |   out[i] = in[i]\n     |           ^"; of a long line the part around the column.
std::string source_line(const fs::path& file, std::size_t line, std::size_t column) {
  constexpr std::size_t most = 120;
  if (line == 0)
    return {};
  const std::vector<std::string> lines = harness::lines_of(common::read_text(file));
  if (line > lines.size())
    return {};
  const std::string& whole = lines[line - 1];
  const bool has_column = column > 0 && column <= whole.size() + 1;
  const std::size_t begin =
      has_column && whole.size() > most && column > most / 2 ? column - most / 2 : 0;
  std::string text = fmt::format("  {:>4} | {}\n", line, printable(cut(whole, begin, most)));
  if (has_column) {
    std::string blanks = cut(whole.substr(0, column - 1), begin, most);
    for (char& c : blanks)
      c = c == '\t' ? '\t' : ' ';
    text += fmt::format("       | {}^\n", blanks);
  }
  return text;
}

// The number of the only line of the file that is `text` but for blanks around it; 0 where there is none, or more.
std::size_t line_of(const fs::path& file, const std::string& text) {
  const std::string wanted = harness::trimmed(text);
  const std::vector<std::string> lines =
      harness::lines_of(fs::is_regular_file(file) ? common::read_text(file) : "");
  const auto is_wanted = [&](const std::string& line) { return harness::trimmed(line) == wanted; };
  const auto found = std::find_if(lines.begin(), lines.end(), is_wanted);
  return found == lines.end() || std::count_if(found, lines.end(), is_wanted) > 1
             ? 0
             : static_cast<std::size_t>(found - lines.begin()) + 1;
}

// A line of a kernel that is a string in a host program: with its number in that file where it is clear.
std::string line_of_string(const fs::path& file, const std::string& text) {
  const std::string known = source_line(file, line_of(file, text), 0);
  return known.empty() ? fmt::format("       | {}\n", printable(cut(text, 0, 120))) : known;
}

// The line of a host program that is line `line` of its kernels, which are its only raw string; 0 where it has none, or more.
std::size_t line_in_raw_string(const fs::path& file, std::size_t line) {
  const std::string text = fs::is_regular_file(file) ? common::read_text(file) : "";
  const std::size_t begin = text.find("R\"");
  return begin == std::string::npos || text.find("R\"", begin + 1) != std::string::npos
             ? 0
             : static_cast<std::size_t>(std::count(
                   text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n')) +
                   line;
}

// A place in a source file that a compiler complains about.
struct Complaint {
  std::string file, line, column, message;
};

// Takes "12:" off the front of the text; empty where it does not begin so.
std::string number_before_colon(std::string_view& text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  if (end == 0 || end == std::string_view::npos || text[end] != ':' || end > 9)
    return {};
  const std::string number(text.substr(0, end));
  text.remove_prefix(end + 1);
  return number;
}

// clang and gcc write "FILE:3:5: error: text", PoCL 3.1 writes "error: FILE:3:5: text". Not by a regular
// expression: those of libstdc++ need stack for each character, and learners' lines are of any length.
std::optional<Complaint> complaint_in(std::string_view line) {
  const auto drop = [](std::string_view& text, std::string_view front) {
    const bool there = text.starts_with(front);
    if (there)
      text.remove_prefix(front.size());
    return there;
  };
  const bool is_error = drop(line, "error: ");
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    Complaint found;
    found.line = number_before_colon(rest);
    found.column = found.line.empty() ? "" : number_before_colon(rest);
    if (found.column.empty() || !drop(rest, " "))
      continue;
    if (!is_error && !drop(rest, "error: ") && !drop(rest, "fatal error: "))
      return {};
    found.file = line.substr(line.find_last_of('/', colon) + 1);
    found.file.resize(found.file.find(':'));
    found.message = cut(std::string(rest), 0, most_of_a_message);
    return found;
  }
  return {};
}

} // namespace

std::string explain_build_log(const std::string& log, const fs::path& file) {
  constexpr std::size_t most = 4; // what follows is mostly due to them
  constexpr std::string_view undefined = "undefined reference to ";
  const std::string name = file.filename().string();
  std::string text;
  std::set<std::string> told;
  for (const std::string& line : harness::lines_of(log)) {
    if (const std::size_t at = line.find(undefined); at != std::string::npos) {
      // `name', in quotes of any kind
      const std::size_t begin = at + undefined.size() + 1;
      const std::string what =
          line.substr(std::min(begin, line.size()), line.find('\'', begin) - begin);
      if (told.insert(what).second && told.size() <= most)
        text += fmt::format("{} is declared or called, but not defined\n",
                            cut(what, 0, most_of_a_message));
      continue;
    }
    const std::optional<Complaint> complaint = complaint_in(line);
    if (!complaint)
      continue;
    // A host program is compiled from a copy with the name of the starter, and Oclgrind has a name of its own.
    bool own = complaint->file == name || complaint->file.starts_with("exercise.c") ||
               complaint->file == "input.cl";
    std::size_t number = std::stoul(complaint->line);
    if (file.extension() == ".cpp" && complaint->file.ends_with(".cl")) {
      const std::size_t there = line_in_raw_string(file, number);
      own = there > 0;
      number = own ? there : number;
    }
    const std::string error = fmt::format("{}:{}:{}: {}\n", own ? name : complaint->file, number,
                                          complaint->column, complaint->message);
    if (!told.insert(error).second || told.size() > most)
      continue;
    text += error;
    if (own)
      text += source_line(file, number, std::stoul(complaint->column));
  }
  if (told.size() > most)
    text += fmt::format("and {} more\n", told.size() - most);
  return text.empty() ? end_of(log) : text;
}

std::string words_of_opencl_2(const std::string& log) {
  for (const char* word :
       {"get_global_linear_id", "get_local_linear_id", "get_enqueued_local_size", "work_group_",
        "sub_group_", "atomic_fetch_", "atomic_load", "atomic_store"})
    if (const std::size_t begin = log.find(word); begin != std::string::npos) {
      std::size_t end = begin;
      while (end < log.size() &&
             (std::isalnum(static_cast<unsigned char>(log[end])) != 0 || log[end] == '_'))
        ++end;
      return fmt::format(
          "{} is OpenCL C 2.0. Use the functions of OpenCL C 1.2, which every device has.\n",
          log.substr(begin, end - begin));
    }
  return {};
}

std::string explain_finding(const std::string& finding, const fs::path& file) {
  struct Word {
    const char* says;
    const char* means;
  };
  constexpr std::array words{
      Word{"data race",
           "two work-items access the same location, at least one of them writes it, and "
           "nothing orders the two accesses (a barrier or an atomic function would)"},
      Word{"Invalid read", "it reads outside the memory that it was given"},
      Word{"Invalid write", "it writes outside the memory that it was given"},
      Word{"Uninitialized", "it uses a value that was never written"},
      Word{"depends on uninitialized",
           "what it does next depends on a value that was never written"},
      Word{"divergence", "not every work-item of a work-group reaches this barrier"},
      Word{"exceeds static array size", "an index is not inside its array"},
  };
  const std::string head = finding.substr(0, finding.find('\n'));
  std::string text = "  - " + cut(head, 0, most_of_a_message) + '\n';
  for (const Word& word : words)
    if (head.find(word.says) != std::string::npos)
      text = fmt::format("  - {}\n", word.means);
  if (const std::size_t at = finding.find("Only "); at != std::string::npos) {
    std::size_t some = 0, all = 0;
    if (std::sscanf(finding.substr(at, 100).c_str(), "Only %9zu out of %9zu work-items", &some,
                    &all) == 2)
      text.insert(text.size() - 1, fmt::format(" ({} of {} do)", some, all));
  }
  // A compiler that has made one barrier of several does not say where it is.
  if (finding.find("divergence") != std::string::npos &&
      finding.find("t line 0 ") != std::string::npos) {
    const std::vector<std::string> lines = harness::lines_of(common::read_text(file));
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find("barrier(") != std::string::npos)
        text += source_line(file, i + 1, 0);
    return text;
  }
  // "At line 12 (column 9) of input.cl:\n  out[i] = ...": of a race one place for each of the two
  std::map<std::size_t, std::string> places; // by line: the two may come in any order
  for (std::size_t at = finding.find("t line "); at != std::string::npos;
       at = finding.find("t line ", at + 1)) {
    std::size_t line = 0, column = 0;
    std::sscanf(finding.substr(at, 100).c_str(), "t line %9zu (column %9zu", &line, &column);
    const std::size_t end = finding.find('\n', at);
    if (file.extension() == ".cl")
      places.emplace(line, source_line(file, line, column));
    else if (const std::size_t begin = finding.find_first_not_of(" \t\n", end);
             begin < finding.size() && line > 0) // a kernel that is a string in a host program
      places.emplace(
          line, line_of_string(file, finding.substr(begin, finding.find('\n', begin) - begin)));
  }
  for (const auto& place : places)
    text += place.second;
  return text;
}

std::string explain_findings(std::vector<std::string> findings, const fs::path& file) {
  constexpr std::size_t most = 4;
  std::stable_partition(findings.begin(), findings.end(), [](const std::string& finding) {
    return finding.find("ninitialized") == std::string::npos; // mostly a consequence
  });
  std::string text;
  std::set<std::string> told, heads;
  for (const std::string& finding : findings) {
    if (finding.find("suppressing further errors") != std::string::npos)
      continue;
    const std::string words = explain_finding(finding, file);
    std::string same = words; // but for the numbers of work-items
    if (const std::size_t begin = same.find(" ("), end = same.find(" do)"); end < same.find('\n'))
      same.erase(begin, end - begin);
    if (!told.insert(same).second || told.size() > most)
      continue;
    const std::size_t end = words.find('\n') + 1;
    if (heads.insert(words.substr(0, end)).second)
      text += words;
    else if (end < words.size())
      text += "  - likewise here:\n" + words.substr(end);
  }
  return text;
}

std::string source_lines(const fs::path& file,
                         const std::vector<std::pair<std::size_t, std::string>>& samples) {
  std::map<std::size_t, std::string> lines;
  std::string unnumbered;
  for (const auto& [line, text] : samples)
    if (file.extension() == ".cl")
      lines[line] = source_line(file, line, 0);
    else if (const std::size_t own = line_of(file, text); own > 0)
      lines[own] = source_line(file, own, 0);
    else
      unnumbered += line_of_string(file, text);
  std::string all;
  for (const auto& line : lines)
    all += line.second;
  return all + unnumbered;
}

} // namespace exercise
