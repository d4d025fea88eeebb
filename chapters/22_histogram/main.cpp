// Chapter 22: makes a picture that is too dark visible by equalising its histogram, which it draws before and after.
// [includes]
#include "host.hpp"

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
// [/includes]

// [run]
struct Options : common::ProgramOptions {
  double limit = 0;
  std::string input, output = "22_histogram.png";
};

int run(const Options& options) {
  const Image picture =
      common::load_image(options.input.empty() ? common::find_data("images/under_exposed_512.png")
                                               : std::filesystem::path(options.input));
  const Image image = common::with_channels(picture, 4);
  const std::size_t width = image.width, height = image.height, low = (height + 1) / 2;
  const cl_uint pixels = image.width * image.height;
  const cl_uint limit = options.limit > 0 ? std::max(1.0, options.limit * pixels / 256) : pixels;
  std::vector<std::uint8_t> sheet(8 * width * (height + low)); // two pictures over two histograms
  const cl::Device device = common::pick_device(options.device);
  common::require_room(device, width, height, {4, 4, 2}, 3);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const auto program = common::build_kernel_file(context, device, "22_histogram/equalize.cl");
  cl::Kernel count(program, "count"), make_table(program, "make_table");
  cl::Kernel apply(program, "apply"), draw(program, "draw");
  const std::size_t groups = 4 * device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const cl::Buffer before(context, CL_MEM_READ_ONLY, image.pixels.size());
  const cl::Buffer after(context, CL_MEM_READ_WRITE, image.pixels.size());
  const cl::Buffer panel(context, CL_MEM_WRITE_ONLY, 4 * width * low);
  const cl::Buffer counters(context, CL_MEM_READ_WRITE, sizeof(Counts));
  const cl::Buffer entries(context, CL_MEM_READ_WRITE, sizeof(Table));
  queue.enqueueWriteBuffer(before, CL_TRUE, 0, image.pixels.size(), image.pixels.data());

  const auto start = [&](const cl::Kernel& kernel, const cl::NDRange& work, cl::NDRange local) {
    local = common::fit_local_size(device, kernel, local);
    common::launch(queue, kernel, common::round_up(work, local), local);
  };
  const auto place = [&](const cl::Buffer& from, std::size_t x, std::size_t y, std::size_t rows) {
    queue.enqueueReadBufferRect(from, CL_TRUE, {0, 0, 0}, {4 * x, y, 0}, {4 * width, rows, 1},
                                4 * width, 0, 8 * width, 0, sheet.data());
  };
  // Counts a picture, makes its table, and draws both below it. `same` is the picture on the host.
  const auto look_at = [&](const cl::Buffer& from, const Image& same, std::size_t x) {
    auto [counts, table] = std::pair<Counts, Table>{}; // zeros
    queue.enqueueWriteBuffer(counters, CL_TRUE, 0, sizeof counts, counts.data());
    common::set_args(count, from, pixels, counters);
    common::set_args(make_table, counters, limit, entries);
    start(count, 256 * groups, 256);
    start(make_table, 1, 256);
    queue.enqueueReadBuffer(counters, CL_TRUE, 0, sizeof counts, counts.data());
    queue.enqueueReadBuffer(entries, CL_TRUE, 0, sizeof table, table.data());
    const cl_uint largest = *std::max_element(counts.begin(), counts.end());
    common::set_args(draw, counters, largest, entries, cl_int(width), cl_int(low), panel);
    start(draw, {width, low}, {16, 16});
    place(from, x, 0, height);
    place(panel, x, height, low);
    check(same, counts, table, limit);
    std::size_t half = 0; // the brightness that half of the pixels do not exceed
    for (cl_uint sum = counts[0]; 2 * sum < pixels; ++half)
      sum += counts[half + 1];
    fmt::print("half of the pixels have a brightness of at most {}\n", half);
    return table;
  };
  const Table table = look_at(before, image, 0);
  common::set_args(apply, before, pixels, entries, after);
  start(apply, pixels, 256);
  Image result = image;
  queue.enqueueReadBuffer(after, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  look_at(after, result, width);
  for (std::size_t i = 0; i < result.pixels.size(); ++i)
    if (result.pixels[i] != (i % 4 == 3 ? image.pixels[i] : table[image.pixels[i]]))
      throw common::Error(fmt::format("pixel {} did not go through the table.", i / 4));
  const Image all{2 * image.width, image.height + int(low), 4, sheet};
  common::save_image(options.output, common::with_channels(all, std::max(picture.channels, 3)));
  fmt::print("verified: every count, both tables and every pixel; drawn in {}\n", options.output);

  Counts sums{};
  const auto loop = [&](std::size_t begin, std::size_t end) {
    add_counts(image, begin, end, sums);
  };
  const auto run_count = [&] {
    start(count, 256 * groups, 256);
    queue.finish();
  };
  const auto run_and_copy = [&] {
    queue.enqueueWriteBuffer(before, CL_FALSE, 0, image.pixels.size(), image.pixels.data());
    start(count, 256 * groups, 256);
    queue.enqueueReadBuffer(counters, CL_TRUE, 0, sizeof sums, sums.data());
  };
  common::set_args(count, before, pixels, counters);
  fmt::print("{}\n", common::compare_with_cpp("counts", height, loop, run_count, run_and_copy));
  return common::exit_passed;
}
// [/run]

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Equalises a picture's histogram, so that what was too dark becomes visible."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--limit", options.limit, "of a level's count, in means of all; 0: no limit")
        ->check(CLI::Range(0.0, 256.0));
    app.add_option("--input", options.input, "a PNG or JPEG; default: an under-exposed picture");
    app.add_option("--output", options.output, "where to write pictures and histograms");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    return run(options);
  });
}
