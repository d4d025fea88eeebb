#include "tools/learn/packages.hpp"

#include "common/font.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "harness/system/text.hpp"
#include "tools/learn/learn.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <set>
#include <sstream>

namespace learn {
namespace {

// In the order of the table's columns, which is also the order in which ./learn looks for them.
struct Manager {
  const char* program;
  const char* install;
};
constexpr std::array managers{Manager{"apt-get", "sudo apt install"},
                              Manager{"dnf", "sudo dnf install"},
                              Manager{"pacman", "sudo pacman -S"}, Manager{"brew", "brew install"}};

std::size_t manager() { // managers.size(): none that we know
  std::size_t i = 0;
  while (i < managers.size() && harness::find_program(managers[i].program).empty())
    ++i;
  return i;
}

// The cells, also the empty ones.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '|');)
    cells.push_back(harness::trimmed(cell));
  return cells;
}

// The file whose name begins with `name`, in the directories where libraries lie and those one
// level below (/usr/lib/x86_64-linux-gnu).
std::string find_library(const std::string& name) {
  std::vector<std::string> places{"/usr/local/lib", "/usr/lib", "/usr/lib64", "/opt/homebrew/lib"};
  if (const char* listed = std::getenv("LD_LIBRARY_PATH"))
    for (const std::string& place : harness::split(listed, ":"))
      places.push_back(place);
  std::error_code error;
  std::set<std::string> found;
  const auto look_in = [&](const fs::path& directory) {
    for (const char* ending : {".so", ".dylib"})
      if (const fs::path file = directory / ("lib" + name + ending); fs::exists(file, error))
        found.insert(file.string());
  };
  for (const std::string& place : places) {
    look_in(place);
    for (const auto& entry : fs::directory_iterator(place, error))
      if (entry.is_directory(error))
        look_in(entry.path());
  }
  return found.empty() ? std::string{} : *found.begin();
}

} // namespace

std::vector<Package> packages() {
  std::vector<Package> result;
  std::istringstream lines(common::read_text(project_root() / "tools" / "setup" / "packages.txt"));
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> cells = cells_of(line);
    if (line.empty() || line[0] == '#' || cells.size() < 4 + managers.size())
      continue;
    const std::size_t column = manager();
    result.push_back({cells[0], cells[1], cells[2], cells[3],
                      column < managers.size() ? cells[4 + column] : std::string{}});
  }
  return result;
}

std::string find_package(const Package& package) {
  std::vector<std::string> words = harness::split(package.check, " ");
  if (words[0] == "font")
    return common::find_font();
  if (words.size() == 1) // "node": a program whose version ./learn checks as well
    words = {"program", words[0]};
  std::error_code error;
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::string place;
    if (words[0] == "program")
      place = harness::find_program(words[i]).string();
    else if (words[0] == "library")
      place = find_library(words[i]);
    else if (words[0] == "header")
      for (const char* prefix : {"/usr/include/", "/usr/local/include/"})
        if (place.empty() && fs::exists(prefix + words[i], error))
          place = prefix + words[i];
    if (!place.empty())
      return place;
  }
  return {};
}

std::string install_command(const Package& package) {
  const std::size_t column = manager();
  if (column == managers.size())
    return fmt::format("install {} by hand: no package manager that I know is here", package.what);
  if (package.name.empty() || package.name == "-")
    return fmt::format("install {} by hand: {} does not have it", package.what,
                       managers[column].program);
  return fmt::format("{} {}", managers[column].install, package.name);
}

} // namespace learn
