// Where the files are.

#include "common/error.hpp"
#include "common/kernel_parts.hpp"
#include "common/places.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace common {
namespace {

constexpr char path_separator = fs::path::preferred_separator == '/' ? ':' : ';';

// [roots]
// The places where the directory `what` ("kernels" or "data") may be, in the order of search.
std::vector<fs::path> roots(const std::string& what) {
  std::vector<fs::path> result;
  if (const char* listed = std::getenv("OCL_KERNEL_PATH"); listed && what == "kernels") {
    std::stringstream stream(listed);
    for (std::string directory; std::getline(stream, directory, path_separator);) {
      if (directory.empty())
        continue;
      if (std::error_code ignored; !fs::is_directory(directory, ignored))
        throw Error(fmt::format(
            "OCL_KERNEL_PATH names '{}', which is no directory: correct or unset it", directory));
      result.emplace_back(directory);
    }
  }
  result.push_back(fs::path(source_root) / what);
  if (const fs::path program = own_executable(); !program.empty())
    result.push_back(program.parent_path().parent_path() / "share" / "opencl-step-by-step" / what);
  return result;
}
// [/roots]

std::optional<fs::path> look_up(const std::vector<fs::path>& directories,
                                std::string_view relative) {
  for (const fs::path& directory : directories) {
    std::error_code ignored;
    if (fs::path file = directory / relative; fs::is_regular_file(file, ignored))
      return file;
  }
  return std::nullopt;
}

// The files beside the one that was not found: most wrong names are near misses.
std::string neighbours(const std::vector<fs::path>& directories, std::string_view relative) {
  std::set<std::string> names;
  for (const fs::path& directory : directories) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator((directory / relative).parent_path(), error))
      if (entry.is_regular_file())
        names.insert(entry.path().filename().string());
  }
  return names.empty()
             ? std::string{}
             : fmt::format("\n  In the same directory there are: {}", fmt::join(names, ", "));
}

fs::path find_in(const std::string& what, std::string_view relative) {
  const std::vector<fs::path> directories = roots(what);
  if (auto file = look_up(directories, relative))
    return *file;
  std::string searched;
  for (const fs::path& directory : directories)
    searched += "\n  " + (directory / relative).string();
  throw Error(fmt::format("there is no file '{}' in {}; looked for{}{}", relative, what, searched,
                          neighbours(directories, relative)));
}

} // namespace

fs::path own_executable() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path{} : self;
}

fs::path find_kernel(std::string_view relative) {
  return find_in("kernels", relative);
}

fs::path find_data(std::string_view relative) {
  return find_in("data", relative);
}

std::optional<fs::path> look_for_kernel(std::string_view relative) {
  return look_up(roots("kernels"), relative);
}

} // namespace common
