#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace check_text {

namespace {

constexpr std::string_view ellipsis = "…";

size_t parse_count(const std::string& text) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos)
    throw Error(fmt::format("'{}' is no number of lines: write for instance 12", text));
  return std::stoul(text);
}

std::regex parse_regex(const std::string& text) {
  try {
    return std::regex(text);
  } catch (const std::regex_error&) {
    throw Error(fmt::format("'{}' is no regular expression: correct it", text));
  }
}

/// The words of a command; quotes keep blanks together.
Lines command_words(const std::string& text) {
  Lines words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
      in_word = true;
    } else if (quote == 0 && c == ' ') {
      if (in_word)
        words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word)
    words.push_back(word);
  return words;
}

} // namespace

OutputRule parse_output_rule(const std::string& text) {
  const Lines parts = split(text, " | ");
  OutputRule rule;
  if (!parts.empty())
    rule.command = command_words(parts[0]);
  if (rule.command.empty())
    throw Error("no command is given: write <!-- output: PROGRAM ARGUMENTS -->");
  for (size_t i = 1; i < parts.size(); ++i) {
    const size_t blank = parts[i].find(' ');
    const std::string option = parts[i].substr(0, blank);
    const std::string value = blank == std::string::npos ? "" : trimmed(parts[i].substr(blank));
    if (option == "numbers" && value.empty()) {
      rule.numbers = true;
    } else if (option == "device" && value.empty()) {
      rule.device = true;
    } else if (option == "stderr" && value.empty()) {
      rule.with_stderr = true;
    } else if (option == "vary" && !value.empty()) {
      rule.vary.push_back(parse_regex(value));
    } else if (option == "grep" && !value.empty()) {
      rule.grep.push_back(parse_regex(value));
    } else if (option == "exit") {
      rule.exit_code = static_cast<int>(parse_count(value));
    } else if (option == "head") {
      rule.last = parse_count(value);
    } else if (option == "lines" && value.find('-') != std::string::npos) {
      rule.first = std::max<size_t>(parse_count(value.substr(0, value.find('-'))), 1);
      rule.last = parse_count(value.substr(value.find('-') + 1));
    } else {
      throw Error(fmt::format("unknown option '{}': there are numbers, device, vary REGEX, grep "
                              "REGEX, head N, lines N-M, exit N, stderr",
                              parts[i]));
    }
  }
  return rule;
}

harness::ProcessResult run_command(const OutputRule& rule, const fs::path& root,
                                   const fs::path& bin, int timeout_seconds,
                                   const fs::path& preload) {
  const std::string& name = rule.command[0];
  const fs::path program = name.find('/') == std::string::npos ? bin / name : root / name;
  if (!fs::is_regular_file(program))
    throw Error(fmt::format("there is no program {}: build it (cmake --build --preset default), "
                            "name its directory with --bin, or use --no-run",
                            program.generic_string()));
  // Only what a program needs to find its drivers and caches; nothing that chooses a device.
  Lines command = {"env", "-i", "LC_ALL=C.UTF-8", "TERM=dumb", "COLUMNS=100"};
  for (const char* variable : {"PATH", "HOME", "TMPDIR", "OCL_ICD_VENDORS", "OCL_ICD_FILENAMES",
                               "POCL_CACHE_DIR", "XDG_CACHE_HOME"})
    if (const char* value = std::getenv(variable); value != nullptr)
      command.push_back(fmt::format("{}={}", variable, value));
  const char* library_path = std::getenv("LD_LIBRARY_PATH");
  std::string libraries = library_path == nullptr ? "" : library_path;
  if (!preload.empty()) { // by its name alone: LD_PRELOAD cannot take a path with blanks
    command.push_back(fmt::format("LD_PRELOAD={}", preload.filename().string()));
    libraries = preload.parent_path().string() + (libraries.empty() ? "" : ":" + libraries);
  }
  if (!libraries.empty())
    command.push_back(fmt::format("LD_LIBRARY_PATH={}", libraries));
  const std::string redirect = rule.with_stderr ? "" : " 2>/dev/null";
  command.insert(command.end(), {"sh", "-c", "exec \"$0\" \"$@\"" + redirect, program.string()});
  command.insert(command.end(), rule.command.begin() + 1, rule.command.end());

  harness::ProcessOptions options;
  options.timeout_seconds = timeout_seconds;
  options.directory = root;
  return harness::run_process(command, options);
}

Lines select_lines(const OutputRule& rule, const std::string& output, const fs::path& root) {
  static const std::regex terminal_code("\x1b\\[[0-9;?]*[A-Za-z]");
  const std::string project = root.generic_string() + "/";
  Lines lines;
  for (std::string line : lines_of(output)) {
    line = std::regex_replace(line, terminal_code, "");
    if (const size_t again = line.rfind('\r'); again != std::string::npos)
      line = line.substr(again + 1); // a progress line that was written over
    for (size_t at = line.find(project); at != std::string::npos; at = line.find(project))
      line.erase(at, project.size());
    line.erase(line.find_last_not_of(" \t") + 1);
    if (std::all_of(rule.grep.begin(), rule.grep.end(),
                    [&](const std::regex& wanted) { return std::regex_search(line, wanted); }))
      lines.push_back(line);
  }
  lines.resize(std::min(lines.size(), rule.last));
  lines.erase(lines.begin(),
              lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), rule.first - 1)));
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  return lines;
}

namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The end of the number that starts at `at`: 12, 1,024, 1.5e-3, 0x7f.
size_t number_end(const std::string& line, size_t at) {
  if (line.compare(at, 2, "0x") == 0) {
    size_t end = at + 2;
    while (end < line.size() && std::isxdigit(static_cast<unsigned char>(line[end])) != 0)
      ++end;
    return end;
  }
  size_t end = at;
  while (end < line.size() &&
         (is_digit(line[end]) || (std::string(".,'").find(line[end]) != std::string::npos &&
                                  end + 1 < line.size() && is_digit(line[end + 1]))))
    ++end;
  if (end + 1 < line.size() && (line[end] == 'e' || line[end] == 'E')) {
    const size_t digits = line[end + 1] == '-' || line[end + 1] == '+' ? end + 2 : end + 1;
    if (digits < line.size() && is_digit(line[digits]))
      for (end = digits; end < line.size() && is_digit(line[end]);)
        ++end;
  }
  return end;
}

/// A line without what may differ where numbers do: numbers become N (those in names stay:
/// v2_tiled, 15_matmul), their units lose the prefix, and bars, rules and padding vanish.
std::string without_numbers(const std::string& line) {
  static const std::regex bar("(?:\xE2\x96[\x80-\x9F])+|(?:\xE2\x94\x80)+|"
                              "(^|[\\s|\\[])(?:[#*=.-]{2,}|#)(?=[\\s|\\]]|$)");
  static const std::regex unit("N\\s?(?:([num]|\xC2\xB5)?s|[kKMGT]?i?(B|B/s|FLOP/s|Hz))"
                               "(?![A-Za-z/])");
  static const std::regex blanks("\\s+");
  std::string text;
  for (size_t at = 0; at < line.size();) {
    const bool starts_name = is_name(line[at]);
    if (!is_digit(line[at]) && !starts_name) {
      text += line[at++];
      continue;
    }
    size_t end = starts_name ? at : number_end(line, at);
    if (starts_name || (end < line.size() && line[end] == '_')) {
      while (end < line.size() && (is_name(line[end]) || is_digit(line[end])))
        ++end;
      text += line.substr(at, end - at);
    } else {
      // The sign belongs to the number, unless it joins two words.
      if (!text.empty() && (text.back() == '-' || text.back() == '+') &&
          (text.size() == 1 ||
           std::string(" (=[,|").find(text[text.size() - 2]) != std::string::npos))
        text.pop_back();
      text += 'N';
    }
    at = end;
    if (!starts_name && at + 1 < line.size() && line[at] == 'x' && is_digit(line[at + 1]))
      text += line[at++]; // 1024x768
  }
  text = std::regex_replace(text, bar, "$1 ");
  text = std::regex_replace(text, unit, "N unit $2");
  return trimmed(std::regex_replace(text, blanks, " "));
}

/// A device as common::describe() writes it, "NAME (PLATFORM, OpenCL 3.0, 2 compute units, 8 GiB)",
/// at the start of a line or behind "on " or ": ".
const std::regex description(R"(^((?:.*?(?:\bon |: ))?\s*)(\S.*?) \(.*\bcompute units?\b[^)]*\))");

/// The device's name, from a description or a line such as "device: NVIDIA H200".
std::string device_name(const Lines& lines) {
  static const std::regex form(R"(^\W*[Dd]evice\s*[:=]?\s+(.*?)( \(|, |; |$))");
  std::smatch found;
  for (const std::string& line : lines) {
    if (std::regex_search(line, found, description))
      return found[2];
    if (std::regex_search(line, found, form) && found[1].length() > 2)
      return found[1];
  }
  return "";
}

/// A line as it is compared.
std::string comparable(const OutputRule& rule, std::string line, const std::string& device) {
  static const std::regex about_device(
      R"(^\W*([Dd]evice|[Pp]latform|[Dd]river|[Vv]endor|[Vv]ersion|[Cc]ompute units)\b.*)");
  if (rule.device) {
    line = std::regex_replace(line, description, "$1DEVICE");
    line = std::regex_replace(line, about_device, "$1");
    for (size_t at = device.empty() ? std::string::npos : line.find(device);
         at != std::string::npos; at = line.find(device, at))
      line.replace(at, device.size(), "DEVICE");
  }
  if (rule.numbers)
    return without_numbers(line);
  line.erase(line.find_last_not_of(" \t") + 1);
  return line;
}

} // namespace

bool output_matches(const OutputRule& rule, const Lines& shown, const Lines& actual) {
  const std::string shown_device = device_name(shown);
  const std::string actual_device = device_name(actual);
  const auto varies = [&](const std::string& line) {
    return std::any_of(rule.vary.begin(), rule.vary.end(),
                       [&](const std::regex& form) { return std::regex_search(line, form); });
  };
  const auto agree = [&](const std::string& a, const std::string& b) {
    return (varies(a) && varies(b)) ||
           comparable(rule, a, shown_device) == comparable(rule, b, actual_device);
  };
  // possible[j]: the shown lines so far can stand for the first j actual lines.
  std::vector<bool> possible(actual.size() + 1, false);
  possible[0] = true;
  for (const std::string& line : shown) {
    std::vector<bool> next(actual.size() + 1, false);
    for (size_t j = 0; j <= actual.size(); ++j) {
      if (trimmed(line) == ellipsis)
        next[j] = possible[j] || (j > 0 && next[j - 1]);
      else if (j > 0 && possible[j - 1])
        next[j] = agree(line, actual[j - 1]);
    }
    possible = next;
  }
  return possible[actual.size()];
}

Lines refresh_output(const Lines& shown, const Lines& actual) {
  const auto is_ellipsis = [](const std::string& line) { return trimmed(line) == ellipsis; };
  const auto gap = std::find_if(shown.begin(), shown.end(), is_ellipsis);
  if (std::count_if(shown.begin(), shown.end(), is_ellipsis) != 1 || actual.size() < shown.size())
    return actual;
  // Show as many lines before and after the gap as before.
  Lines fresh(actual.begin(), actual.begin() + (gap - shown.begin()));
  fresh.push_back(*gap);
  fresh.insert(fresh.end(), actual.end() - (shown.end() - gap - 1), actual.end());
  return fresh;
}

} // namespace check_text
