#pragma once

#include <string>

/// The source of a kernel that transforms lines of n complex numbers. See the task.
std::string transform_source(int n);
