#pragma once

#include "common/opencl.hpp"

struct Fit {
  cl_ulong floats; ///< how many floats fit
  cl_ulong side;   ///< the side of the largest square tile of floats that fits twice; 0: none
};

Fit fits_in(cl_ulong bytes);

/// The same for the local memory of a work-group on `device`.
Fit fits_in_local(const cl::Device& device);
