#include "harness/inspect/cpu_counters.hpp"

#include <cerrno>
#include <cstring>

#if __has_include(<linux/perf_event.h>)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#define HAVE_PERF_EVENTS
#endif

namespace harness {

#ifdef HAVE_PERF_EVENTS

CpuCounters::CpuCounters() {
  struct Kind {
    const char* name;
    std::uint32_t type;
    std::uint64_t number;
  };
  for (const Kind& kind :
       {Kind{"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
        Kind{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
        Kind{"cache_references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
        Kind{"cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
        Kind{"branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
        Kind{"nanoseconds_on_a_core", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
        Kind{"page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS}}) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = kind.type;
    attributes.config = kind.number;
    attributes.disabled = 1;
    attributes.inherit = 1;        // threads that are started later count, too
    attributes.exclude_kernel = 1; // else an ordinary user may not (perf_event_paranoid)
    const long file = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0UL);
    if (file >= 0)
      events_.push_back({kind.name, static_cast<int>(file)});
    else if (kind.type == PERF_TYPE_HARDWARE)
      missing_ = std::strerror(errno);
  }
}

CpuCounters::~CpuCounters() {
  for (const Event& event : events_)
    close(event.file);
}

std::map<std::string, std::uint64_t> CpuCounters::count(const std::function<void()>& work) const {
  for (const Event& event : events_) {
    ioctl(event.file, PERF_EVENT_IOC_RESET, 0);
    ioctl(event.file, PERF_EVENT_IOC_ENABLE, 0);
  }
  work();
  std::map<std::string, std::uint64_t> counts;
  for (const Event& event : events_)
    ioctl(event.file, PERF_EVENT_IOC_DISABLE, 0);
  for (const Event& event : events_) {
    std::uint64_t value = 0;
    if (read(event.file, &value, sizeof value) == static_cast<ssize_t>(sizeof value))
      counts[event.name] = value;
  }
  return counts;
}

#else

CpuCounters::CpuCounters() : missing_("this system has no perf_event_open") {}

CpuCounters::~CpuCounters() = default;

std::map<std::string, std::uint64_t> CpuCounters::count(const std::function<void()>& work) const {
  work();
  return {};
}

#endif

} // namespace harness
