#include "tools/exercise/limits.hpp"

#include <algorithm>
#include <fstream>
#include <thread>

#if __has_include(<sys/resource.h>)
#include <sys/resource.h>
#define HAVE_RESOURCE_LIMITS
#endif

namespace exercise {

void limit_resources([[maybe_unused]] unsigned cpu_seconds) {
#ifdef HAVE_RESOURCE_LIMITS
  const auto set = [](auto resource, rlim_t soft, rlim_t hard) {
    const rlimit limit{soft, hard};
    setrlimit(resource, &limit);
  };
  const rlim_t cores = std::thread::hardware_concurrency();
  // SIGKILL comes at the second limit. It must not overtake SIGXCPU, which would write a core file first.
  set(RLIMIT_CPU, cpu_seconds, 2 * rlim_t{cpu_seconds} + 2);
  set(RLIMIT_CORE, 0, 0);
  set(RLIMIT_FSIZE, 256 << 20, 256 << 20);
  constexpr rlim_t open_files = 1024; // drivers have some for each device
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0)
    set(RLIMIT_NOFILE, std::min(files.rlim_cur, open_files), std::min(files.rlim_max, open_files));
#ifndef SANITIZED // they map terabytes
  // What can be written to, and not all addresses (RLIMIT_AS): on an H200 NVIDIA's driver reserves 15 GB, and writes 0.6.
  const rlim_t memory = (rlim_t{4} << 30) + (cores << 24);
  set(RLIMIT_DATA, memory, memory);
#endif
#ifdef RLIMIT_NPROC
  // It counts all processes and threads of the user. Of those that run now we know how many there are of
  // all users: "0.20 0.18 0.12 1/80 11206". On each core there may be another check, with a thread for each core.
  double load = 0.0;
  int active = 0;
  char slash = 0;
  rlim_t running = 0;
  std::ifstream average("/proc/loadavg");
  if (average >> load >> load >> load >> active >> slash >> running) {
    const rlim_t most = running + 1000 + 4 * cores * cores;
    set(RLIMIT_NPROC, most, most);
  }
#endif
  // Where memory ends, this program ends, and not another.
  std::ofstream("/proc/self/oom_score_adj") << 1000;
#endif
}

} // namespace exercise
