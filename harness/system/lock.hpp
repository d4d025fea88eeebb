#pragma once

#include <filesystem>
#include <functional>

namespace harness {

/// Keeps other programs (and threads) that lock the same file or directory waiting, until the end
/// of the scope or of this program. Where the file system knows no locks, nobody waits.
class Lock {
 public:
  explicit Lock(const std::filesystem::path& path);
  /// Waits no longer than `go_on` says, which it asks ten times a second.
  Lock(const std::filesystem::path& path, const std::function<bool()>& go_on);
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  /// False where it was given up.
  bool held() const { return held_; }

 private:
  int file_ = -1;
  bool held_ = true;
};

} // namespace harness
