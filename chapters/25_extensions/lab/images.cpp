// Kernels that write to images of other shapes than 2-D.

#include "lab.hpp"

#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"

#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <type_traits>

namespace {

using Size = std::array<std::size_t, 3>;
const cl::ImageFormat format(CL_RGBA, CL_SIGNED_INT32);
constexpr std::size_t columns = 13, rows = 5, depth = 3; // awkward on purpose

// Work-groups of one work-item: every device has them, and the driver need not choose.
cl::NDRange single(const cl::NDRange& global) {
  return global.dimensions() == 1   ? cl::NDRange(1)
         : global.dimensions() == 2 ? cl::NDRange(1, 1)
                                    : cl::NDRange(1, 1, 1);
}

void need_images(const Lab& lab) {
  if (lab.device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_FALSE)
    throw common::Skip("the device has no images");
}

// True if each pixel says where it is.
bool every_pixel_is_right(const Lab& lab, const cl::Image& image, const Size& size) {
  std::vector<cl_int> pixels(4 * size[0] * size[1] * size[2], -1);
  lab.queue.enqueueReadImage(image, CL_TRUE, {0, 0, 0}, size, 0, 0, pixels.data());
  for (std::size_t z = 0, i = 0; z < size[2]; ++z)
    for (std::size_t y = 0; y < size[1]; ++y)
      for (std::size_t x = 0; x < size[0]; ++x, i += 4)
        if (pixels[i] != static_cast<cl_int>(x + 100 * y + 10000 * z) || pixels[i + 1] != 0 ||
            pixels[i + 3] != 1)
          return false;
  return true;
}

bool written(const Lab& lab, const char* name, const cl::Image& image, const Size& size,
             const cl::NDRange& global) {
  cl::Kernel kernel = lab.kernel("image_writes", name);
  kernel.setArg(0, image);
  common::launch(lab.queue, kernel, global, single(global));
  return every_pixel_is_right(lab, image, size);
}

bool volume_written(const Lab& lab) {
  const cl::Image3D image(lab.context, CL_MEM_WRITE_ONLY, format, columns, rows, depth);
  return written(lab, "volume", image, {columns, rows, depth}, {columns, rows, depth});
}

// [alone]
bool line_in_buffer_written(const Lab& lab) {
  const cl::Buffer memory(lab.context, CL_MEM_READ_WRITE, columns * sizeof(cl_int4));
  const cl::Image1DBuffer image(lab.context, CL_MEM_READ_WRITE, format, columns, memory);
  return written(lab, "line_in_buffer", image, {columns, 1, 1}, {columns});
}

std::string line_in_buffer_alone(const Lab& lab) { // a driver may crash here
  const std::string fault = fault_when_alone(lab, "images");
  if (fault.empty())
    return "verified";
  harness::report_driver_error(lab.device, "a kernel that writes to an image1d_buffer_t " + fault);
  return "the driver " + fault;
}
// [/alone]

// [without]
// The twin of writing into a 3-D image: into a buffer, which is copied to the image.
bool volume_copied(const Lab& lab) {
  const cl::Image3D image(lab.context, CL_MEM_READ_WRITE, format, columns, rows, depth);
  const cl::Buffer pixels(lab.context, CL_MEM_READ_WRITE, columns * rows * depth * sizeof(cl_int4));
  cl::Kernel kernel = lab.kernel("image_writes", "volume_in_buffer");
  kernel.setArg(0, pixels);
  common::launch(lab.queue, kernel, {columns, rows, depth}, {1, 1, 1});
  lab.queue.enqueueCopyBufferToImage(pixels, image, 0, {0, 0, 0}, {columns, rows, depth});
  return every_pixel_is_right(lab, image, {columns, rows, depth});
}
// [/without]

} // namespace

std::string prove_volume(const Lab& lab) {
  need_images(lab);
  verify(volume_written(lab), "each pixel of the 3-D image says where it is");
  return fmt::format("{} pixels of a 3-D image", columns * rows * depth);
}

// [images]
Json which_images_can_a_kernel_write(const Lab& lab) {
  need_images(lab);
  if (std::getenv(alone)) {
    verify(line_in_buffer_written(lab), "what is written to image1d_buffer_t is there");
    return {};
  }
  harness::Table table({{"image"}, {"coordinate"}, {"written and read back"}});
  Json rows_of_table = Json::array();
  const auto row = [&](const char* image, const char* coordinate, const auto& run) {
    std::string outcome;
    try {
      if constexpr (std::is_same_v<decltype(run()), bool>)
        outcome = run() ? "verified" : "WRONG";
      else
        outcome = run();
    } catch (const cl::Error& error) {
      outcome = common::error_name(error.err());
    }
    table.add({image, coordinate, outcome});
    rows_of_table.push_back({{"image", image}, {"outcome", outcome}});
    verify(outcome == "verified" || outcome.rfind("the driver", 0) == 0,
           fmt::format("what is written to {} is there; the outcome: {}", image, outcome));
  };
  row("image1d_t", "int", [&] {
    const cl::Image1D image(lab.context, CL_MEM_WRITE_ONLY, format, columns);
    return written(lab, "line", image, {columns, 1, 1}, {columns});
  });
  row("image1d_buffer_t", "int", [&] { return line_in_buffer_alone(lab); });
  row("image1d_array_t", "int2 (x, line)", [&] {
    const cl::Image1DArray image(lab.context, CL_MEM_WRITE_ONLY, format, rows, columns, 0);
    return written(lab, "lines", image, {columns, rows, 1}, {columns, rows});
  });
  row("image2d_array_t", "int4 (x, y, picture, -)", [&] {
    const cl::Image2DArray image(lab.context, CL_MEM_WRITE_ONLY, format, depth, columns, rows, 0,
                                 0);
    return written(lab, "pictures", image, {columns, rows, depth}, {columns, rows, depth});
  });
  const bool has_writes = is_listed(lab.device, "cl_khr_3d_image_writes") ||
                          has_feature(lab.device, "__opencl_c_3d_image_writes");
  if (has_writes)
    row("image3d_t", "int4 (x, y, z, -)", [&] { return volume_written(lab); });
  row("image3d_t, by a buffer", "", [&] { return volume_copied(lab); });
  fmt::print("{}", table.text());
  if (!has_writes)
    fmt::print("  image3d_t: left out, cl_khr_3d_image_writes is not listed\n");
  return {{"rows", rows_of_table}, {"3d_image_writes", has_writes}};
}
// [/images]
