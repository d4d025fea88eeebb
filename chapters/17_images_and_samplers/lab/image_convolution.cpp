// The ladder of convolution with images: which kernel, in which work-groups; what each step promises.

#include "image_convolution.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "formats.hpp"
#include "harness/device.hpp"
#include "harness/session.hpp"

#include <cmath>
#include <fmt/format.h>

namespace images {
namespace {

using convolution::Border;
using convolution::Operands;
using harness::Accesses;
using harness::Step;
using harness::Values;
using Count = std::uint64_t;

int value(const Values& values, const char* name, int otherwise) {
  const auto found = values.find(name);
  return found == values.end() ? otherwise : found->second;
}

// [recipe]
// In which a step differs from the others.
struct Recipe {
  bool by_hand = false;      ///< the border: pixels that do not exist are not read
  bool tile = false;         ///< in local memory, for a group of LX x LY
  bool image_output = false; ///< the kernel writes an image, which is copied into the output
  bool knows_filter = false; ///< its size is known when the kernel is built
  bool buffer = false;       ///< reads a buffer and no image
};
// [/recipe]

std::size_t tile_bytes(const Operands& in, const Values& v) {
  return sizeof(float) * static_cast<std::size_t>(in.image.channels) *
         static_cast<std::size_t>(value(v, "LX", 1) + in.setup.filter.width - 1) *
         static_cast<std::size_t>(value(v, "LY", 1) + in.setup.filter.height - 1);
}

std::string obstacle(const Recipe& recipe, const ImageConvolution& problem,
                     const cl::Device& device, const Values& v) {
  const Operands in = problem.operands();
  if (!recipe.buffer)
    if (std::string reason = image_obstacle(device, format_of(in.image.channels, problem.depth()),
                                            in.image.width, in.image.height);
        !reason.empty())
      return reason;
  if (recipe.image_output)
    if (std::string reason = image_obstacle(device, format_of(in.image.channels, Depth::floats),
                                            in.out_width, in.out_height, true);
        !reason.empty())
      return reason;
  if (!recipe.tile)
    return {};
  const cl::NDRange wanted(static_cast<std::size_t>(value(v, "LX", 1)),
                           static_cast<std::size_t>(value(v, "LY", 1)));
  if (harness::is_simulator(device) && harness::range_size(wanted) > 16)
    return "on the simulator only small work-groups show what happens between two of them";
  if (common::range_text(common::fit_local_size(device, {}, wanted)) != common::range_text(wanted))
    return fmt::format("needs work-groups of {}: this device has {} at most",
                       common::range_text(wanted),
                       common::range_text(common::fit_local_size(device, {}, wanted)));
  const auto available = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (tile_bytes(in, v) > available)
    return fmt::format("the tile of a work-group of {} needs {} bytes of local memory: this device "
                       "has {}",
                       common::range_text(wanted), tile_bytes(in, v), available);
  return {};
}

// How many of `window` places from `first` on, and of those `step` further, and so on for all
// outputs, have a pixel.
Count existing(int outputs, int step, int window, int first, int extent, Border border) {
  Count count = 0;
  for (int x = 0; x < outputs; x += step)
    for (int i = x + first; i < x + first + window; ++i)
      count += convolution::border_index(i, extent, border) >= 0 ? 1 : 0;
  return count;
}

// Pixels that exist in the windows of all work-items, each for `rows` outputs below each other.
Count existing_pairs(const Operands& in, int rows) {
  const auto& [filter, border] = in.setup;
  return existing(in.out_width, 1, filter.width, -convolution::before(filter.width, border),
                  in.image.width, border) *
         existing(in.out_height, rows, rows + filter.height - 1,
                  -convolution::before(filter.height, border), in.image.height, border);
}

// [accesses]
// What Oclgrind counts as loads and stores. Reads of images are calls for it, and not among them.
Accesses accesses_of(const Recipe& recipe, const Operands& in, const Values& v) {
  const Count outputs = static_cast<Count>(in.out_width) * static_cast<Count>(in.out_height);
  const Count taps = in.setup.filter.weights.size();
  const int rows = value(v, "ROWS", 1);
  const Count items =
      static_cast<Count>(in.out_width) * static_cast<Count>((in.out_height + rows - 1) / rows);
  Accesses a;
  a.constant_loads = recipe.by_hand        ? existing_pairs(in, 1)
                     : recipe.knows_filter ? items * static_cast<Count>(rows) * taps
                                           : outputs * taps;
  a.global_stores = recipe.image_output ? 0 : outputs;
  if (recipe.tile) {
    const int lx = value(v, "LX", 1), ly = value(v, "LY", 1);
    const Count groups = static_cast<Count>((in.out_width + lx - 1) / lx) *
                         static_cast<Count>((in.out_height + ly - 1) / ly);
    a.local_stores =
        groups * tile_bytes(in, v) / sizeof(float) / static_cast<Count>(in.image.channels);
    a.local_loads = outputs * taps;
  }
  if (recipe.buffer)
    a.global_loads = existing_pairs(in, rows);
  return a;
}
// [/accesses]

std::string build_options(const Recipe& recipe, const ImageConvolution& problem) {
  static const char* const names[] = {"VALID", "ZERO", "CLAMP", "REFLECT", "WRAP"};
  const Operands in = problem.operands();
  std::string options = fmt::format("-DCHANNELS={} -DBORDER=BORDER_{}", in.image.channels,
                                    names[static_cast<int>(in.setup.border)]);
  if (recipe.knows_filter)
    options +=
        fmt::format(" -DFILTER_W={} -DFILTER_H={}", in.setup.filter.width, in.setup.filter.height);
  if (recipe.buffer && problem.depth() == Depth::bytes)
    options += " -DBYTES=1";
  return options;
}

cl::Image2D output_image(const ImageConvolution& problem, const harness::Session& session) {
  const Operands in = problem.operands();
  return {session.context, CL_MEM_WRITE_ONLY, format_of(in.image.channels, Depth::floats),
          static_cast<std::size_t>(in.out_width), static_cast<std::size_t>(in.out_height)};
}

// The arguments of all kernels, in order.
void set_arguments(cl::Kernel& kernel, const Recipe& recipe, const ImageConvolution& problem,
                   const harness::Workbench& bench, const cl::Image2D& image_output) {
  const Operands in = problem.operands();
  cl_uint n = 0;
  if (recipe.buffer) {
    kernel.setArg(n++, problem.depth() == Depth::bytes ? problem.bytes() : in.input);
    kernel.setArg(n++, in.image.width);
    kernel.setArg(n++, in.image.height);
  } else {
    kernel.setArg(n++, problem.image_on_device());
  }
  kernel.setArg(n++, in.filter);
  if (!recipe.knows_filter) {
    kernel.setArg(n++, in.setup.filter.width);
    kernel.setArg(n++, in.setup.filter.height);
  }
  if (recipe.image_output)
    kernel.setArg(n++, image_output);
  else
    kernel.setArg(n++, bench.output);
  if (recipe.tile)
    kernel.setArg(n++, cl::Local(tile_bytes(in, bench.values)));
}

// [launcher]
harness::Run prepare(const Recipe& recipe, const ImageConvolution& problem, const std::string& file,
                     const harness::Workbench& bench) {
  const Operands in = problem.operands();
  const Values& v = bench.values;
  cl::Kernel kernel = bench.kernel(file, "convolve", build_options(recipe, problem));
  cl::Image2D image;
  if (recipe.image_output)
    image = output_image(problem, bench.session);
  set_arguments(kernel, recipe, problem, bench, image);

  const auto width = static_cast<std::size_t>(in.out_width);
  const auto height = static_cast<std::size_t>(in.out_height);
  const auto rows = static_cast<std::size_t>(value(v, "ROWS", 1));
  const cl::Device& device = bench.session.device;
  const cl::NDRange local = recipe.tile ? cl::NDRange(static_cast<std::size_t>(value(v, "LX", 1)),
                                                      static_cast<std::size_t>(value(v, "LY", 1)))
                                        : common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up({width, (height + rows - 1) / rows}, local);
  if (const std::string reason = common::launch_problem(device, kernel, global, local);
      !reason.empty())
    throw common::Skip(reason);
  return [=, queue = bench.session.queue, output = bench.output] {
    const cl::Event event = common::launch(queue, kernel, global, local);
    if (image() != nullptr)
      queue.enqueueCopyImageToBuffer(image, output, {0, 0, 0}, {width, height, 1}, 0);
    return std::vector{event};
  };
}
// [/launcher]

} // namespace

ImageConvolution::ImageConvolution(convolution::Setup setup, int width, int height, int channels,
                                   Depth depth, unsigned seed)
    : Convolution(std::move(setup), width, height, channels, seed), depth_(depth) {}

std::vector<float> ImageConvolution::random_pixels(std::size_t count, unsigned seed) const {
  std::vector<float> pixels = Convolution::random_pixels(count, seed);
  if (depth_ == Depth::bytes)
    for (float& pixel : pixels)
      pixel = std::round(255 * pixel) / 255.0F;
  return pixels;
}

harness::Cost ImageConvolution::cost() const {
  harness::Cost cost = Convolution::cost();
  if (depth_ == Depth::bytes)
    cost.bytes -= (sizeof(float) - 1.0) * image().width * image().height * image().channels;
  return cost;
}

void ImageConvolution::upload(const harness::Session& session) {
  Convolution::upload(session);
  if (depth_ == Depth::bytes) {
    const std::vector<unsigned char> bytes = as_bytes(image().pixels);
    bytes_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, bytes.size());
    session.queue.enqueueWriteBuffer(bytes_, CL_TRUE, 0, bytes.size(), bytes.data());
  }
  if (image_obstacle(session.device, format_of(image().channels, depth_), image().width,
                     image().height)
          .empty())
    image_on_device_ = make_image(session, image(), depth_);
}

std::vector<Step> ImageConvolution::steps() const {
  std::vector<Step> steps;
  const auto add = [&](Step step, const Recipe& recipe) {
    step.kernel_file = fmt::format("17_images_and_samplers/{}_{}.cl", step.id, step.name);
    step.obstacle = [this, recipe](const cl::Device& device, const Values& values) {
      return obstacle(recipe, *this, device, values);
    };
    step.prepare = [this, recipe, file = step.kernel_file](const harness::Workbench& bench) {
      return prepare(recipe, *this, file, bench);
    };
    step.accesses = [this, recipe](const Values& values) {
      return std::map<std::string, Accesses>{{"convolve", accesses_of(recipe, operands(), values)}};
    };
    step.images = !recipe.buffer;
    steps.push_back(std::move(step));
  };
  // [steps]
  const std::vector<harness::Parameter> groups{{"LX", {8, 16, 32}}, {"LY", {1, 4, 8, 16}}};
  const auto group = [](int lx, int ly) { return Values{{"LX", lx}, {"LY", ly}}; };
  const std::vector<Values> presets{group(8, 4), group(4, 4), group(1, 1)};
  const std::vector<harness::Parameter> rows{{"ROWS", {1, 2, 4, 8}}};
  add({"v1", "naive", "an image in place of the buffer; the border by hand"}, {.by_hand = true});
  add({"v2", "sampler", "the border is the sampler's: no test, no index"}, {});
  add({"v3", "one_loader", "a tile in local memory, filled by the first work-item alone", "",
       groups, presets},
      {.tile = true});
  add({"v4", "shared_load", "the tile is filled by all work-items of the group", "", groups,
       presets},
      {.tile = true});
  add({"v5", "image_out", "v2, and the output is an image, too"}, {.image_output = true});
  add({"v6",
       "rows",
       "v2 with a known filter and ROWS outputs for each work-item",
       "",
       rows,
       {{{"ROWS", 4}}}},
      {.knows_filter = true});
  add({"v7",
       "buffer",
       "v6 with a buffer in place of the image: its twin",
       "",
       rows,
       {{{"ROWS", 4}}}},
      {.knows_filter = true, .buffer = true});
  // [/steps]
  return steps;
}

harness::CaseStudy convolution_study(const convolution::Setup& setup, int channels, Depth depth) {
  harness::CaseStudy study = convolution::case_study(setup, channels);
  study.chapter = "17_images_and_samplers";
  study.bench_sizes = {"2048"};
  study.make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
    const std::vector<int> extents = harness::parse_size(size, 2);
    return std::make_unique<ImageConvolution>(setup, extents[0], extents[1], channels, depth, seed);
  };
  return study;
}

} // namespace images
