#pragma once

#include <string>

/// The kernel, with its loop unrolled so many times. See the task.
std::string unrolled(const std::string& source, int times);
