// Images for the case studies.

#include "harness/lab/float_image.hpp"

#include "formats.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace images {

const std::vector<cl::ImageFormat>& formats_of_images(const cl::Device& device,
                                                      cl_mem_flags flags) {
  static std::map<std::pair<cl_device_id, cl_mem_flags>, std::vector<cl::ImageFormat>> known;
  const auto [entry, added] = known.try_emplace({device(), flags});
  if (added)
    cl::Context(device).getSupportedImageFormats(flags, CL_MEM_OBJECT_IMAGE2D, &entry->second);
  return entry->second;
}

bool lists(const cl::Device& device, cl_mem_flags flags, const cl::ImageFormat& wanted) {
  const std::vector<cl::ImageFormat>& formats = formats_of_images(device, flags);
  return std::any_of(formats.begin(), formats.end(), [&](const cl::ImageFormat& one) {
    return one.image_channel_order == wanted.image_channel_order &&
           one.image_channel_data_type == wanted.image_channel_data_type;
  });
}

cl::ImageFormat format_of(int channels, Depth depth) {
  return {static_cast<cl_channel_order>(channels == 1 ? CL_R : CL_RGBA),
          static_cast<cl_channel_type>(depth == Depth::floats ? CL_FLOAT : CL_UNORM_INT8)};
}

// [obstacle]
std::string image_obstacle(const cl::Device& device, const cl::ImageFormat& format, int width,
                           int height, bool written) {
  if (ignored || device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_TRUE)
    return "needs images: this device has none";
  const auto largest_width = device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
  const auto largest_height = device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
  if (static_cast<std::size_t>(width) > largest_width ||
      static_cast<std::size_t>(height) > largest_height)
    return fmt::format("needs an image of {}x{}: this device has {}x{} at most", width, height,
                       largest_width, largest_height);
  if (!lists(device, CL_MEM_READ_ONLY, format) ||
      (written && !lists(device, CL_MEM_WRITE_ONLY, format)))
    return fmt::format("needs images with {} channel(s) of {}: this device has no such format",
                       format.image_channel_order == CL_R ? 1 : 4,
                       format.image_channel_data_type == CL_FLOAT ? "32-bit float" : "8 bits");
  return {};
}
// [/obstacle]

std::vector<harness::Values> group_presets(const harness::Values& others) {
  std::vector<harness::Values> presets;
  for (const int side : {16, 8, 4, 1}) {
    presets.push_back(others);
    presets.back().insert({{"LX", side}, {"LY", side}});
  }
  return presets;
}

cl::NDRange group_of(const harness::Values& values) {
  return {harness::value<std::size_t>(values, "LX"), harness::value<std::size_t>(values, "LY")};
}

// [sampler-step]
double sampler_step(int extent) {
  return 2.0 / 256 + 2 * extent * 0x1p-22;
}
// [/sampler-step]

std::vector<unsigned char> as_bytes(const std::vector<float>& pixels) {
  std::vector<unsigned char> bytes;
  bytes.reserve(pixels.size());
  for (const float value : pixels)
    bytes.push_back(static_cast<unsigned char>(std::lround(255 * std::clamp(value, 0.0F, 1.0F))));
  return bytes;
}

cl::Image2D make_image(const harness::Session& session, const harness::ImageF& picture,
                       Depth depth) {
  const std::vector<unsigned char> bytes =
      depth == Depth::bytes ? as_bytes(picture.pixels) : std::vector<unsigned char>{};
  const void* pixels = picture.pixels.data();
  if (depth == Depth::bytes)
    pixels = bytes.data();
  // (Oclgrind 21.10 takes what clEnqueueWriteImage() has written for uninitialised.)
  return {session.context,
          CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
          format_of(picture.channels, depth),
          static_cast<std::size_t>(picture.width),
          static_cast<std::size_t>(picture.height),
          0,
          const_cast<void*>(pixels)};
}

} // namespace images
