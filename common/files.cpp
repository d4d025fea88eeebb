#include "common/files.hpp"

#include "common/error.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#ifdef _WIN32
#include <io.h>
#define access _access
constexpr int W_OK = 2;
#else
#include <unistd.h>
#endif

namespace fs = std::filesystem;

namespace common {
namespace {

Error cannot_write(const fs::path& file, const std::string& why) {
  return Error(fmt::format("cannot write '{}': {}", file.string(), why));
}

// The file that `file` leads to, where it is a symbolic link.
fs::path target_of(const fs::path& file) {
  std::error_code no_link;
  const fs::path real =
      fs::is_symlink(fs::symlink_status(file)) ? fs::weakly_canonical(file, no_link) : file;
  return no_link ? file : real;
}

void write_to(const fs::path& target, std::string_view bytes, const fs::path& named) {
  std::ofstream stream(target, std::ios::binary);
  const bool opened = stream.is_open();
  stream << bytes;
  stream.close();
  if (!stream)
    throw cannot_write(named, opened ? "writing failed; is the disk full?" : "it cannot be opened");
}

} // namespace

// [read-text]
std::string read_text(const fs::path& file) {
  std::error_code error;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file, error))
    throw Error(fmt::format(
        "cannot read '{}': check that the file exists and that you may read it.", file.string()));
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}
// [/read-text]

// [write-text]
void write_text(const fs::path& file, std::string_view bytes) {
  require_writable(file);
  const fs::path target = target_of(file);
  const fs::file_status old = fs::status(target);
  if (fs::exists(old) && !fs::is_regular_file(old))
    return write_to(target, bytes, file);
  fs::path unfinished = target;
  unfinished += fmt::format(".{:08x}{:08x}.part", std::random_device{}(), std::random_device{}());
  std::error_code error, ignored;
  try {
    write_to(unfinished, bytes, file);
    if (fs::exists(old))
      fs::permissions(unfinished, old.permissions(), ignored);
    fs::rename(unfinished, target, error);
    if (error)
      throw cannot_write(file, error.message());
  } catch (...) {
    fs::remove(unfinished, ignored);
    throw;
  }
}
// [/write-text]

// [require-writable]
void require_writable(const fs::path& file) {
  const fs::path target = target_of(file);
  const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored))
    throw cannot_write(
        file, fmt::format("there is no directory '{}'; create it first", directory.string()));
  const fs::file_status old = fs::status(target, ignored);
  if (file.filename().empty() || fs::is_directory(old))
    throw cannot_write(file, "it is a directory; name a file");
  const fs::perms writable =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  if (fs::exists(old) && (access(target.string().c_str(), W_OK) != 0 ||
                          (old.permissions() & writable) == fs::perms::none))
    throw cannot_write(file, "it is write-protected; name another file");
  if ((!fs::exists(old) || fs::is_regular_file(old)) &&
      access(directory.string().c_str(), W_OK) != 0)
    throw cannot_write(file, fmt::format("you may not write into '{}'; choose another directory",
                                         directory.string()));
}
// [/require-writable]

void require_pocl_cache() {
  // A variable, and what follows the directory that it names. The last one that is set decides.
  using Place = std::pair<const char*, const char*>;
  fs::path cache;
  for (const auto& [variable, below] :
       {Place{"HOME", "/.cache/pocl"}, Place{"XDG_CACHE_HOME", "/pocl"},
        Place{"POCL_CACHE_DIR", ""}})
    if (const char* directory = std::getenv(variable); directory && *directory)
      cache = std::string(directory) + below;
  if (cache.empty())
    return;
  constexpr std::uintmax_t space_for_kernels = 1 << 20;
  std::error_code error;
  fs::create_directories(cache, error);
  if (error || access(cache.string().c_str(), W_OK) != 0 ||
      fs::space(cache, error).available < space_for_kernels)
    throw Error(fmt::format("PoCL cannot store compiled kernels in '{}': check that you may write "
                            "there and that the disk "
                            "is not full, or set POCL_CACHE_DIR to another directory.",
                            cache.string()));
}

} // namespace common
