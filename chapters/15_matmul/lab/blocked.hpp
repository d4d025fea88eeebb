#pragma once

#include "harness/ladder/launches.hpp"
#include "steps.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace matmul {

using harness::Accesses;
using harness::ceil_div;
using harness::Counts;
using harness::Step;
using harness::Values;

/// Sizes as the formulas of accesses and work-groups need them: products of them exceed 32 bits.
struct Extents {
  std::uint64_t m, n, k;
  explicit Extents(Shape s) : m(s.m), n(s.n), k(s.k) {}
};

/// harness::value() for the same formulas.
inline std::uint64_t value(const Values& values, const char* name, std::uint64_t otherwise = 0) {
  return harness::value(values, name, otherwise);
}

using Parameters = std::vector<harness::Parameter>;

/// These parameters, and others behind them.
inline Parameters more(Parameters parameters, const Parameters& others) {
  parameters.insert(parameters.end(), others.begin(), others.end());
  return parameters;
}

/// The file of a step: its id and name.
std::string file_of(const Step& step);

/// Are the rows of A, B and C whole float4s?
bool aligned(const Extents& x);

/// What a kernel needs of the device, for one set of values.
struct Geometry {
  cl::NDRange global;
  cl::NDRange local;
  std::uint64_t local_bytes = 0;
};

/// A step whose work-groups have a size that is known when the kernel is built.
struct Blocked {
  std::function<Geometry(const Extents&, const Values&)> geometry = nullptr;
  std::function<Accesses(const Extents&, const Values&)> accesses = nullptr;
  /// Which combinations of values are none; empty if this is one.
  std::function<std::string(const Values&)> misfit = nullptr;
  bool vectors = false;      ///< knows ALIGNED (vector.clh)
  bool guard = false;        ///< knows GUARD (vector.clh)
  bool wants_crowd = false;  ///< large tiles only where they make work-groups enough for the device
  bool tensor_cores = false; ///< PTX for NVIDIA's tensor cores
  double factor_error = 0.0; ///< what the step's rounding of the factors may change, see check_to()
};

/// The promises of vector.clh that this size and these values keep, as build options.
std::string variant(const Blocked& step, const Extents& x, const Values& values);

/// Which of these values do not divide each other as tiles must; empty if all do.
std::string tile_misfit(const Values& values);

/// Why a device cannot run PTX for tensor cores (`hopper`: for those of compute capability 9.0); empty if it can.
std::string tensor_core_obstacle(const cl::Device& device, bool hopper);

/// The step with kernel file, obstacle, launcher, accesses and check.
Step blocked_step(const Matmul& problem, Step step, Blocked blocked);

} // namespace matmul
