#include "common/options.hpp"

#include "common/error.hpp"
#include "common/image.hpp"

#include <CLI/CLI.hpp>

#include <cfloat>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace fs = std::filesystem;

namespace common {
namespace {

// Devices and pipes (and "-") may be named twice.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code none;
  if (fs::exists(a, none) && fs::exists(b, none))
    return fs::is_regular_file(a, none) && fs::equivalent(a, b, none);
  return a != "-" && fs::weakly_canonical(a, none) == fs::weakly_canonical(b, none);
}

// What is read is not written over, and of two results none is lost. What a picture is called is looked at here, before
// the work.
void check_files(CLI::App& app) {
  std::vector<std::pair<std::string, std::string>> files; // the option, and what it names
  for (CLI::Option* const option : app.get_options()) {
    const std::string name = option->get_name();
    if (name != "--input" && name != "--output" &&
        option->get_type_name().find("FILE") == std::string::npos)
      continue;
    std::vector<std::string> named = option->results();
    if (named.empty() && option->get_items_expected_max() == 1)
      named.push_back(option->capture_default_str()->get_default_str());
    std::erase(named, ""); // no default
    for (const std::string& file : named) {
      for (const auto& [other, used] : files)
        if (same_file(used, file))
          throw UsageError(fmt::format("{} and {} name the same file '{}': choose another one for "
                                       "what is written.",
                                       other, name, file));
      std::error_code ignored;
      // The programs of the chapters have --quick, and write pictures.
      if (name == "--output" && app.get_option_no_throw("--quick") &&
          !fs::is_directory(file, ignored))
        image_extension(file);
      files.emplace_back(name, file);
    }
  }
}

// CLI11 takes nan, inf and 1e999 for numbers, and nan for one of any range.
bool is_no_number(const CLI::Option& option, const std::string& value) {
  return option.get_type_name().find("FLOAT") != std::string::npos &&
         !(std::abs(std::strtod(value.c_str(), nullptr)) <= FLT_MAX);
}

} // namespace

// [add-program-options]
void add_program_options(CLI::App& app, ProgramOptions& options) {
  app.add_option("--device", options.device,
                 "gpu, cpu, accelerator, an index, or part of a name; default: the variable "
                 "OCL_DEVICE, or the best there is");
  app.add_flag("--quick", options.quick, "the short form that the tour runs");
  app.add_option("--seed", options.seed, "seed of the random inputs")->capture_default_str();
}
// [/add-program-options]

// [parse]
void parse(CLI::App& app, int argc, char** argv) {
  app.failure_message([](const CLI::App* program, const CLI::Error& complaint) {
    return "error: " + CLI::FailureMessage::simple(program, complaint);
  });
  try {
    app.parse(argc, argv);
    for (const CLI::Option* option : app.get_options()) // an empty value is no default
      for (const std::string& value : option->results()) {
        if (value.empty() && option->get_items_expected_min() > 0)
          throw CLI::ValidationError(option->get_name(), "needs a value that is not empty");
        if (is_no_number(*option, value))
          throw CLI::ValidationError(option->get_name(), value + " is no number to compute with");
      }
  } catch (const CLI::ParseError& e) {
    // CLI11 has a dozen exit codes for wrong command lines; the contract has one.
    throw Exit{app.exit(e) == 0 ? exit_passed : exit_usage};
  }
  check_files(app);
}
// [/parse]

} // namespace common
