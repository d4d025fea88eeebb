#include "harness/system/temporary.hpp"

#include "common/error.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <random>

namespace fs = std::filesystem;

namespace harness {
using namespace common;
namespace {

fs::path new_directory() {
#ifdef _WIN32
  const fs::path made = temporary_place() / fmt::format("ocl_{:08x}", std::random_device{}());
  fs::create_directory(made);
  return made;
#else
  std::string made = (temporary_place() / "ocl_XXXXXX").string();
  if (mkdtemp(made.data()) == nullptr)
    throw Error(fmt::format("cannot make a directory for temporary files in '{}' ({}): let TMPDIR "
                            "name one where you may write.",
                            temporary_place().string(), std::strerror(errno)));
  return made;
#endif
}

} // namespace

fs::path temporary_place() {
#ifdef _WIN32
  return fs::temp_directory_path();
#else
  const char* place = std::getenv("TMPDIR");
  return place != nullptr && *place != '\0' ? place : "/tmp";
#endif
}

TemporaryDirectory::TemporaryDirectory() : path(new_directory()) {}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

} // namespace harness
