#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

struct Wish {
  std::string name;                         ///< a part of the device's name
  cl_device_type type = CL_DEVICE_TYPE_ALL; ///< bits
  std::size_t bytes = 0;                    ///< of each buffer
};

struct Row {
  std::size_t index; ///< in the list of devices
  std::string name;
  double write, copy, read; ///< 1e9 bytes in a second
};

/// The devices that fit, the best first.
std::vector<Row> fastest(const std::vector<cl::Device>& devices, const Wish& wish);
