// Chapter 11: one blur, three kernels. The first reads all its pixels from global memory; the others
// let each work-group copy what it needs into local memory first. The host checks every pixel.
//
//   11_address_spaces --input photo.jpg --radius 3     another picture, and a weaker blur
//
// [includes]
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

struct Options : common::ProgramOptions {
  std::string input, output = "11_address_spaces.png";
  int radius = 8;
};
// [/includes]

// [reference]
// The host takes another way: first along the rows, then along the columns. All sums are whole
// numbers, so the result has to be the same to the last bit.
common::Image blurred(const common::Image& image, const std::vector<cl_uint>& weights) {
  const int radius = static_cast<int>(weights.size()) / 2;
  std::vector<cl_uint> sums(image.pixels.begin(), image.pixels.end());
  for (const bool along_rows : {true, false}) {
    std::vector<cl_uint> next(sums.size(), 0);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        for (int d = -radius; d <= radius; ++d) {
          const int row = along_rows ? y : std::clamp(y + d, 0, image.height - 1);
          const int column = along_rows ? std::clamp(x + d, 0, image.width - 1) : x;
          for (int c = 0; c < 4; ++c) // red, green, blue, alpha
            next[4 * (y * image.width + x) + c] +=
                weights[radius + d] * sums[4 * (row * image.width + column) + c];
        }
    sums.swap(next);
  }
  const cl_uint total = (radius + 1) * (radius + 1); // of all weights
  common::Image out = image;
  for (std::size_t i = 0; i < sums.size(); ++i)
    out.pixels[i] = static_cast<std::uint8_t>((sums[i] + total * total / 2) / (total * total));
  return out;
}
// [/reference]

// [padded]
// `width` x `height` pixels and `radius` more on each side: beyond the image, copies of the nearest pixel.
std::vector<std::uint8_t> padded(const common::Image& image, int radius, int width, int height) {
  std::vector<std::uint8_t> pixels;
  for (int y = -radius; y < height + radius; ++y)
    for (int x = -radius; x < width + radius; ++x) {
      const int row = std::clamp(y, 0, image.height - 1),
                column = std::clamp(x, 0, image.width - 1);
      const auto pixel = image.pixels.begin() + 4 * (row * image.width + column);
      pixels.insert(pixels.end(), pixel, pixel + 4);
    }
  return pixels;
}
// [/padded]

// [weights]
int run(const Options& options) {
  const auto picture = common::load_image(options.input), image = common::with_channels(picture, 4);
  std::vector<cl_uint> weights; // 1, 2, ..., radius + 1, ..., 2, 1
  for (int d = -options.radius; d <= options.radius; ++d)
    weights.push_back(options.radius + 1 - std::abs(d));
  const common::Image want = blurred(image, weights);
  common::Image got = image;
  // [/weights]
  // [device]
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program = common::build_kernel_file(
      context, device, "11_address_spaces/blur.cl", fmt::format("-D RADIUS={}", options.radius));
  // [/device]
  // [tile]
  const cl::Kernel tiled(program, "blur_tiled");
  const cl::NDRange local = common::fit_local_size(device, tiled, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(image.width, image.height), local);
  const std::size_t groups = global[0] / local[0] * (global[1] / local[1]);
  const std::size_t tile = (local[0] + 2 * options.radius) * (local[1] + 2 * options.radius);
  if (4 * tile > device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>())
    throw common::Skip(fmt::format("a tile needs {} bytes of local memory.", 4 * tile));
  // [/tile]
  // [buffers]
  auto pixels =
      padded(image, options.radius, static_cast<int>(global[0]), static_cast<int>(global[1]));
  const cl::Buffer in(context, pixels.begin(), pixels.end(), true); // true: kernels only read it
  const cl::Buffer weight_buffer(context, weights.begin(), weights.end(), true);
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, got.pixels.size());
  // [/buffers]
  // [launch]
  for (const std::string name : {"blur_direct", "blur_tiled", "blur_copied"}) {
    cl::Kernel kernel(program, name.c_str());
    kernel.setArg(0, in);
    kernel.setArg(1, weight_buffer);
    kernel.setArg(2, out);
    kernel.setArg(3, image.width);
    kernel.setArg(4, image.height);
    if (name != "blur_direct")
      kernel.setArg(5, cl::Local(4 * tile)); // a size and no data: every work-group has its own
    // Nothing of the kernel before may be left in `out`.
    queue.enqueueFillBuffer(out, cl_uchar{0}, 0, got.pixels.size());
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.enqueueReadBuffer(out, CL_TRUE, 0, got.pixels.size(), got.pixels.data());
    // [/launch]
    // [check]
    if (got.pixels != want.pixels)
      throw common::Error(name + ": its picture is not the host's.");
    const std::size_t size = image.pixels.size() / 4, taps = weights.size();
    const std::size_t reads = name == "blur_direct" ? size * taps * taps : groups * tile;
    fmt::print("{:<11}  {:>9} reads of global memory, {:5.1f} for each pixel\n", name, reads,
               static_cast<double>(reads) / static_cast<double>(size));
  }
  fmt::print("verified: all three pictures are the host's, pixel by pixel\n");
  // [/check]
  // [save]
  const std::size_t row = 4 * image.width, half = 4 * (image.width / 2);
  for (std::size_t at = 0; at < image.pixels.size(); at += row) // the left half as it was
    std::copy_n(image.pixels.begin() + at, half, got.pixels.begin() + at);
  common::save_image(options.output, common::with_channels(got, picture.channels));
  fmt::print("wrote {}: as it was on the left, blurred on the right\n", options.output);
  return common::exit_passed;
}
// [/save]

// [main]
int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Blurs a picture with and without local memory."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--input", options.input, "the picture to blur");
    app.add_option("--output", options.output, "where to write the result");
    app.add_option("--radius", options.radius, "how far it reaches")->check(CLI::Range(1, 32));
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    if (options.input.empty())
      options.input = common::find_data("images/scene_512.png").string();
    return run(options);
  });
}
// [/main]
