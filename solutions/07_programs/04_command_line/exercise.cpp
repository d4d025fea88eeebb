#include "exercise.hpp"

#include <stdexcept>

CommandLine parsed(const std::vector<std::string>& arguments) {
  CommandLine line;
  const auto add_option = [&](const std::string& option) {
    line.options += (line.options.empty() ? "" : " ") + option;
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool takes_next = argument == "-o" || argument == "-D" || argument == "-I";
    if (takes_next && i + 1 == arguments.size())
      throw std::invalid_argument("something is missing after " + argument);
    if (argument == "-o") {
      if (!line.output.empty())
        throw std::invalid_argument("there are two results");
      line.output = arguments[++i];
    } else if (takes_next) {
      add_option(argument + " " + arguments[++i]);
    } else if (!argument.empty() && argument[0] == '-') {
      add_option(argument);
    } else {
      line.sources.push_back(argument);
    }
  }
  if (line.sources.empty() || line.output.empty())
    throw std::invalid_argument("a compiler needs sources, and -o RESULT");
  return line;
}
