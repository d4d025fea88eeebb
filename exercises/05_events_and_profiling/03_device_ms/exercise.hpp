#pragma once

#include "common/opencl.hpp"

/// How long the device worked on the event's command, in milliseconds. Waits for it. The queue
/// profiles.
double device_ms(const cl::Event& event);
