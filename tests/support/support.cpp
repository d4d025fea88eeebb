#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"
#include "common/places.hpp"
#include "harness/system/places.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace tests {
namespace {

int skips = 0;

void set_environment(const std::string& name, const std::optional<std::string>& value) {
  if (value)
    setenv(name.c_str(), value->c_str(), 1);
  else
    unsetenv(name.c_str());
}

} // namespace

std::string source_root() {
  return common::source_root;
}

std::string bin_dir() {
  return harness::build_root + std::string("/bin");
}

std::string test_bin_dir() {
  return harness::build_root + std::string("/tests");
}

void note_skip(const std::string& reason) {
  ++skips;
  fmt::print("skipped: {}\n", reason);
}

int skipped_cases() {
  return skips;
}

void isolate() {
  fs::path cache = fs::path(test_bin_dir()) / "cache";
  const char* shared = std::getenv("TEST_KERNEL_CACHE");
  if (shared != nullptr)
    cache = shared;
  // PoCL cannot work in a directory with a blank in its name (chapter 7).
  else if (cache.string().find(' ') != std::string::npos)
    cache = fs::temp_directory_path() / fmt::format("ocl_test_cache_{}", getuid());
  set_environment("XDG_CACHE_HOME", cache.string());
  set_environment("POCL_CACHE_DIR", (cache / "pocl").string());
  set_environment("XDG_STATE_HOME", (cache / "state").string());
  set_environment("OCL_KERNEL_PATH", std::nullopt);
  set_environment("OCL_FONT", "dots"); // the same pictures on every machine
#ifdef SANITIZED
  // PoCL's compiler is slow with the sanitizer's allocator, and these builds are about the host's code: they take the
  // kernels that another build has left in a shared cache, or do without optimisation.
  if (shared == nullptr)
    set_environment("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
#endif
  std::error_code ignored;
  fs::create_directories(cache / "pocl", ignored);
}

fs::path TemporaryDirectory::write(const fs::path& relative, std::string_view text) const {
  const fs::path file = path / relative;
  fs::create_directories(file.parent_path());
  common::write_text(file, text);
  return file;
}

std::vector<std::string> TemporaryDirectory::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (!entry.is_directory())
      names.push_back(fs::relative(entry.path(), path).string());
  std::sort(names.begin(), names.end());
  return names;
}

ScopedEnvironment::ScopedEnvironment(std::string name, const std::optional<std::string>& value)
    : name_(std::move(name)) {
  if (const char* before = std::getenv(name_.c_str()))
    before_ = before;
  set_environment(name_, value);
}

ScopedEnvironment::~ScopedEnvironment() {
  set_environment(name_, before_);
}

std::string output_of(const std::function<void()>& action) {
  const TemporaryDirectory directory;
  const fs::path file = directory.path / "output";
  std::fflush(nullptr);
  const int out = dup(STDOUT_FILENO);
  const int err = dup(STDERR_FILENO);
  const int to = open(file.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
  dup2(to, STDOUT_FILENO);
  dup2(to, STDERR_FILENO);
  close(to);
  const auto put_back = [&] {
    std::fflush(nullptr);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
  };
  try {
    action();
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
  return common::read_text(file);
}

std::vector<std::string> labs() {
  std::istringstream names(LAB_NAMES);
  return {std::istream_iterator<std::string>(names), {}};
}

std::vector<std::string> programs() {
  std::istringstream names(CHAPTER_NAMES);
  return {std::istream_iterator<std::string>(names), {}};
}

std::vector<std::string> case_studies() {
  std::istringstream names(LADDER_NAMES);
  return {std::istream_iterator<std::string>(names), {}};
}

nlohmann::json about_ladder(const std::string& chapter) {
  const fs::path file = fs::path(source_root()) / "tests" / "ladders" / (chapter + ".json");
  return fs::exists(file) ? json_from(file) : nlohmann::json::object();
}

harness::ProcessResult run_program(const std::string& name,
                                   const std::vector<std::string>& arguments,
                                   const harness::ProcessOptions& options) {
  fs::path program = fs::path(bin_dir()) / name;
  if (!fs::exists(program))
    program = fs::path(test_bin_dir()) / name; // tests/made_up
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return harness::run_process(command, options);
}

harness::ProcessResult run_lab(const std::string& chapter,
                               const std::vector<std::string>& arguments,
                               const harness::ProcessOptions& options) {
  return run_program(chapter + "_lab", arguments, options);
}

harness::ProcessResult run_planted(const std::vector<std::string>& arguments,
                                   const Environment& environment, const fs::path& directory) {
  std::vector<std::string> command{(fs::path(test_bin_dir()) / "planted_ladder").string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  harness::ProcessOptions options;
  // Without their optimiser, PoCL's kernels take most of the time of --bench to find out what a device can do at most.
  options.environment = {{"OCL_KERNEL_PATH", source_root() + "/tests/ladder/kernels"},
                         {"POCL_EXTRA_BUILD_FLAGS", ""}};
  options.environment.insert(options.environment.end(), environment.begin(), environment.end());
  options.directory = directory;
  return harness::run_process(command, options);
}

harness::ProcessResult run_child_case(const std::string& name, const Environment& environment) {
  harness::ProcessOptions options;
  options.environment = environment;
  return harness::run_process(
      {common::own_executable().string(), "--no-skip", "--test-case=" + name}, options);
}

nlohmann::json json_from(const fs::path& file) {
  REQUIRE_MESSAGE(fs::is_regular_file(file), "no JSON was written: " << file.string());
  const auto document = nlohmann::json::parse(common::read_text(file), nullptr, false);
  REQUIRE_MESSAGE(!document.is_discarded(), "this is no JSON: " << common::read_text(file));
  return document;
}

} // namespace tests
