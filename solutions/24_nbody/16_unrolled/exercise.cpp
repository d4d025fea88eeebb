#include "exercise.hpp"

#include <fmt/format.h>
#include <regex>

namespace {

struct Loop {
  std::string before, variable, limit, body, after; // body: between the braces
};

// The loop "for (int VARIABLE = 0; VARIABLE < LIMIT; ++VARIABLE) {" of a kernel.
Loop find_loop(const std::string& source) {
  std::smatch head;
  std::regex_search(source, head,
                    std::regex(R"(for \(int (\w+) = 0; \w+ < ([^;]*); \+\+\w+\) \{)"));
  const auto begin = static_cast<std::size_t>(head.position() + head.length());
  std::size_t end = begin;
  for (int depth = 1; depth > 0; ++end)
    depth += source[end] == '{' ? 1 : source[end] == '}' ? -1 : 0;
  return {head.prefix(), head[1], head[2], source.substr(begin, end - 1 - begin),
          source.substr(end)};
}

} // namespace

std::string unrolled(const std::string& source, int times) {
  const Loop loop = find_loop(source);
  const std::string &j = loop.variable, &limit = loop.limit, &body = loop.body;
  std::string copies;
  for (int k = 0; k < times; ++k)
    copies += fmt::format("{{ {} }}\n++{};\n", body, j);
  return loop.before + fmt::format("int {} = 0;\n", j) +
         fmt::format("while ({} < ({}) - {}) {{\n{}}}\n", j, limit, times - 1, copies) +
         fmt::format("for (; {0} < ({1}); ++{0}) {{ {2} }}\n", j, limit, body) + loop.after;
}
