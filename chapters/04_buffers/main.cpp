// Chapter 4: a picture becomes a puzzle. Every command on its buffers can be seen in the result.
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <random>

using Pixel = std::array<std::uint8_t, 4>; // red, green, blue, alpha
using Triple = std::array<std::size_t, 3>; // along a row, down the picture, into the depth

constexpr Pixel dark{15, 23, 42, 255}, orange{234, 88, 12, 255};

// Paints the outermost six pixels orange, in a vector or in a mapped buffer.
void paint_frame(Pixel* pixels, std::size_t width, std::size_t height) {
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      if (std::min({x, y, width - 1 - x, height - 1 - y}) < 6)
        pixels[y * width + x] = orange;
}

// What the kernel does, as a loop.
void make_grey(Pixel* pixels, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    auto& [red, green, blue, alpha] = pixels[i];
    red = green = blue = static_cast<std::uint8_t>((54 * red + 183 * green + 19 * blue) / 256);
  }
}

void run(const common::ProgramOptions& options, const std::string& input, const std::string& output,
         std::size_t wanted_tiles) {
  common::Image image = common::load_image(input, 4); // four bytes per pixel
  const std::size_t width = image.width, height = image.height, count = width * height;
  const std::size_t row = width * sizeof(Pixel), bytes = count * sizeof(Pixel);
  std::vector<Pixel> pixels(count);
  std::memcpy(pixels.data(), image.pixels.data(), bytes);
  const std::size_t tiles = std::min({wanted_tiles, width, height}); // in a row and in a column
  const std::size_t column_step = width / tiles, row_step = height / tiles; // from tile to tile
  const std::size_t gap = std::min({column_step, row_step, std::size_t{32}}) / 8;
  const std::size_t w = column_step - gap, h = row_step - gap; // of a tile, in pixels
  std::vector<std::size_t> order(tiles * tiles);               // place i gets tile order[i]
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(options.seed));
  order.pop_back(); // the last place stays empty
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {4, 4}); // bytes for each pixel, of each buffer
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  // [create]
  const cl::Buffer picture(context, CL_MEM_HOST_NO_ACCESS | CL_MEM_COPY_HOST_PTR, bytes,
                           pixels.data());
  cl::Buffer puzzle(context, CL_MEM_READ_WRITE, bytes);
  queue.enqueueFillBuffer(puzzle, dark, 0, bytes);
  // [/create]
  // [copy]
  const Triple region{w * sizeof(Pixel), h, 1}; // bytes of a row, rows, one slice
  const auto origin = [&](std::size_t place) {
    return Triple{place % tiles * column_step * sizeof(Pixel), place / tiles * row_step, 0};
  };
  for (std::size_t place = 0; place < order.size(); ++place)
    queue.enqueueCopyBufferRect(picture, puzzle, origin(order[place]), origin(place), region, row,
                                0, row, 0);
  // [/copy]
  // [turn]
  std::vector<Pixel> tile(w * h);
  const std::size_t turned = order.size() / 3; // the place of the tile that is turned
  queue.enqueueReadBufferRect(puzzle, CL_TRUE, origin(turned), {0, 0, 0}, region, row, 0, region[0],
                              0, tile.data());
  std::reverse(tile.begin(), tile.end()); // the last pixel comes first: upside down
  queue.enqueueWriteBufferRect(puzzle, CL_TRUE, origin(turned), {0, 0, 0}, region, row, 0,
                               region[0], 0, tile.data());
  // [/turn]
  // [sub-buffer]
  const std::size_t align = device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8; // bits to bytes
  const std::size_t half = bytes / 2 / align * align, part_count = (bytes - half) / sizeof(Pixel);
  const cl_buffer_region lower{half, bytes - half}; // where it begins, and how many bytes it has
  const cl::Buffer part =
      puzzle.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &lower);
  cl::Kernel kernel(common::build_kernel_file(context, device, "04_buffers/grey.cl"), "grey");
  kernel.setArg(0, part);
  kernel.setArg(1, static_cast<cl_uint>(part_count));
  const cl::NDRange local = common::fit_local_size(device, kernel, {64});
  const cl::NDRange global = common::round_up(cl::NDRange(part_count), local);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
  // [/sub-buffer]
  // [map]
  void* mapped = queue.enqueueMapBuffer(puzzle, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
  paint_frame(static_cast<Pixel*>(mapped), width, height);
  queue.enqueueUnmapMemObject(puzzle, mapped);
  // [/map]
  queue.enqueueReadBuffer(puzzle, CL_TRUE, 0, bytes, image.pixels.data());
  common::save_image(output, image);
  fmt::print("{} tiles of {} x {} pixels copied, one turned; grey from byte {} of {}\n",
             order.size(), w, h, half, bytes);
  std::vector<Pixel> expected(count, dark); // the same again, with loops on the host
  const auto at = [&](std::size_t place, std::size_t x, std::size_t y) {
    return (place / tiles * row_step + y) * width + place % tiles * column_step + x;
  };
  for (std::size_t place = 0; place < order.size(); ++place)
    for (std::size_t y = 0; y < h; ++y)
      for (std::size_t x = 0; x < w; ++x)
        expected[at(place, x, y)] = pixels[place == turned ? at(order[place], w - 1 - x, h - 1 - y)
                                                           : at(order[place], x, y)];
  Pixel* lower_pixels = expected.data() + half / sizeof(Pixel);
  make_grey(lower_pixels, 0, part_count);
  paint_frame(expected.data(), width, height);
  for (std::size_t i = 0; i < count; ++i)
    if (std::memcmp(&image.pixels[i * sizeof(Pixel)], &expected[i], sizeof(Pixel)) != 0)
      throw common::Error(fmt::format("column {}, row {} is wrong.", i % width, i / width));
  fmt::print("verified: {} matches the puzzle that the host computed\n", output);
  // [faster]
  const auto launch = [&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.finish();
  };
  const auto with_transfers = [&] {
    queue.enqueueWriteBuffer(part, CL_TRUE, 0, lower.size, lower_pixels);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
    queue.enqueueReadBuffer(part, CL_TRUE, 0, lower.size, lower_pixels);
  };
  const auto loop = std::bind_front(make_grey, lower_pixels);
  fmt::print("{}\n", common::compare_with_cpp("grey", part_count, loop, launch, with_transfers));
  // [/faster]
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Makes a puzzle of a picture, with a fill, copies, a map and a sub-buffer."};
    common::ProgramOptions options;
    std::string input = common::find_data("images/scene_512.png"), output = "04_buffers.png";
    std::size_t tiles = 4;
    common::add_program_options(app, options);
    app.add_option("--input", input, "the picture");
    app.add_option("--output", output, "where to write the puzzle");
    app.add_option("--tiles", tiles, "in a row and in a column")->check(CLI::Range(1, 64));
    common::parse(app, count, arguments);
    common::require_writable(output);
    run(options, input, output, tiles);
    return common::exit_passed;
  });
}
