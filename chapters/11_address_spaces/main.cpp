// Chapter 11: one blur, three kernels. The first reads all its pixels from global memory; the others
// let each work-group copy what it needs into local memory first. The host checks every pixel.
//
//   11_address_spaces --input photo.jpg --radius 3     another picture, and a weaker blur
#include "common/compare.hpp"
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

// `width` x `height` pixels and `radius` more on each side: beyond the image, copies of the nearest pixel.
std::vector<std::uint8_t> padded(const common::Image& image, int radius, int width, int height) {
  std::vector<std::uint8_t> pixels;
  for (int y = -radius; y < height + radius; ++y)
    for (int x = -radius; x < width + radius; ++x) {
      const int row = std::clamp(y, 0, image.height - 1);
      const int column = std::clamp(x, 0, image.width - 1);
      const auto pixel = image.pixels.begin() + 4 * (row * image.width + column);
      pixels.insert(pixels.end(), pixel, pixel + 4);
    }
  return pixels;
}

// Some rows of the blur, in C++. All sums are integers, so every correct result is the same to the last bit.
void blur(const std::uint8_t* padded, std::size_t pitch, const std::vector<cl_uint>& weights,
          common::Image& out, std::size_t begin, std::size_t end) {
  const std::size_t bytes = 4 * out.width, side = weights.size() / 2 + 1;
  const cl_uint total = side * side * side * side; // of all weights
  std::vector<cl_uint> sums(bytes);
  for (std::size_t y = begin; y < end; ++y) {
    std::fill(sums.begin(), sums.end(), total / 2); // rounds to the nearest
    for (std::size_t row = 0; row < weights.size(); ++row)
      for (std::size_t column = 0; column < weights.size(); ++column) {
        const std::uint8_t* pixel = padded + 4 * ((y + row) * pitch + column);
        for (std::size_t i = 0; i < bytes; ++i) // red, green, blue, alpha of each pixel
          sums[i] += weights[row] * weights[column] * pixel[i];
      }
    for (std::size_t i = 0; i < bytes; ++i)
      out.pixels[y * bytes + i] = static_cast<std::uint8_t>(sums[i] / total);
  }
}

int run(const Options& options) {
  const auto picture = common::load_image(options.input), image = common::with_channels(picture, 4);
  std::vector<cl_uint> weights; // 1, 2, ..., radius + 1, ..., 2, 1
  for (int d = -options.radius; d <= options.radius; ++d)
    weights.push_back(options.radius + 1 - std::abs(d));
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, image.width, image.height, {4, 4});
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program = common::build_kernel_file(
      context, device, "11_address_spaces/blur.cl", fmt::format("-D RADIUS={}", options.radius));
  // [tile]
  const cl::Kernel tiled(program, "blur_tiled");
  const cl::NDRange local = common::fit_local_size(device, tiled, {16, 16});
  const cl::NDRange global = common::round_up(cl::NDRange(image.width, image.height), local);
  const std::size_t groups = global[0] / local[0] * (global[1] / local[1]);
  const std::size_t tile = (local[0] + 2 * options.radius) * (local[1] + 2 * options.radius);
  if (4 * tile > device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>())
    throw common::Skip(fmt::format("a tile needs {} bytes of local memory.", 4 * tile));
  // [/tile]
  const int width = static_cast<int>(global[0]), height = static_cast<int>(global[1]);
  const auto pixels = padded(image, options.radius, width, height);
  common::Image want = image, got = image;
  const auto loop = [&](std::size_t begin, std::size_t end) {
    blur(pixels.data(), width + 2 * options.radius, weights, want, begin, end);
  };
  common::in_steps("the blur in C++", image.height, loop);
  const cl::Buffer in(context, CL_MEM_READ_ONLY, pixels.size());
  const cl::Buffer weight_buffer(context, weights.begin(), weights.end(), true);
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, got.pixels.size());
  for (const std::string name : {"blur_direct", "blur_tiled", "blur_copied"}) {
    // [arguments]
    cl::Kernel kernel(program, name.c_str());
    kernel.setArg(0, in);
    kernel.setArg(1, weight_buffer);
    kernel.setArg(2, out);
    kernel.setArg(3, image.width);
    kernel.setArg(4, image.height);
    if (name != "blur_direct")
      kernel.setArg(5, cl::Local(4 * tile)); // a size and no data: every work-group has its own
    // [/arguments]
    const auto launch = [&] {
      queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
      queue.finish();
    };
    const auto copy_and_launch = [&] {
      queue.enqueueWriteBuffer(in, CL_TRUE, 0, pixels.size(), pixels.data());
      launch();
      queue.enqueueReadBuffer(out, CL_TRUE, 0, got.pixels.size(), got.pixels.data());
    };
    queue.enqueueFillBuffer(out, cl_uchar{0}, 0, got.pixels.size()); // what the kernel before left
    copy_and_launch();
    if (got.pixels != want.pixels)
      throw common::Error(name + ": its picture is not the host's.");
    const std::size_t size = image.pixels.size() / 4, taps = weights.size();
    const std::size_t reads = name == "blur_direct" ? size * taps * taps : groups * tile;
    fmt::print("{:<11}  {:>9} reads of global memory, {:5.1f} per pixel\n", name, reads,
               static_cast<double>(reads) / static_cast<double>(size));
    if (name != "blur_copied")
      fmt::print("{}\n",
                 common::compare_with_cpp(name, image.height, loop, launch, copy_and_launch));
  }
  fmt::print("verified: all three pictures are the host's, pixel by pixel\n");
  const std::size_t row = 4 * image.width, half = 4 * (image.width / 2);
  for (std::size_t at = 0; at < image.pixels.size(); at += row) // the left half as it was
    std::copy_n(image.pixels.begin() + at, half, got.pixels.begin() + at);
  common::save_image(options.output, common::with_channels(got, picture.channels));
  fmt::print("wrote {}: as it was on the left, blurred on the right\n", options.output);
  return common::exit_passed;
}

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
