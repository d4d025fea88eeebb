// What compilers and the simulator say of a learner's file, in words for a learner.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace exercise {

namespace fs = std::filesystem;

/// Control characters, which would do something to a terminal, become '?'.
std::string printable(std::string text);

/// At most `most` characters of the text from `begin` on; dots stand for what is left out.
std::string cut(const std::string& text, std::size_t begin, std::size_t most);
constexpr std::size_t most_of_a_message = 300;

/// The last lines, printable.
std::string end_of(const std::string& output);

/// What no compiler would say so clearly of a file; empty if it can be judged.
std::string no_text(const fs::path& file);

/// The errors of a compiler's log, each with its source line and a caret under the column. Falls
/// back to the log where it names no place. `file`: what the log is about.
std::string explain_build_log(const std::string& log, const fs::path& file);

/// What a compiler complains about because it is for OpenCL C 1.2, as the simulator's is; empty: nothing.
std::string words_of_opencl_2(const std::string& log);

/// Oclgrind's finding in plain words, with the place in the source where it names one.
std::string explain_finding(const std::string& finding, const fs::path& file);

/// All findings: each once, causes before what follows from them, and not too many.
std::string explain_findings(std::vector<std::string> findings, const fs::path& file);

/// The source lines that the simulator was at: numbers in kernels, and their texts.
std::string source_lines(const fs::path& file,
                         const std::vector<std::pair<std::size_t, std::string>>& samples);

} // namespace exercise
