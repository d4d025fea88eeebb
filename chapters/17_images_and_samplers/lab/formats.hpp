#pragma once

#include "common/opencl.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"
#include "resize.hpp"

#include <string>
#include <vector>

/// What the case studies ask of a device's images.
namespace images {

/// --without-images: the case studies behave as if no device had any.
inline bool ignored = false;

/// CL_R or CL_RGBA with CL_FLOAT or CL_UNORM_INT8.
cl::ImageFormat format_of(int channels, Depth depth);

/// The device's formats of 2D images with these flags. A device is asked only once: it takes a context, and that takes a
/// GPU's driver a good part of a second.
const std::vector<cl::ImageFormat>& formats_of_images(const cl::Device& device, cl_mem_flags flags);

/// True if `wanted` is among them.
bool lists(const cl::Device& device, cl_mem_flags flags, const cl::ImageFormat& wanted);

/// Why the device has no 2D image of this size and format, that a kernel can read (and write, where
/// `written`); empty if it has. In words that end "... : this device has ...".
std::string image_obstacle(const cl::Device& device, const cl::ImageFormat& format, int width,
                           int height, bool written = false);

/// What the presets of all steps have in common: groups of LX x LY, so that no gain is theirs.
std::vector<harness::Values> group_presets(const harness::Values& others);
cl::NDRange group_of(const harness::Values& values);

/// How wrong a linear sampler may be between pixels of [0, 1] in x and y together: a GPU's mixes in steps of 1/256, and
/// coordinates up to `extent` are floats.
double sampler_step(int extent);

/// The pixels 0 to 1 as the bytes that stand for them, rounded to the nearest.
std::vector<unsigned char> as_bytes(const std::vector<float>& pixels);

/// An image with these pixels.
cl::Image2D make_image(const harness::Session& session, const harness::ImageF& picture,
                       Depth depth);

} // namespace images
