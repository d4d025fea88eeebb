#pragma once

#include "common/opencl.hpp"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace common {
// [stopwatch]
/// Wall-clock time since construction or restart(), from a clock that never jumps.
class Stopwatch {
 public:
  void restart() { start_ = Clock::now(); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double milliseconds() const { return 1e3 * seconds(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};
// [/stopwatch]
/// The four times of a command, in nanoseconds of the device's clock (section 5.14, profiling operations).
struct EventTimes {
  cl_ulong queued = 0;    ///< the host put the command into the queue
  cl_ulong submitted = 0; ///< the queue handed it to the device
  cl_ulong started = 0;   ///< the device began to execute it
  cl_ulong ended = 0;     ///< the device was done

  double execution_ms() const { return 1e-6 * static_cast<double>(ended - started); }
  double waiting_ms() const { return 1e-6 * static_cast<double>(started - queued); }
};

/// Waits for the event and asks for its times. The queue must profile (CL_QUEUE_PROFILING_ENABLE), else cl::Error.
EventTimes event_times(const cl::Event& event);

/// A sample of times and what to report of it. One time is an anecdote: report the median, and the
/// spread beside it. All four are NaN if there are no values.
struct Samples {
  std::vector<double> values;

  double median() const; ///< the middle value; of an even count the mean of the two in the middle
  double min() const;
  double max() const;
  double spread() const; ///< (max - min) / median: how far apart the samples lie, as a fraction
};

/// Says on stderr what a program is doing for as long as this lives: after two seconds, and then every five seconds, how
/// far it is and how long the rest will take, "the host's blur: 40 %, 12 s left". Where one lives inside another, the
/// inner one speaks.
class Progress {
 public:
  /// `expected_s`: how long it will take, as far as that is known; done() replaces it. Without both the line says how
  /// long it has taken so far.
  explicit Progress(std::string what, double expected_s = 0.0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void done(double part) { part_ = part; } ///< from 0 to 1

 private:
  const Progress* const outer_;
  std::atomic<double> part_ = 0.0;
  std::jthread thread_; // the last member: it uses the others
};

} // namespace common
