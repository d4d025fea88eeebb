#include "exercise.hpp"

CommandLine parsed(const std::vector<std::string>& arguments) {
  CommandLine line;
  for (const std::string& argument : arguments)
    if (argument[0] == '-')
      line.options += argument;
    else
      line.sources.push_back(argument);
  return line;
}
