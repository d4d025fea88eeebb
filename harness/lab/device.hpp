#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Small questions that laboratories, tests and tools ask, and lessons do not.
namespace harness {

/// The index of `device` that --device takes, for a program that starts another one on the same
/// device. Throws Error for a device that is not in the list, such as a sub-device.
std::string index_of(const cl::Device& device);

/// True for Oclgrind, which interprets kernels to find mistakes: hundreds of times slower than a
/// device.
bool is_simulator(const cl::Device& device);

/// True for NVIDIA's devices, whose kernels may contain PTX.
bool is_nvidia(const cl::Device& device);

/// Is its driver Mesa's rusticl? It ends the program, or computes wrong numbers, for some kernels that other drivers refuse
/// or run.
bool is_rusticl(const cl::Device& device);

/// The major version of PoCL: 6 for 6.0; 0 where the driver is another.
int pocl_version(const cl::Device& device);

/// The product of the sizes of all dimensions; 0 for cl::NullRange.
std::size_t range_size(const cl::NDRange& range);

/// From the first start to the last end of several commands on one device, in milliseconds. 0 for
/// none.
double elapsed_ms(const std::vector<cl::Event>& events);

/// `place` for a row-major 2-D array of `columns` columns.
std::function<std::string(std::size_t)> row_and_column(std::size_t columns);

} // namespace harness
