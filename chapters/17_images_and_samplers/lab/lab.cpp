// Names, questions to the device, faults of drivers.

#include "harness/lab/device.hpp"

#include "formats.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

bool has_images(const cl::Device& device) {
  return !images::ignored && device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_TRUE;
}

void need_images(const Lab& lab) {
  if (!has_images(lab.device))
    throw common::Skip("this device has no images (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).");
}

void not_on_simulator(const Lab& lab, const std::string& what) {
  if (harness::is_simulator(lab.device))
    throw common::Skip(what);
}

namespace {

struct Name {
  cl_uint value;
  const char* text;
};

std::string name_in(const std::vector<Name>& names, cl_uint value) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const Name& name) { return name.value == value; });
  return found == names.end() ? fmt::format("{:#06x}", value) : found->text;
}

} // namespace

std::string order_name(cl_channel_order order) {
  static const std::vector<Name> names{
      {CL_R, "CL_R"},         {CL_A, "CL_A"},
      {CL_Rx, "CL_Rx"},       {CL_INTENSITY, "CL_INTENSITY"},
      {CL_RG, "CL_RG"},       {CL_RA, "CL_RA"},
      {CL_RGx, "CL_RGx"},     {CL_LUMINANCE, "CL_LUMINANCE"},
      {CL_RGB, "CL_RGB"},     {CL_RGBx, "CL_RGBx"},
      {CL_RGBA, "CL_RGBA"},   {CL_BGRA, "CL_BGRA"},
      {CL_ARGB, "CL_ARGB"},   {CL_ABGR, "CL_ABGR"},
      {CL_DEPTH, "CL_DEPTH"}, {CL_DEPTH_STENCIL, "CL_DEPTH_STENCIL"},
      {CL_sRGB, "CL_sRGB"},   {CL_sRGBx, "CL_sRGBx"},
      {CL_sRGBA, "CL_sRGBA"}, {CL_sBGRA, "CL_sBGRA"}};
  return name_in(names, order);
}

std::string type_name(cl_channel_type type) {
  static const std::vector<Name> names{{CL_UNORM_INT8, "CL_UNORM_INT8"},
                                       {CL_UNORM_INT16, "CL_UNORM_INT16"},
                                       {CL_SNORM_INT8, "CL_SNORM_INT8"},
                                       {CL_SNORM_INT16, "CL_SNORM_INT16"},
                                       {CL_UNSIGNED_INT8, "CL_UNSIGNED_INT8"},
                                       {CL_UNSIGNED_INT16, "CL_UNSIGNED_INT16"},
                                       {CL_UNSIGNED_INT32, "CL_UNSIGNED_INT32"},
                                       {CL_SIGNED_INT8, "CL_SIGNED_INT8"},
                                       {CL_SIGNED_INT16, "CL_SIGNED_INT16"},
                                       {CL_SIGNED_INT32, "CL_SIGNED_INT32"},
                                       {CL_HALF_FLOAT, "CL_HALF_FLOAT"},
                                       {CL_FLOAT, "CL_FLOAT"},
                                       {CL_UNORM_SHORT_565, "CL_UNORM_SHORT_565"},
                                       {CL_UNORM_SHORT_555, "CL_UNORM_SHORT_555"},
                                       {CL_UNORM_INT_101010, "CL_UNORM_INT_101010"},
                                       {CL_UNORM_INT_101010_2, "CL_UNORM_INT_101010_2"},
                                       {CL_UNORM_INT24, "CL_UNORM_INT24"}};
  return name_in(names, type);
}

bool is_supported(const Lab& lab, cl_mem_flags flags, const cl::ImageFormat& format) {
  return images::lists(lab.device, flags, format);
}

std::string fault_of(const Lab& lab, const std::string& what) {
  static const std::vector<KnownFault> faults{
      {"Portable Computing Language", "", "size of image1d_buffer_t",
       "PoCL has no get_image_width() for image1d_buffer_t, and ends the process"},
      {"Portable Computing Language", "", "too large",
       "PoCL's word for it; the specification's is CL_INVALID_IMAGE_SIZE"},
      {"Portable Computing Language", "", "border of CL_RG", // PoCL 3.1 does not list this order
       "PoCL: its alpha is 0, the specification's is 1 for orders without alpha"},
      {"NVIDIA CUDA", "", "too large", "the specification wants CL_INVALID_IMAGE_SIZE"},
      {"Portable Computing Language", "", "border of CL_R",
       "PoCL: its alpha is 0, the specification's is 1 for orders without alpha"},
      {"rusticl", "25.0", "enqueueCopyImageToBuffer", "rusticl 25.0 copies nothing"},
      {"Oclgrind", "", "2D, copied from rows with a pitch",
       "Oclgrind takes no notice of the row pitch"},
      {"Oclgrind", "", "NONE, LINEAR", "Oclgrind returns 0"}};
  const cl::Platform platform(lab.device.getInfo<CL_DEVICE_PLATFORM>());
  const std::string name = platform.getInfo<CL_PLATFORM_NAME>();
  const std::string driver = lab.device.getInfo<CL_DRIVER_VERSION>();
  for (const KnownFault& fault : faults)
    if (what == fault.what && name.find(fault.platform) != std::string::npos &&
        driver.rfind(fault.driver, 0) == 0)
      return fault.reason;
  return {};
}

const std::vector<harness::Experiment<const Lab>>& experiments() {
  static const std::vector<harness::Experiment<const Lab>> all{
      {"offer", "What does the device offer?", what_does_the_device_offer},
      {"formats", "Which formats are there?", which_formats_are_there},
      {"limits", "How large may an image be?", how_large_may_an_image_be},
      {"forms", "In which forms can an image be made?", which_forms_are_there},
      {"moves", "How do pixels get in and out?", how_do_pixels_move},
      {"values", "What does a kernel see of a pixel?", what_does_a_kernel_see},
      {"read-write", "Can a kernel read and write the same image?", can_it_read_and_write},
      {"samplers", "What does a sampler do?", what_does_a_sampler_do},
      {"middle", "Where is the middle of a pixel?", where_is_the_middle},
      {"reads", "How many pixels are read in a nanosecond?", how_fast_are_reads},
      {"resize", "Does resizing agree with its definition?", can_it_resize},
  };
  return all;
}
