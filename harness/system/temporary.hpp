#pragma once

#include <filesystem>

namespace harness {

/// Where temporary files go: TMPDIR, or /tmp where that is not set.
std::filesystem::path temporary_place();

/// A new directory there, for this user alone, removed with all that is in it at the end of the
/// scope. The constructor throws Error where none can be made.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path path;
};

} // namespace harness
