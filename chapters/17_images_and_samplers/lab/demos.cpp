// Mistakes made on purpose.

#include "harness/lab/float_image.hpp"

#include "lab.hpp"

#include "resize.hpp"

#include <fmt/format.h>

namespace {

// [host-pointer]
std::string host_pointer(const Lab& lab) {
  need_images(lab);
  Bytes bytes(16, 1);
  return harness::error_of([&] { // no flag says what to do with the host's pointer
    const cl::Image2D image(lab.context, CL_MEM_READ_ONLY, rgba_bytes, 2, 2, 0, bytes.data());
  });
}
// [/host-pointer]

std::string no_such_format(const Lab& lab) {
  need_images(lab);
  return harness::error_of([&] {
    const cl::Image2D image(lab.context, CL_MEM_READ_ONLY, cl::ImageFormat(CL_RGB, CL_UNORM_INT8),
                            2, 2);
  });
}

// [integer-linear]
std::string integer_linear(const Lab& lab) {
  need_images(lab);
  Bytes bytes;
  for (const cl_uchar level : {40, 80, 120, 160})
    bytes.insert(bytes.end(), 4, level);
  const cl::Image2D image(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, rgba_bytes, 4, 1, 0,
                          bytes.data());
  const cl::Sampler sampler(lab.context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR);
  const cl::Buffer out = lab.buffer(std::vector<cl_uint>(8));
  cl::Kernel kernel = lab.kernel("mistakes", "integer_linear");
  common::set_args(kernel, image, sampler, out);
  common::launch(lab.queue, kernel, {8}, {1});
  return fmt::format("40 80 120 160, enlarged twice, became {}. The specification says nothing "
                     "about it: another device may return the nearest pixel, or anything",
                     fmt::join(lab.read<cl_uint>(out), " "));
}
// [/integer-linear]

// [no-half]
std::string no_half(const Lab& lab) {
  need_images(lab);
  const std::vector<int> row{40, 80, 120, 160};
  const std::vector<int> wrong = enlarged(lab, row, 0.0F, CL_ADDRESS_CLAMP);
  const std::vector<int> right = enlarged(lab, row, 0.5F, CL_ADDRESS_CLAMP_TO_EDGE);
  if (wrong == right)
    return {};
  return fmt::format("{} in place of {}: half a pixel to the right, and dark at the left edge",
                     fmt::join(wrong, " "), fmt::join(right, " "));
}
// [/no-half]

// [repeat-in-pixels]
std::string repeat_in_pixels(const Lab& lab) {
  need_images(lab);
  const std::string error = harness::error_of([&] {
    const cl::Sampler sampler(lab.context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST);
  });
  return error.empty() ? "the sampler was made without a word; what it reads outside is undefined"
                       : error;
}
// [/repeat-in-pixels]

// [aliasing]
// Stripes of one pixel, made half as large.
std::string aliasing(const Lab& lab) {
  harness::ImageF stripes{64, 1, 1, {}};
  for (int x = 0; x < stripes.width; ++x)
    stripes.pixels.push_back(static_cast<float>(x % 2));
  const auto brightness = [&](images::Filter filter) {
    images::Resize problem(stripes, images::scaled(64, 1, 0.5), images::Depth::floats, filter);
    problem.upload(lab);
    const harness::Prepared prepared = harness::prepare_step(problem, problem.steps().front(), lab);
    if (const std::string wrong = harness::verify_step(problem, prepared, lab); !wrong.empty())
      throw common::Error(wrong);
    std::vector<float> pixels(32);
    lab.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, 32 * sizeof(float), pixels.data());
    float sum = 0.0F;
    for (const float pixel : pixels)
      sum += pixel;
    return sum / 32;
  };
  return fmt::format("black and white stripes are {:.2f} bright on average. Half as large they are "
                     "{:.2f} with nearest and {:.2f} with area",
                     0.5, brightness(images::Filter::nearest), brightness(images::Filter::area));
}
// [/aliasing]

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"host-pointer", "an image gets a host pointer, and no flag that says what for",
       "CL_MEM_COPY_HOST_PTR copies once, CL_MEM_USE_HOST_PTR keeps the pointer; one of them "
       "must be there",
       host_pointer},
      {"no-such-format", "three bytes for each pixel: CL_RGB with CL_UNORM_INT8",
       "few formats are promised; ask, or take RGBA and leave a channel unused", no_such_format},
      {"integer-linear", "an image of integers is read with a linear sampler",
       "integers are read with nearest only; to interpolate bytes, make them CL_UNORM_INT8 and "
       "read floats",
       integer_linear},
      {"no-half", "an output x is read at x / width, with CLK_ADDRESS_CLAMP",
       "the middle of pixel x lies at x + 1/2, and the edge is CLK_ADDRESS_CLAMP_TO_EDGE", no_half},
      {"repeat-in-pixels", "a sampler repeats an image and takes coordinates in pixels",
       "REPEAT and MIRRORED_REPEAT need normalised coordinates", repeat_in_pixels},
      {"aliasing", "a picture is made smaller with the nearest pixel",
       "an output must see all pixels that it covers: area, or a blur before", aliasing}};
}
