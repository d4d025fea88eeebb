#include "tests/support/mutants.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <regex>
#include <set>

namespace tests {
namespace {

// A change: what stands at [begin, begin + length) becomes `replacement`.
struct Edit {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::string replacement;
};

// The source with blanks in place of comments and preprocessor lines: positions stay the same.
std::string without_comments(const std::string& source) {
  std::string masked = source;
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, masked.size()); ++i)
      if (masked[i] != '\n')
        masked[i] = ' ';
  };
  for (std::size_t i = 0; i + 1 < source.size(); ++i) {
    const bool starts_line = i == 0 || source[i - 1] == '\n';
    std::size_t end = i;
    if (source.compare(i, 2, "//") == 0 || (starts_line && source[i] == '#'))
      end = std::min(source.find('\n', i), source.size());
    else if (source.compare(i, 2, "/*") == 0)
      end = std::min(source.find("*/", i), source.size() - 2) + 2;
    blank(i, end);
    i = std::max(i, end == i ? i : end - 1);
  }
  return masked;
}

// The position behind the bracket that closes the one at `open`; npos where none does.
std::size_t behind_bracket(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(')
      ++depth;
    if ((text[i] == ']' || text[i] == ')') && --depth == 0)
      return i + 1;
  }
  return std::string::npos;
}

// One edit for each match of `pattern`.
std::vector<Edit> edits_by(const std::string& masked, const std::string& pattern,
                           const std::string& format) {
  const std::regex regex(pattern);
  std::vector<Edit> edits;
  for (auto match = std::sregex_iterator(masked.begin(), masked.end(), regex);
       match != std::sregex_iterator(); ++match)
    edits.push_back({static_cast<std::size_t>(match->position()),
                     static_cast<std::size_t>(match->length()), match->format(format)});
  return edits;
}

// The parameters that a kernel may write to.
std::set<std::string> outputs(const std::string& masked) {
  static const std::regex parameter(R"(\bglobal\s+(\w+)\s*\*\s*(?:restrict\s+)?(\w+)\s*[,)])");
  std::set<std::string> names;
  std::string text = std::regex_replace(masked, std::regex("__(global|restrict)"), "$1");
  for (auto match = std::sregex_iterator(text.begin(), text.end(), parameter);
       match != std::sregex_iterator(); ++match)
    if (match->str(1) != "const")
      names.insert(match->str(2));
  static const std::regex image(R"(\bwrite_only\s+image\w+\s+(\w+)\s*[,)])");
  for (auto match = std::sregex_iterator(text.begin(), text.end(), image);
       match != std::sregex_iterator(); ++match)
    names.insert(match->str(1));
  return names;
}

// The pointers into `output` that a kernel declares: `global float* sum = output + ...`, or
// `global float4* sum = (global float4*)(output + ...)`.
std::set<std::string> pointers_into(const std::string& masked, const std::string& output) {
  const std::regex declaration(R"(\*\s*(\w+)\s*=\s*(?:\([^()]*\*\)\s*\(?\s*)?)" + output + "\\b");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(masked.begin(), masked.end(), declaration);
       match != std::sregex_iterator(); ++match)
    names.insert(match->str(1));
  return names;
}

// What is stored: the right-hand side of `output[...] = ...;`, of `*pointer = ...;` or of
// `*(global float4*)(output ...) = ...;`, or the last argument of a call
// `write_something(output ..., ...);`.
std::vector<Edit> stores(const std::string& masked, const std::string& value) {
  std::vector<Edit> edits;
  for (const std::string& name : outputs(masked)) {
    std::set<std::string> targets = pointers_into(masked, name);
    for (const std::string& pointer : targets)
      for (const Edit& edit : edits_by(masked, "\\*" + pointer + R"((\s*\+?=)(?!=)[^;]*;)",
                                       "*" + pointer + "$1 " + value + ";"))
        edits.push_back(edit);
    const std::regex cast(R"(\*\s*\(global\s+\w+\s*\*\)\s*\(\s*)" + name + "\\b");
    for (auto match = std::sregex_iterator(masked.begin(), masked.end(), cast);
         match != std::sregex_iterator(); ++match) {
      const auto at = static_cast<std::size_t>(match->position() + match->length());
      const std::size_t behind = behind_bracket(masked, masked.rfind('(', at));
      const std::size_t equals =
          behind == std::string::npos ? behind : masked.find_first_not_of(" \n", behind);
      if (equals != std::string::npos && masked[equals] == '=')
        edits.push_back({equals + 1, masked.find(';', equals) - equals - 1, " " + value});
    }
    targets.insert(name);
    const std::string any = fmt::format("(?:{})", fmt::join(targets, "|"));
    const std::regex use("\\b" + any + R"(\s*\[|\b\w+\(\s*)" + any + "\\b");
    for (auto match = std::sregex_iterator(masked.begin(), masked.end(), use);
         match != std::sregex_iterator(); ++match) {
      const auto at = static_cast<std::size_t>(match->position());
      const bool is_call = match->str().find('(') != std::string::npos;
      const std::size_t behind = behind_bracket(masked, masked.find_first_of("[(", at));
      if (behind == std::string::npos)
        continue;
      if (is_call) {
        const std::size_t comma = masked.rfind(',', behind);
        if (comma != std::string::npos && comma > at && masked.compare(behind, 1, ";") == 0)
          edits.push_back({comma + 1, behind - 1 - (comma + 1), " " + value});
        continue;
      }
      std::size_t equals = masked.find_first_not_of(" \n", behind);
      if (equals != std::string::npos && masked[equals] == '+')
        ++equals;
      if (equals == std::string::npos || masked[equals] != '=' || masked[equals + 1] == '=')
        continue;
      const std::size_t end = masked.find(';', equals);
      edits.push_back({equals + 1, end - equals - 1, " " + value});
    }
  }
  return edits;
}

} // namespace

std::vector<Mutant> mutants_of(const std::string& source) {
  const std::string masked = without_comments(source);
  std::vector<Mutant> mutants;
  // Of many places of one kind the first and the last are tried; of the barriers every one.
  const auto add = [&](const std::string& what, std::vector<Edit> edits, bool all = false) {
    std::sort(edits.begin(), edits.end(),
              [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    if (!all && edits.size() > 2)
      edits = {edits.front(), edits.back()};
    for (const Edit& edit : edits) {
      std::string changed = source;
      changed.replace(edit.begin, edit.length, edit.replacement);
      const auto line =
          1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(edit.begin),
                         '\n');
      mutants.push_back({fmt::format("line {}: {}: '{}' -> '{}'", line, what,
                                     source.substr(edit.begin, edit.length), edit.replacement),
                         std::move(changed)});
    }
  };
  add("row and column swapped",
      edits_by(masked, R"(\[([A-Za-z]\w*) \* ([A-Za-z]\w*) \+ ([A-Za-z]\w*)\])", "[$3 * $2 + $1]"));
  add("barrier dropped", edits_by(masked, R"(\b(work_group_)?barrier\s*\([^;]*\);)", ";"), true);
  add("NaN stored", stores(masked, "NAN"));
  add("constant stored", stores(masked, "0.25f"));
  add("loop one short",
      edits_by(masked, R"((for\s*\([^;]*;\s*\w+\s*<\s*)([^;&|]+?)\s*(;|&&))", "$1$2 - 1$3"));
  add("guard one wide",
      edits_by(masked, R"((\bif \((?:[^()]*?[^()\w])??\w+) >= ([A-Za-z]\w*))", "$1 > $2"));
  add("guard one wide",
      edits_by(masked, R"((\bif \((?:[^()]*?[^()\w])??\w+) < ([A-Za-z]\w*))", "$1 <= $2"));
  return mutants;
}

} // namespace tests
