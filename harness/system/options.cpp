#include "harness/system/options.hpp"

#include "common/files.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <vector>

namespace fs = std::filesystem;

namespace harness {
using namespace common;
namespace {

// Levenshtein's distance.
std::size_t letters_between(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

} // namespace

void add_lab_options(CLI::App& app, LabOptions& options) {
  common::add_program_options(app, options);
  app.add_option("--json", options.json_file, "write the results to this file as JSON")
      ->type_name("FILE")
      ->each([](const std::string& file) { // before the work, not after it
        if (file != "-")                   // standard output
          common::require_writable(file);
      });
}

std::string command_line(int argc, char** argv) {
  std::string text = fs::path(argc > 0 ? argv[0] : "").filename().string();
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    // Where the file lay that was written is nobody's business: its name is enough.
    for (const std::string option : {"--json", "--record"})
      if (argv[i - 1] == option)
        word = fs::path(word).filename().string();
      else if (word.starts_with(option + "="))
        word = option + "=" + fs::path(word.substr(option.size() + 1)).filename().string();
    text += " " + word;
  }
  return text;
}

bool is_near(const std::string& typed, const std::string& name) {
  return typed.size() > 1 &&
         (name.find(typed) != std::string::npos || typed.find(name) != std::string::npos ||
          letters_between(typed, name) <= std::max<std::size_t>(1, name.size() / 3));
}

} // namespace harness
