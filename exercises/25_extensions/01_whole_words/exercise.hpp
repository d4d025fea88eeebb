#pragma once

#include "common/opencl.hpp"

#include <string>

bool lists(const std::string& list, const std::string& name);
