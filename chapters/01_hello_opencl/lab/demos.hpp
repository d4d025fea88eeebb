#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

/// The names that --demo takes.
std::vector<std::string> demo_names();

/// Makes the mistake `name` on `device`, shows what OpenCL says to it and what to learn from it.
/// Returns the exit code that a program with this mistake deserves: 1. Throws common::Skip where
/// the device does not notice the mistake, or where it would do harm.
int run_demo(const std::string& name, const cl::Device& device);
