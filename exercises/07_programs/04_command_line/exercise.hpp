#pragma once

#include <string>
#include <vector>

struct CommandLine {
  std::vector<std::string> sources;
  std::string output;
  std::string options; ///< for clBuildProgram, with single blanks between them
};

/// Throws std::invalid_argument where the arguments make no sense.
CommandLine parsed(const std::vector<std::string>& arguments);
