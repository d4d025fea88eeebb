#pragma once

#include "common/image.hpp"
#include "common/opencl.hpp"
#include "harness/lab/float_image.hpp"

#include <array>
#include <string>
#include <vector>

/// What a sampler does, written down once more for the host: the formulas of the specification
/// (OpenCL C 3.0, chapter 8), in double. Devices are compared with them.
namespace images {

struct SamplerMode {
  bool normalized = false;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP_TO_EDGE;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

/// "clamp_to_edge, linear, normalized".
std::string name_of(const SamplerMode& mode);
/// "CLAMP_TO_EDGE", as OpenCL C names it after CLK_ADDRESS_.
std::string addressing_name(cl_addressing_mode addressing);

/// The same as OpenCL C writes it: "CLK_NORMALIZED_COORDS_TRUE|CLK_ADDRESS_REPEAT|CLK_FILTER_LINEAR".
std::string in_kernel(const SamplerMode& mode);

/// False for repeat and mirrored_repeat without normalized coordinates: undefined.
bool is_defined(const SamplerMode& mode);

/// The five addressing modes, in the order of the lesson.
const std::vector<cl_addressing_mode>& addressing_modes();

/// The four values of a pixel of an RGBA image.
using Colour = std::array<double, 4>;

/// What read_imagef() returns for `rgba` (4 channels) at (x, y). NaN where CL_ADDRESS_NONE leaves
/// the image: the specification says nothing about that.
Colour sample(const harness::ImageF& rgba, double x, double y, const SamplerMode& mode);

} // namespace images
