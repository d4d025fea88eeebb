#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace harness {

/// The counters of this process and of the threads that it starts from now on, as Linux hands them out
/// (perf_event_open(2)): what `perf stat` shows of a whole program, of any part of it. Make one before the OpenCL
/// driver starts its threads.
class CpuCounters {
 public:
  CpuCounters();
  ~CpuCounters();
  CpuCounters(const CpuCounters&) = delete;
  CpuCounters& operator=(const CpuCounters&) = delete;

  /// Counts while `work` runs. By name: "instructions", "cycles", "cache_references", "cache_misses",
  /// "branch_misses", and what needs no hardware: "nanoseconds_on_a_core", "page_faults". A counter that this
  /// machine does not have is not among them.
  std::map<std::string, std::uint64_t> count(const std::function<void()>& work) const;

  /// Why the counters of the hardware are missing; empty where there are some. Virtual machines often have none.
  std::string missing() const { return missing_; }

 private:
  struct Event {
    std::string name;
    int file;
  };
  std::vector<Event> events_;
  std::string missing_;
};

} // namespace harness
