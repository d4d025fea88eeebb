#include "exercise.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

struct CommandLine {
  std::vector<std::string> sources;
  std::string output, options;
};

CommandLine parsed(const std::vector<std::string>& arguments) {
  CommandLine line;
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
      line.options += argument + " " + arguments[++i] + " ";
    } else if (!argument.empty() && argument[0] == '-') {
      line.options += argument + " ";
    } else {
      line.sources.push_back(argument);
    }
  }
  if (line.sources.empty() || line.output.empty())
    throw std::invalid_argument("a compiler needs sources, and -o RESULT");
  return line;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf()))
    throw std::invalid_argument("cannot read " + file);
  return text.str();
}

// Empty if a source does not compile, or linking fails: then messages says why.
std::vector<unsigned char> binary_of(const cl::Device& device, const CommandLine& line,
                                     const std::vector<std::string>& texts, std::string& messages) {
  const cl::Context context(device);
  std::vector<cl::Program> programs;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    cl::Program program(context, texts[i]);
    try {
      program.compile(line.options.c_str());
    } catch (const cl::Error&) {
      messages += line.sources[i] + " does not compile:\n" +
                  program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device) + "\n";
    }
    programs.push_back(program);
  }
  if (!messages.empty())
    return {};
  try {
    const auto binaries = cl::linkProgram(programs).getInfo<CL_PROGRAM_BINARIES>();
    return {binaries.at(0).begin(), binaries.at(0).end()};
  } catch (const cl::Error& error) {
    messages = std::string("linking failed: ") + error.what() + "\n";
    return {};
  }
}

} // namespace

int compile(const cl::Device& device, const std::vector<std::string>& arguments,
            std::string& messages) {
  messages.clear();
  try {
    const CommandLine line = parsed(arguments);
    std::vector<std::string> texts;
    for (const std::string& source : line.sources)
      texts.push_back(text_of(source));
    const std::vector<unsigned char> binary = binary_of(device, line, texts, messages);
    if (binary.empty())
      return 1;
    std::ofstream result(line.output, std::ios::binary);
    result.write(reinterpret_cast<const char*>(binary.data()),
                 static_cast<std::streamsize>(binary.size()));
    if (!result.flush())
      throw std::invalid_argument("cannot write " + line.output);
    return 0;
  } catch (const std::invalid_argument& problem) {
    messages = std::string(problem.what()) + "\n";
    return 2;
  }
}
