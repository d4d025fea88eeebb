#include "tools/coverage/coverage.hpp"

#include "common/places.hpp"
#include "harness/system/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace coverage {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_identifier(const std::string& text) {
  return !text.empty() && is_word(text[0]) &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0;
}

// --- reading sources -----------------------------------------------------------------------

/// The length of the string or character literal that starts at `at`, 0 if none does.
size_t literal_length(std::string_view source, size_t at) {
  if (source.substr(at, 2) == "R\"") {
    const size_t open = source.find('(', at);
    if (open == std::string_view::npos)
      return 0;
    const std::string close = ")" + std::string(source.substr(at + 2, open - at - 2)) + "\"";
    const size_t end = source.find(close, open);
    return (end == std::string_view::npos ? source.size() : end + close.size()) - at;
  }
  const char quote = source[at];
  if (quote != '"' && quote != '\'')
    return 0;
  size_t end = at + 1;
  while (end < source.size() && source[end] != quote && source[end] != '\n')
    end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size()) - at;
}

/// The clRetain... and clRelease... names in a comment, as `//clRetainContext`.
std::vector<std::string> silent_calls(std::string_view comment) {
  std::vector<std::string> names;
  for (size_t at = comment.find("clRe"); at != std::string_view::npos;
       at = comment.find("clRe", at + 1)) {
    size_t end = at;
    while (end < comment.size() && is_word(comment[end]))
      ++end;
    names.push_back("//" + std::string(comment.substr(at, end - at)));
  }
  return names;
}

/// Give the names found in comments to the line of code that the comment stands behind or directly
/// above; a comment elsewhere says nothing about code.
std::vector<Token> place_silent_calls(std::vector<Token> tokens, const std::vector<Token>& calls,
                                      const std::set<int>& comment_lines) {
  std::set<int> code_lines;
  for (const Token& token : tokens)
    code_lines.insert(token.line);
  for (Token call : calls) {
    while (code_lines.count(call.line) == 0 && comment_lines.count(call.line) != 0)
      ++call.line;
    if (code_lines.count(call.line) != 0)
      tokens.push_back(call);
  }
  return tokens;
}

/// Does a parameter list start at `at` (`const X& a`, `X b`), rather than arguments?
bool starts_parameters(const std::vector<Token>& tokens, size_t at) {
  if (tokens[at].text == "const" || tokens[at].text == "void")
    return true;
  while (at + 2 < tokens.size() && tokens[at + 1].text == "::")
    at += 2;
  if (!is_identifier(tokens[at].text) || at + 1 >= tokens.size())
    return false;
  const std::string& next = tokens[at + 1].text;
  return next == "&" || next == "*" || next == "<" || is_identifier(next);
}

/// Rewrite the construction of an object, `cl::T name(` or `cl::T{`, to `new T (`.
std::vector<Token> mark_constructions(const std::vector<Token>& tokens) {
  std::vector<Token> result;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i + 4 < tokens.size() && tokens[i].text == "cl" && tokens[i + 1].text == "::" &&
        std::isupper(static_cast<unsigned char>(tokens[i + 2].text[0])) != 0) {
      const size_t bracket = is_identifier(tokens[i + 3].text) ? i + 4 : i + 3;
      const std::string& open = tokens[bracket].text;
      if ((open == "(" || open == "{") && bracket + 1 < tokens.size()) {
        const std::string& first = tokens[bracket + 1].text;
        if (first != ")" && first != "}" && !starts_parameters(tokens, bracket + 1)) {
          result.push_back({"new", tokens[i].line});
          result.push_back(tokens[i + 2]);
          result.push_back({"(", tokens[bracket].line});
          i = bracket;
          continue;
        }
      }
    }
    result.push_back(tokens[i]);
  }
  return result;
}

} // namespace

std::vector<Token> tokenize(std::string_view source) {
  std::vector<Token> tokens;
  std::vector<Token> calls;
  std::set<int> comment_lines;
  int line = 1;
  for (size_t at = 0; at < source.size();) {
    const std::string_view two = source.substr(at, 2);
    size_t length = 1;
    if (two == "//") {
      length = std::min(source.find('\n', at), source.size()) - at;
      comment_lines.insert(line);
      for (const std::string& name : silent_calls(source.substr(at, length)))
        calls.push_back({name, line});
    } else if (two == "/*") {
      length = std::min(source.find("*/", at + 2), source.size() - 2) + 2 - at;
    } else if (const size_t literal = literal_length(source, at); literal > 0) {
      tokens.push_back({"\"\"", line});
      length = literal;
    } else if (is_word(source[at])) {
      // A ' between digits belongs to the number.
      const bool number = std::isdigit(static_cast<unsigned char>(source[at])) != 0;
      while (at + length < source.size() &&
             (is_word(source[at + length]) || (number && source[at + length] == '\'')))
        ++length;
      tokens.push_back({std::string(source.substr(at, length)), line});
    } else if (two == "::" || two == "->") {
      tokens.push_back({two == "->" ? "." : "::", line});
      length = 2;
    } else if (std::isspace(static_cast<unsigned char>(source[at])) == 0) {
      tokens.push_back({std::string(1, source[at]), line});
    }
    line += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(at),
                                        source.begin() + static_cast<std::ptrdiff_t>(at + length),
                                        '\n'));
    at += length;
  }
  return place_silent_calls(mark_constructions(tokens), calls, comment_lines);
}

namespace {

// --- matching ------------------------------------------------------------------------------

/// How a use of one function looks: a sequence of tokens.
struct Pattern {
  std::vector<std::string> tokens;
  size_t entry; ///< the row of the map
};

/// How exactly `pattern` describes `text`: 3 the same, 2 with `*`, 1 any token; 0 no match.
int match_token(const std::string& pattern, const std::string& text) {
  if (pattern == text)
    return 3;
  if (pattern == "$")
    return 1;
  if (pattern.size() < 2) // a lone `*` is a token of the language
    return 0;
  const bool open_start = pattern.front() == '*';
  const bool open_end = pattern.back() == '*';
  const std::string core = pattern.substr(
      open_start ? 1 : 0, pattern.size() - (open_start ? 1 : 0) - (open_end ? 1 : 0));
  const size_t at = text.find(core);
  if (!(open_start || open_end) || at == std::string::npos)
    return 0;
  const bool fits =
      (open_start || at == 0) && (open_end || text.size() - core.size() == text.rfind(core));
  return fits ? 2 : 0;
}

/// The summed exactness of all tokens of a pattern at one place; 0 if one does not match.
int match_pattern(const Pattern& pattern, const std::vector<Token>& tokens, size_t at) {
  if (at + pattern.tokens.size() > tokens.size())
    return 0;
  int score = 0;
  for (size_t i = 0; i < pattern.tokens.size(); ++i) {
    const int exactness = match_token(pattern.tokens[i], tokens[at + i].text);
    if (exactness == 0)
      return 0;
    score += exactness;
  }
  return score;
}

/// Note the uses in one file. Where several patterns match, the most exact one counts:
/// `new Context ( CL_DEVICE_TYPE_*` before `new Context (`.
void find_uses(const std::string& file, const std::vector<Token>& tokens,
               const std::vector<Pattern>& patterns, std::vector<Entry>& map) {
  for (size_t at = 0; at < tokens.size(); ++at) {
    int best = 1;
    std::set<size_t> found;
    for (const Pattern& pattern : patterns) {
      const int score = match_pattern(pattern, tokens, at);
      if (score > best) {
        best = score;
        found.clear();
      }
      if (score == best)
        found.insert(pattern.entry);
    }
    for (const size_t entry : found) {
      std::vector<Use>& uses = map[entry].uses;
      if (uses.empty() || uses.back().file != file || uses.back().line != tokens[at].line)
        uses.push_back({file, tokens[at].line});
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

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
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
      patterns.push_back({{entry.name, "("}, map.size()});
      if (!f.uses.empty()) {
        for (const std::string& use : harness::split(f.uses, " | "))
          patterns.push_back({harness::split(use, " "), map.size()});
      } else if (!f.binding.empty()) {
        const std::string method = harness::split(f.binding, "::").back();
        patterns.push_back({{method, "("}, map.size()});
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
        patterns.push_back({{entry.name, "("}, map.size()});
      } else {
        for (const char* length : {"2", "3", "4", "8", "16"})
          patterns.push_back({{std::string(entry.name).replace(hash, 1, length), "("}, map.size()});
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
    find_uses(file.generic_string(), tokenize(read_file(root / file)), host_patterns, map);
  for (const fs::path& file : source_files(root, "kernels", {".cl", ".clh", ".h"}))
    find_uses(file.generic_string(), tokenize(read_file(root / file)), kernel_patterns, kernel_map);
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
