#pragma once

#include "harness/lab/lab.hpp"

#include <vector>

extern const std::vector<harness::Demo> demos;
