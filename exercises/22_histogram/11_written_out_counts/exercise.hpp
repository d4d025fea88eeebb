#pragma once

#include <string>

/// The source of a kernel in which each work-item counts a block of pixels. See the task.
std::string counting_source(int columns, int rows, int group);
