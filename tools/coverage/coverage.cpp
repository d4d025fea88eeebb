#include "tools/coverage/coverage.hpp"

#include "common/files.hpp"
#include "common/places.hpp"
#include "harness/system/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

namespace fs = std::filesystem;

namespace coverage {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// --- reading sources -----------------------------------------------------------------------

/// The text with `""` for each literal, `.` for `->`, and of a comment only `//` and the names clRe... in it, as
/// `//clRetainContext`. Lines stay lines.
std::string without_comments(const std::string& source) {
  // Of block comments and raw strings the beginning. Numbers are here for the ' between digits.
  static const std::regex special(
      R"re(//.*|/\*|->|R"\w*\(|"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'|\b\d[\w']*)re");
  static const std::regex silent_call(R"(clRe\w*)");
  std::string text;
  std::smatch found;
  auto at = source.begin();
  while (std::regex_search(at, source.end(), found, special,
                           at == source.begin() ? std::regex_constants::match_default
                                                : std::regex_constants::match_prev_avail)) {
    text.append(at, found[0].first);
    at = found[0].second;
    const std::string what = found.str();
    if (what.starts_with("//")) {
      text += "//";
      for (auto call = std::sregex_iterator(what.begin(), what.end(), silent_call);
           call != std::sregex_iterator(); ++call)
        text += " //" + call->str();
    } else if (what == "/*" || what.starts_with("R")) {
      const std::string end = what == "/*" ? "*/" : ")" + what.substr(2, what.size() - 3) + "\"";
      const auto stop = std::search(at, source.end(), end.begin(), end.end());
      text += what == "/*" ? " " : "\"\"";
      text.append(static_cast<size_t>(std::count(at, stop, '\n')), '\n');
      at = stop + std::min<std::ptrdiff_t>(source.end() - stop, std::ssize(end));
    } else if (what == "->") {
      text += ".";
    } else {
      text += is_word(what[0]) ? what : "\"\"";
    }
  }
  return text.append(at, source.end());
}

/// The same with the names behind the line of code that their comment stands behind or directly above; a comment elsewhere
/// says nothing about code.
std::string code_of(const std::string& source) {
  std::string text, calls;
  for (const std::string& line : harness::lines_of(without_comments(source))) {
    const size_t comment = std::min(line.find("//"), line.size());
    const bool has_code = !harness::trimmed(line.substr(0, comment)).empty();
    calls += line.substr(comment);
    text += line.substr(0, comment) + (has_code ? calls : "") + "\n";
    if (has_code || comment == line.size())
      calls.clear();
  }
  return text;
}

// --- matching ------------------------------------------------------------------------------

/// How a use of one function looks.
struct Pattern {
  std::string first; ///< what it begins with, or a part of that word: places that are worth a look
  std::regex all;
  int exactness; ///< of its tokens: 3 as it is written, 2 with `*`, 1 for `$`
  size_t entry;  ///< the row of the map
};

std::string regex_of(const std::string& token) {
  if (token == "$")
    return R"((\w+|""|\S))";
  const auto word_at = [](char c) { return is_word(c) || c == '*' ? "\\b" : ""; };
  std::string text = word_at(token.front());
  for (const char c : token)
    text += c == '*' ? "\\w*" : is_word(c) || c == '/' ? std::string(1, c) : std::string{'\\', c};
  return text + word_at(token.back());
}

Pattern pattern_of(const std::string& use, size_t entry) {
  // What follows the bracket of a construction: arguments, not parameters (`const X& a`, `X b`), and not nothing.
  static const std::string arguments =
      R"((?!\s*([)}]|const\b|void\b|(\w+\s*::\s*)*[A-Za-z_]\w*(\s*[&*<]|\s+[A-Za-z_]))))";
  const std::vector<std::string> tokens = harness::split(use, " ");
  const bool construction = tokens[0] == "new"; // new T ( ...: cl::T name( or cl::T{
  Pattern pattern{construction ? "cl" : tokens[0], {}, 0, entry};
  std::string regex;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool open = tokens[i].size() > 1 && tokens[i].find('*') != std::string::npos;
    pattern.exactness += tokens[i] == "$" ? 1 : open ? 2 : 3;
    if (construction && i == 0)
      regex += R"(cl\s*::)";
    else if (construction && i == 2)
      regex += R"(\s*([A-Za-z_]\w*\s*)?[({])" + arguments;
    else
      regex += "\\s*" + regex_of(tokens[i]);
  }
  std::erase(pattern.first, '*');
  pattern.all = std::regex(regex);
  return pattern;
}

/// Note the uses in one file. Where several patterns match, the most exact one counts:
/// `new Context ( CL_DEVICE_TYPE_*` before `new Context (`.
void find_uses(const std::string& file, const std::string& code,
               const std::vector<Pattern>& patterns, std::vector<Entry>& map) {
  struct Best {
    int exactness = 0;
    std::set<size_t> entries = {};
  };
  std::map<std::ptrdiff_t, Best> places;
  for (const Pattern& pattern : patterns)
    for (size_t at = code.find(pattern.first); at != std::string::npos;
         at = code.find(pattern.first, at + 1)) {
      auto begin = code.begin() + static_cast<std::ptrdiff_t>(at);
      while (is_word(*begin) && begin != code.begin() && is_word(begin[-1]))
        --begin;
      if (!std::regex_search(begin, code.end(), pattern.all,
                             std::regex_constants::match_continuous))
        continue;
      Best& best = places[begin - code.begin()];
      if (pattern.exactness > best.exactness)
        best = {pattern.exactness};
      if (pattern.exactness == best.exactness)
        best.entries.insert(pattern.entry);
    }
  int line = 1;
  std::ptrdiff_t before = 0;
  for (const auto& [place, best] : places) {
    line += static_cast<int>(std::count(code.begin() + before, code.begin() + place, '\n'));
    before = place;
    for (const size_t entry : best.entries) {
      std::vector<Use>& uses = map[entry].uses;
      if (uses.empty() || uses.back().file != file || uses.back().line != line)
        uses.push_back({file, line});
    }
  }
}

// --- the map -------------------------------------------------------------------------------

/// The number of the chapter that `path` (relative, chapters/NN_topic/...) belongs to, 0 if none.
int chapter_number(const fs::path& path) {
  auto part = path.begin();
  const std::string stem = part == path.end() || ++part == path.end() ? "" : part->string();
  return std::atoi(stem.c_str());
}

/// The numbers of the chapters that exist.
std::set<int> chapter_numbers(const fs::path& root) {
  std::set<int> chapters;
  if (fs::is_directory(root / "chapters"))
    for (const auto& item : fs::directory_iterator(root / "chapters"))
      chapters.insert(chapter_number(fs::relative(item.path(), root)));
  return chapters;
}

/// All files below root/folder/*/ with one of the extensions, sorted.
std::vector<fs::path> source_files(const fs::path& root, const std::string& folder,
                                   const std::set<std::string>& extensions) {
  std::vector<fs::path> files;
  if (fs::is_directory(root / folder))
    for (const auto& item : fs::recursive_directory_iterator(root / folder))
      if (item.is_regular_file() && extensions.count(item.path().extension().string()) != 0)
        files.push_back(fs::relative(item.path(), root));
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Entry> empty_host_map(std::vector<Pattern>& patterns) {
  std::vector<Entry> map;
  for (const ApiGroup& group : api_groups())
    for (const ApiFunction& f : group.functions) {
      Entry entry;
      entry.name = f.name;
      entry.group = group.name;
      entry.since = f.since;
      entry.binding = f.binding;
      entry.deprecated_in = f.deprecated_in;
      entry.replacement = f.replacement;
      entry.chapter = f.chapter;
      entry.promised = f.deprecated_in.empty() && f.chapter <= last_promising_chapter;
      patterns.push_back(pattern_of(entry.name + " (", map.size()));
      if (!f.uses.empty()) {
        for (const std::string& use : harness::split(f.uses, " | "))
          patterns.push_back(pattern_of(use, map.size()));
      } else if (!f.binding.empty()) {
        const std::string method = harness::split(f.binding, "::").back();
        patterns.push_back(pattern_of(method + " (", map.size()));
      }
      map.push_back(entry);
    }
  return map;
}

std::vector<Entry> empty_kernel_map(std::vector<Pattern>& patterns) {
  std::vector<Entry> map;
  for (const KernelGroup& group : kernel_groups())
    for (const std::string& item : harness::split(group.names, " ")) {
      const std::vector<std::string> name_and_chapter = harness::split(item, ":");
      const std::vector<std::string> parts = harness::split(name_and_chapter[0], "@");
      Entry entry;
      entry.name = parts[0];
      entry.group = group.name;
      entry.since = parts.size() > 1 ? parts[1] : std::string(group.since);
      entry.in_kernel = true;
      entry.chapter = name_and_chapter.size() > 1 ? std::stoi(name_and_chapter[1]) : group.chapter;
      entry.deprecated_in = group.deprecated_in;
      entry.replacement = group.replacement;
      entry.promised = entry.deprecated_in.empty() && entry.chapter <= last_promising_chapter;
      if (const size_t hash = entry.name.find('#'); hash == std::string::npos) {
        patterns.push_back(pattern_of(entry.name + " (", map.size()));
      } else {
        for (const char* length : {"2", "3", "4", "8", "16"})
          patterns.push_back(
              pattern_of(std::string(entry.name).replace(hash, 1, length) + " (", map.size()));
        entry.name.replace(hash, 1, "n"); // as the specification writes it: vloadn
      }
      map.push_back(entry);
    }
  return map;
}

} // namespace

std::vector<Entry> build_map(const fs::path& root) {
  std::vector<Pattern> host_patterns;
  std::vector<Pattern> kernel_patterns;
  std::vector<Entry> map = empty_host_map(host_patterns);
  std::vector<Entry> kernel_map = empty_kernel_map(kernel_patterns);
  for (const fs::path& file : source_files(root, "chapters", {".c", ".cpp", ".hpp", ".h"}))
    find_uses(file.generic_string(), code_of(common::read_text(root / file)), host_patterns, map);
  for (const fs::path& file : source_files(root, "kernels", {".cl", ".clh", ".h"}))
    find_uses(file.generic_string(), code_of(common::read_text(root / file)), kernel_patterns,
              kernel_map);
  map.insert(map.end(), kernel_map.begin(), kernel_map.end());
  const std::set<int> chapters = chapter_numbers(root);
  for (Entry& entry : map) {
    entry.chapter_there = chapters.count(entry.chapter) != 0;
    std::stable_partition(entry.uses.begin(), entry.uses.end(), [&entry](const Use& use) {
      return chapter_number(use.file) == entry.chapter;
    });
  }
  return map;
}

std::vector<Entry> broken_promises(const std::vector<Entry>& map) {
  std::vector<Entry> broken;
  for (const Entry& entry : map)
    if (entry.promised && entry.uses.empty() && entry.chapter_there)
      broken.push_back(entry);
  return broken;
}

namespace {

// --- printing ------------------------------------------------------------------------------

nlohmann::json to_json(const std::vector<Entry>& map) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Entry& entry : map) {
    nlohmann::json uses = nlohmann::json::array();
    for (const Use& use : entry.uses)
      uses.push_back({{"lesson", (++fs::path(use.file).begin())->string()},
                      {"file", use.file},
                      {"line", use.line}});
    rows.push_back({{"function", entry.name},
                    {"language", entry.in_kernel ? "OpenCL C" : "C"},
                    {"group", entry.group},
                    {"since", entry.since},
                    {"binding", entry.binding},
                    {"deprecated_in", entry.deprecated_in},
                    {"replacement", entry.replacement},
                    {"chapter", entry.chapter},
                    {"promised", entry.promised},
                    {"uses", uses}});
  }
  return {{"functions", rows}};
}

std::string where_shown(const Entry& entry) {
  if (!entry.uses.empty()) {
    const Use& use = entry.uses.front();
    const size_t more = entry.uses.size() - 1;
    return fmt::format("{}:{}{}", use.file, use.line, more > 0 ? fmt::format(" (+{})", more) : "");
  }
  if (!entry.deprecated_in.empty())
    return "not shown: deprecated";
  const bool broken = entry.promised && entry.chapter_there;
  return fmt::format("{}: chapter {:02}", broken ? "NOT SHOWN, promised" : "later", entry.chapter);
}

void print_map(std::ostream& out, const std::vector<Entry>& map) {
  std::string group;
  for (const Entry& entry : map) {
    const std::string heading =
        fmt::format("{}: {}", entry.in_kernel ? "OpenCL C" : "Host API", entry.group);
    if (heading != group)
      fmt::print(out, "{}{}\n", group.empty() ? "" : "\n", heading);
    group = heading;
    if (entry.in_kernel)
      fmt::print(out, "  {:<45} {:<5} {}\n", entry.name, entry.since, where_shown(entry));
    else
      fmt::print(out, "  {:<40} {:<41} {}\n", entry.name,
                 entry.binding.empty() ? "(C only)" : entry.binding, where_shown(entry));
    if (!entry.deprecated_in.empty())
      fmt::print(out, "      deprecated in {}; use {}\n", entry.deprecated_in, entry.replacement);
  }
}

void print_summary(std::ostream& out, const std::vector<Entry>& map) {
  const auto count = [&map](bool in_kernel, bool only_shown) {
    return std::count_if(map.begin(), map.end(), [=](const Entry& entry) {
      return entry.in_kernel == in_kernel && entry.deprecated_in.empty() &&
             (!only_shown || !entry.uses.empty());
    });
  };
  fmt::print(out, "\nshown: {} of {} functions of the host API, {} of {} of OpenCL C\n",
             count(false, true), count(false, false), count(true, true), count(true, false));
}

} // namespace

int coverage_main(const std::vector<std::string>& arguments, std::ostream& out) {
  CLI::App app{"Which lesson shows which OpenCL function: C name, binding call, file and line"};
  std::string root = common::source_root;
  bool as_json = false;
  bool missing = false;
  app.add_option("--root", root, "the project's directory")->check(CLI::ExistingDirectory);
  app.add_flag("--json", as_json, "print all uses as JSON");
  app.add_flag("--missing", missing,
               "print only what no lesson shows; exit code 1 if a finished chapter promised it");
  try {
    // CLI11 wants them last to first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, out) == 0 ? 0 : 2;
  }

  std::vector<Entry> map = build_map(root);
  const size_t broken = broken_promises(map).size();
  if (missing)
    map.erase(std::remove_if(map.begin(), map.end(),
                             [](const Entry& entry) {
                               return !entry.uses.empty() || !entry.deprecated_in.empty();
                             }),
              map.end());
  if (as_json)
    fmt::print(out, "{}\n", to_json(map).dump(2));
  else
    print_map(out, map);
  if (!as_json && !missing)
    print_summary(out, map);
  if (missing && broken > 0)
    fmt::print(out, "{} functions that finished chapters promise are not shown\n", broken);
  return missing && broken > 0 ? 1 : 0;
}

} // namespace coverage
