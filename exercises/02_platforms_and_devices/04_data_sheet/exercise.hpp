#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

struct DataSheet {
  std::string name;
  cl_uint compute_units = 0;
  std::size_t work_group = 0;            ///< the most work-items in a work-group
  std::vector<std::size_t> in_dimension; ///< the most in each dimension of a work-group
  cl_ulong global_memory = 0;            ///< bytes
  cl_ulong largest_buffer = 0;           ///< bytes
  cl_ulong local_memory = 0;             ///< bytes
  bool own_local_memory = false;         ///< or is local memory a part of global memory?
  bool has_double = false;               ///< the extension cl_khr_fp64
  cl_uint parts = 1;                     ///< the most sub-devices; 1: it cannot be divided
};

/// One for each device of each platform.
std::vector<DataSheet> data_sheets();
