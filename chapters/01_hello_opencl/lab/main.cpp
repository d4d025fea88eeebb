// Chapter 1's laboratory: seven mistakes in a first program, and what OpenCL says to each.
//
//   01_hello_opencl_lab                        all of them, one line each
//   01_hello_opencl_lab --demo wrong-type      one of them, in full, and what to learn from it

#include "demos.hpp"

#include <fmt/format.h>

namespace {

// What is seen of a mistake; empty where nothing is.
std::string seen(const harness::Demo& demo, const harness::Lab& lab) {
  try {
    return demo.run(lab);
  } catch (const common::Skip& skip) {
    return std::string("skipped: ") + skip.what();
  } catch (const cl::Error& error) {
    return fmt::format("{}: {}", error.what(), common::error_name(error.err()));
  }
}

nlohmann::json mistakes(const harness::Lab& lab) {
  nlohmann::json rows = nlohmann::json::array();
  for (const harness::Demo& demo : demos) {
    const std::string words = seen(demo, lab);
    fmt::print("  {:<17} {}\n", demo.name, words.substr(0, words.find('\n')));
    rows.push_back({{"name", demo.name}, {"mistake", demo.mistake}, {"seen", words}});
  }
  return {{"rows", rows}};
}

} // namespace

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {.chapter = "01_hello_opencl",
       .about = "Seven mistakes in a first program, and what OpenCL says to each.",
       .experiments = {{"mistakes", "What does OpenCL say to seven common mistakes?", mistakes}},
       .demos = demos});
}
