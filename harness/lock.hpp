#pragma once

#include "harness/namespace.hpp"

#include <filesystem>

namespace harness {

/// Keeps other programs (and threads) that lock the same file or directory waiting, until the end
/// of the scope or of this program. Where the file system knows no locks, nobody waits.
class Lock {
 public:
  explicit Lock(const std::filesystem::path& path);
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_ = -1;
};

} // namespace harness
