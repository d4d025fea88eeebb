#include "harness/system/lock.hpp"

#ifndef _WIN32
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace harness {

#ifdef _WIN32

Lock::Lock(const std::filesystem::path&) {}
Lock::Lock(const std::filesystem::path&, const std::function<bool()>&) {}
Lock::~Lock() = default;

#else

Lock::Lock(const std::filesystem::path& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  while (flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

Lock::Lock(const std::filesystem::path& path, const std::function<bool()>& go_on)
    : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  const auto is_taken = [&] {
    return flock(file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR);
  };
  while (!(held_ = !is_taken()) && go_on())
    poll(nullptr, 0, 100);
}

Lock::~Lock() {
  close(file_);
}

#endif

} // namespace harness
