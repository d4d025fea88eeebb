#pragma once

#include "common/opencl.hpp"

#include <vector>

/// What a device has spent on some commands, in milliseconds.
struct Spent {
  double busy_ms; ///< all running times, added up
  double
      span_ms; ///< from the moment when the first one started to the moment when the last one ended
};

/// Waits for the commands of these events, which are in no particular order, and asks for their times.
/// The queues profile.
Spent spent(const std::vector<cl::Event>& events);
