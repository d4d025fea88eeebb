#include "harness/lock.hpp"

#ifndef _WIN32
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace harness {

#ifdef _WIN32

Lock::Lock(const std::filesystem::path&) {}
Lock::~Lock() = default;

#else

Lock::Lock(const std::filesystem::path& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

Lock::~Lock() {
  close(file_);
}

#endif

} // namespace harness
