// What a kernel sees of a pixel, whatever its format; what is written; images that are both read and
// written.

#include "lab.hpp"

#include "harness/system/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace {

using Four = std::array<double, 4>;

// One pixel: how it is stored, and what the specification says a kernel reads.
struct Case {
  cl_channel_order order;
  cl_channel_type type;
  std::vector<cl_uchar> bytes;
  const char* read; // the kernel: see_f, see_i or see_ui
  Four want;
};

template <typename T>
std::vector<cl_uchar> bytes_of(const std::vector<T>& values) {
  std::vector<cl_uchar> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// [values]
std::vector<Case> cases() {
  const std::vector<cl_uchar> some{0, 51, 128, 255};
  return {
      {CL_RGBA, CL_UNORM_INT8, some, "see_f", {0, 51 / 255.0, 128 / 255.0, 1}},
      {CL_RGBA,
       CL_UNORM_INT16,
       bytes_of<cl_ushort>({0, 1, 13107, 65535}),
       "see_f",
       {0, 1 / 65535.0, 0.2, 1}},
      {CL_RGBA, CL_SNORM_INT8, bytes_of<cl_char>({-128, -127, 0, 127}), "see_f", {-1, -1, 0, 1}},
      {CL_RGBA,
       CL_HALF_FLOAT,
       bytes_of<cl_ushort>({0x3C00, 0xC000, 0x3800, 0x7BFF}),
       "see_f",
       {1, -2, 0.5, 65504}},
      {CL_RGBA,
       CL_FLOAT,
       bytes_of<cl_float>({-3.5F, 0.1F, 1e30F, 0.0F}),
       "see_f",
       {-3.5, 0.1F, 1e30F, 0}},
      {CL_RGBA, CL_UNSIGNED_INT8, some, "see_ui", {0, 51, 128, 255}},
      {CL_RGBA, CL_SIGNED_INT8, bytes_of<cl_char>({-128, -1, 0, 127}), "see_i", {-128, -1, 0, 127}},
      {CL_RGBA,
       CL_SIGNED_INT32,
       bytes_of<cl_int>({-2000000000, -1, 7, 2000000000}),
       "see_i",
       {-2e9, -1, 7, 2e9}},
      {CL_BGRA, CL_UNORM_INT8, some, "see_f", {128 / 255.0, 51 / 255.0, 0, 1}},
      {CL_R, CL_FLOAT, bytes_of<cl_float>({0.25F}), "see_f", {0.25, 0, 0, 1}},
      {CL_RG, CL_UNORM_INT8, {51, 255}, "see_f", {0.2, 1, 0, 1}},
      {CL_A, CL_UNORM_INT8, {51}, "see_f", {0, 0, 0, 0.2}},
      {CL_INTENSITY, CL_FLOAT, bytes_of<cl_float>({0.25F}), "see_f", {0.25, 0.25, 0.25, 0.25}},
      {CL_LUMINANCE, CL_FLOAT, bytes_of<cl_float>({0.25F}), "see_f", {0.25, 0.25, 0.25, 1}}};
}
// [/values]

Four see(const Lab& lab, const cl::Program& program, const Case& one) {
  std::vector<cl_uchar> bytes = one.bytes;
  const cl::Image2D image(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          cl::ImageFormat(one.order, one.type), 1, 1, 0, bytes.data());
  cl::Kernel kernel(program, one.read);
  const cl::Buffer out = lab.buffer(std::vector<cl_float>(4, -99.0F));
  common::set_args(kernel, image, out);
  common::launch(lab.queue, kernel, {1}, {1});
  const std::vector<float> seen = lab.read<cl_float>(out);
  return {seen[0], seen[1], seen[2], seen[3]};
}

// Conversions of normalised integers may be wrong by 1.5 ulp (OpenCL C 3.0, section 8.3.1); what is
// kept as it is must be exact.
bool as_specified(const Four& seen, const Four& want) {
  for (std::size_t i = 0; i < 4; ++i)
    if (!(std::fabs(seen[i] - want[i]) <= 1.8e-7 * std::fabs(want[i])))
      return false;
  return true;
}

std::string text_of(const Four& values) {
  return fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", values[0], values[1], values[2], values[3]);
}

// [written]
// What is in an 8-bit image after write_imagef(): the nearest level; what is outside 0 to 1 becomes
// the end.
std::vector<cl_uchar> write_to_bytes(const Lab& lab, const std::vector<float>& values) {
  const std::size_t width = values.size() / 4;
  const cl::Image2D image(lab.context, CL_MEM_WRITE_ONLY, cl::ImageFormat(CL_RGBA, CL_UNORM_INT8),
                          width, 1);
  const cl::Buffer in = lab.buffer(values);
  cl::Kernel kernel = lab.kernel("values", "write_f");
  common::set_args(kernel, in, image);
  common::launch(lab.queue, kernel, {width}, {1});
  std::vector<cl_uchar> bytes(values.size());
  lab.queue.enqueueReadImage(image, CL_TRUE, {0, 0, 0}, {width, 1, 1}, 0, 0, bytes.data());
  return bytes;
}
// [/written]

// [described]
// What a kernel can ask of an image: the kernel compares with the constants of OpenCL C.
void verify_described(const Lab& lab, const cl::Program& program) {
  const cl::Image2D image(lab.context, CL_MEM_READ_WRITE, cl::ImageFormat(CL_RGBA, CL_SIGNED_INT8),
                          3, 2);
  const cl::Buffer answers = lab.buffer(std::vector<cl_int>(4));
  cl::Kernel describe(program, "describe");
  common::set_args(describe, image, answers);
  common::launch(lab.queue, describe, {1}, {1});
  verify_equal(lab.read<cl_int>(answers), {1, 1, 3, 2}, "the description of an image");
  // Integers are written by a function of their own.
  cl::Kernel write(program, "write_i");
  common::set_args(write, image);
  common::launch(lab.queue, write, {3, 2}, {1, 1});
  std::vector<cl_char> bytes(24);
  lab.queue.enqueueReadImage(image, CL_TRUE, {0, 0, 0}, {3, 2, 1}, 0, 0, bytes.data());
  std::vector<cl_char> want;
  for (cl_char y = 0; y < 2; ++y)
    for (cl_char x = 0; x < 3; ++x)
      for (const int value : {-128, x - 5, y + 0, 127})
        want.push_back(static_cast<cl_char>(value));
  verify_equal(bytes, want, "signed integers written by a kernel");
}
// [/described]

} // namespace

Json what_does_a_kernel_see(const Lab& lab) {
  need_images(lab);
  const cl::Program program = lab.program("values");
  Json rows = Json::array();
  harness::Table table({{"order"}, {"type"}, {"read with"}, {"the kernel sees"}, {""}});
  for (const Case& one : cases()) {
    const std::string order = order_name(one.order), type = type_name(one.type);
    const std::string function = std::string("read_image") + (one.read + 4);
    std::string state = "as specified", seen_text = "-";
    if (!is_supported(lab, CL_MEM_READ_ONLY, cl::ImageFormat(one.order, one.type))) {
      state = "not offered";
    } else {
      const Four seen = see(lab, program, one);
      seen_text = text_of(seen);
      if (!as_specified(seen, one.want)) {
        const std::string fault = fault_of(lab, order + " " + type);
        state = fmt::format("should be {}: {}", text_of(one.want), fault);
        verify(!fault.empty(), fmt::format("a pixel of {} {} reads as {}; it reads as {}", order,
                                           type, text_of(one.want), text_of(seen)));
      }
    }
    table.add({order, type, function, seen_text, state});
    rows.push_back({{"order", order},
                    {"type", type},
                    {"function", function},
                    {"seen", seen_text},
                    {"state", state}});
  }
  fmt::print("{}", table.text());

  verify_described(lab, program);
  const std::vector<float> values{0.0F, 0.1F, 0.5F, 1.0F, -0.5F, 1.7F, 0.9979F, 0.3F};
  const std::vector<cl_uchar> bytes = write_to_bytes(lab, values);
  fmt::print("  written to 8 bits: {} becomes {}\n", fmt::join(values, " "), fmt::join(bytes, " "));
  for (std::size_t i = 0; i < values.size(); ++i) // 0.6 of a level is allowed (section 8.3.1)
    verify(std::fabs(bytes[i] - 255.0 * std::clamp(values[i], 0.0F, 1.0F)) <= 0.6,
           "a float is written as the nearest of 256 levels");
  return {{"rows", rows}, {"written", values}, {"levels", bytes}};
}

// [read-write]
Json can_it_read_and_write(const Lab& lab) {
  need_images(lab);
  if (common::device_version(lab.device) < 200)
    throw common::Skip("images that a kernel both reads and writes came with OpenCL 2.0; this "
                       "device has an older version.");
  const cl::ImageFormat format(CL_R, CL_UNSIGNED_INT32);
  if (lab.device.getInfo<CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS>() == 0 ||
      !is_supported(lab, CL_MEM_KERNEL_READ_AND_WRITE, format))
    throw common::Skip("this device offers no images that a kernel both reads and writes.");
  const std::size_t width = 33, height = 5;
  std::vector<cl_uint> values(width * height);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<cl_uint>(i * i + 1);
  const cl::Image2D image(lab.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, format, width,
                          height, 0, values.data());
  const std::string standard = common::device_version(lab.device) >= 300 ? "CL3.0" : "CL2.0";
  cl::Kernel kernel = lab.kernel("read_write", "twice_and_one", "-cl-std=" + standard);
  common::set_args(kernel, image);
  common::launch(lab.queue, kernel, {width, height}, {1, 1});
  std::vector<cl_uint> got(values.size());
  lab.queue.enqueueReadImage(image, CL_TRUE, {0, 0, 0}, {width, height, 1}, 0, 0, got.data());
  for (cl_uint& value : values)
    value = 2 * value + 1;
  verify_equal(got, values, "an image changed in place");
  // [/read-write]
  fmt::print("  {} pixels changed in place: value * 2, fence, read again, value + 1\n", got.size());
  return {{"pixels", got.size()}};
}
