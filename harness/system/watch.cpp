#include "harness/system/watch.hpp"

#include <fmt/format.h>

namespace fs = std::filesystem;

namespace harness {
namespace {

// What changes when a file is saved; empty where there is none.
std::string state_of(const fs::path& file) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  if (gone)
    return "";
  const auto size = fs::file_size(file, gone);
  return gone ? "" : fmt::format("{} {}", time.time_since_epoch().count(), size);
}

} // namespace

SavedFile::News SavedFile::look() {
  constexpr int patience = 5;
  const std::string now = state_of(path);
  missing_ = now.empty() ? missing_ + 1 : 0;
  if (now.empty() ? missing_ != patience : now == seen_)
    return News::none;
  seen_ = now;
  return now.empty() ? News::gone : News::saved;
}

bool SavedFile::is_other() const {
  return state_of(path) != seen_;
}

} // namespace harness
