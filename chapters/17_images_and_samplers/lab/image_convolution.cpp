// The ladder of convolution with images: which kernel, in which work-groups; what each step promises.

#include "image_convolution.hpp"

#include "common/launch.hpp"
#include "formats.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/launches.hpp"

#include <cmath>
#include <fmt/format.h>

namespace images {
namespace {

using convolution::Border;
using convolution::Operands;
using harness::Accesses;
using harness::ceil_div;
using harness::Step;
using harness::value;
using harness::Values;
using Count = std::uint64_t;

// [form]
// In which a step differs from the others.
enum class Form {
  by_hand,      ///< the border: pixels that do not exist are not read
  sampler,      ///< all is the sampler's
  tile,         ///< in local memory, for a group of LX x LY
  image_output, ///< the kernel writes an image, which is copied into the output
  rows, ///< several outputs for each work-item; the filter's size is known when the kernel is built
  buffer, ///< rows, and reads a buffer and no image
  pairs   ///< two taps by one linear read
};
// [/form]

bool knows_filter(Form form) {
  return form == Form::rows || form == Form::buffer;
}

std::size_t tile_bytes(const Operands& in, const Values& v) {
  return sizeof(float) * static_cast<std::size_t>(in.image.channels) *
         static_cast<std::size_t>(value(v, "LX") + in.setup.filter.width - 1) *
         static_cast<std::size_t>(value(v, "LY") + in.setup.filter.height - 1);
}

// [taps]
// Where a linear sampler has to be asked for two neighbours a and b with the weights that they have in this ratio, and
// the weight of the answer: x, y, weight, from the middle of the output's pixel. Only for weights of the same sign
// is that place between the two; others are asked for one by one.
std::vector<float> linear_taps(const convolution::Setup& setup) {
  const convolution::Filter& filter = setup.filter;
  const int left = convolution::before(filter.width, setup.border);
  const int above = convolution::before(filter.height, setup.border);
  std::vector<float> taps;
  for (int j = 0; j < filter.height; ++j)
    for (int i = 0; i < filter.width; ++i) {
      const auto at = [&](int column) {
        return filter.weights[static_cast<std::size_t>(j * filter.width + column)];
      };
      const float a = at(i), b = i + 1 < filter.width ? at(i + 1) : 0.0F;
      const bool pair = i + 1 < filter.width && a * b >= 0.0F && a + b != 0.0F;
      const float x = static_cast<float>(i - left) + (pair ? b / (a + b) : 0.0F);
      taps.insert(taps.end(), {x, static_cast<float>(j - above), pair ? a + b : a});
      i += pair ? 1 : 0;
    }
  return taps;
}
// [/taps]

std::string obstacle(Form form, const ImageConvolution& problem, const cl::Device& device,
                     const Values& v) {
  const Operands in = problem.operands();
  if (form == Form::pairs && in.setup.border == Border::reflect)
    return "no sampler reflects without repeating the edge, and between two pixels no index can "
           "help: give another --border";
  if (form != Form::buffer)
    if (std::string reason = image_obstacle(device, format_of(in.image.channels, problem.depth()),
                                            in.image.width, in.image.height);
        !reason.empty())
      return reason;
  if (form == Form::image_output)
    if (std::string reason = image_obstacle(device, format_of(in.image.channels, Depth::floats),
                                            in.out_width, in.out_height, true);
        !reason.empty())
      return reason;
  return harness::group_obstacle(device, group_of(v), form == Form::tile ? tile_bytes(in, v) : 0,
                                 16);
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
Accesses accesses_of(Form form, const Operands& in, const Values& v) {
  const Count outputs = static_cast<Count>(in.out_width) * static_cast<Count>(in.out_height);
  const Count taps = in.setup.filter.weights.size();
  const int rows = value(v, "ROWS");
  const Count items =
      static_cast<Count>(in.out_width) * static_cast<Count>(ceil_div(in.out_height, rows));
  Accesses a;
  a.constant_loads = form == Form::by_hand ? existing_pairs(in, 1)
                     : form == Form::pairs ? outputs * linear_taps(in.setup).size()
                     : knows_filter(form)  ? items * static_cast<Count>(rows) * taps
                                           : outputs * taps;
  a.global_stores = form == Form::image_output ? 0 : outputs;
  if (form == Form::tile) {
    const int lx = value(v, "LX"), ly = value(v, "LY");
    const Count groups = static_cast<Count>(ceil_div(in.out_width, lx)) *
                         static_cast<Count>(ceil_div(in.out_height, ly));
    a.local_stores =
        groups * tile_bytes(in, v) / sizeof(float) / static_cast<Count>(in.image.channels);
    a.local_loads = outputs * taps;
  }
  if (form == Form::buffer)
    a.global_loads = existing_pairs(in, rows);
  return a;
}
// [/accesses]

std::string build_options(Form form, const ImageConvolution& problem) {
  const Operands in = problem.operands();
  std::string options = fmt::format("-DCHANNELS={} -DBORDER={}", in.image.channels,
                                    harness::border_macro(in.setup.border));
  if (knows_filter(form))
    options +=
        fmt::format(" -DFILTER_W={} -DFILTER_H={}", in.setup.filter.width, in.setup.filter.height);
  if (form == Form::buffer && problem.depth() == Depth::bytes)
    options += " -DBYTES=1";
  return options;
}

// [launcher]
// The kernels have the same arguments in the same order: the pixels, the filter, its size where it is not known
// before, the output, the tile.
harness::Run prepare(Form form, const ImageConvolution& problem, const std::string& file,
                     const harness::Workbench& bench) {
  const Operands in = problem.operands();
  const harness::Session& session = bench.session;
  const auto width = static_cast<std::size_t>(in.out_width);
  const auto height = static_cast<std::size_t>(in.out_height);
  cl::Kernel kernel = bench.kernel(file, "convolve", build_options(form, problem));
  cl_uint n = 0;
  if (form == Form::buffer) {
    kernel.setArg(n++, problem.depth() == Depth::bytes ? problem.bytes() : in.input);
    kernel.setArg(n++, in.image.width);
    kernel.setArg(n++, in.image.height);
  } else {
    kernel.setArg(n++, problem.image_on_device());
  }
  harness::Launches launches(bench);
  cl::Buffer filter = in.filter;
  if (form == Form::pairs) {
    std::vector<float> taps = linear_taps(in.setup);
    filter = cl::Buffer(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                        sizeof(float) * taps.size(), taps.data());
    launches.keep(filter);
    kernel.setArg(n++, filter);
    kernel.setArg(n++, static_cast<cl_int>(taps.size() / 3));
  } else {
    kernel.setArg(n++, filter);
  }
  if (!knows_filter(form)) {
    kernel.setArg(n++, in.setup.filter.width);
    kernel.setArg(n++, in.setup.filter.height);
  }
  cl::Image2D image;
  if (form == Form::image_output) {
    image = cl::Image2D(session.context, CL_MEM_WRITE_ONLY,
                        format_of(in.image.channels, Depth::floats), width, height);
    kernel.setArg(n++, image);
  } else {
    kernel.setArg(n++, bench.output);
  }
  if (form == Form::tile)
    kernel.setArg(n++, cl::Local(tile_bytes(in, bench.values)));

  const cl::NDRange local = group_of(bench.values);
  const cl::NDRange global =
      common::round_up({width, ceil_div(height, value<std::size_t>(bench.values, "ROWS"))}, local);
  launches.add(kernel, global, local);
  if (form != Form::image_output)
    return launches.run();
  // The copy is no part of the step's time.
  return [=, launch = launches.run(), queue = session.queue, output = bench.output] {
    const std::vector<cl::Event> events = launch();
    queue.enqueueCopyImageToBuffer(image, output, {0, 0, 0}, {width, height, 1}, 0);
    return events;
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

common::Comparison ImageConvolution::check_linear(std::span<const std::byte> output) const {
  // A linear sampler of a GPU mixes in steps of 1/256; all pixels lie in [0, 1].
  const convolution::Filter& filter = operands().setup.filter;
  return check_to(
      output,
      {common::sum_tolerance(filter.weights.size(), filter.sum_of_magnitudes()).absolute +
           filter.sum_of_magnitudes() * sampler_step(std::max(image().width, image().height)),
       0.0});
}

std::vector<Step> ImageConvolution::steps() const {
  std::vector<Step> steps;
  const auto add = [&](Step step, Form form) {
    step.kernel_file = fmt::format("17_images_and_samplers/{}_{}.cl", step.id, step.name);
    step.obstacle = [this, form](const cl::Device& device, const Values& values) {
      return obstacle(form, *this, device, values);
    };
    step.prepare = [this, form, file = step.kernel_file](const harness::Workbench& bench) {
      return prepare(form, *this, file, bench);
    };
    step.accesses = [this, form](const Values& values) {
      return harness::Counts{{"convolve", accesses_of(form, operands(), values)}};
    };
    step.images = form != Form::buffer;
    // All steps have the same work-groups, so that no gain is theirs.
    step.parameters.insert(step.parameters.begin(), {{"LX", {8, 16, 32}}, {"LY", {1, 4, 8, 16}}});
    step.presets = group_presets(knows_filter(form) ? Values{{"ROWS", 4}} : Values{});
    if (knows_filter(form))
      step.parameters.push_back({"ROWS", {1, 2, 4, 8}});
    steps.push_back(std::move(step));
  };
  // [steps]
  add({.id = "v1",
       .name = "naive",
       .change = "an image in place of the buffer; the border by hand"},
      Form::by_hand);
  add({.id = "v2",
       .name = "sampler",
       .change = "the border is the sampler's: no test, no index",
       .parent = "v1"},
      Form::sampler);
  add({.id = "v3",
       .name = "one_loader",
       .change = "v2 with a tile in local memory, filled by one work-item alone",
       .parent = "v2"},
      Form::tile);
  add({.id = "v4",
       .name = "shared_load",
       .change = "the tile is filled by all work-items of the group",
       .parent = "v3"},
      Form::tile);
  add({.id = "v5",
       .name = "image_out",
       .change = "v2, and the output is an image, too",
       .parent = "v2"},
      Form::image_output);
  add({.id = "v6",
       .name = "rows",
       .change = "v2 with a known filter and ROWS outputs for each work-item",
       .parent = "v2"},
      Form::rows);
  add({.id = "v7",
       .name = "buffer",
       .change = "v6 with a buffer in place of the image: its twin",
       .parent = "v6"},
      Form::buffer);
  add({.id = "v8",
       .name = "pairs",
       .change = "v2 with one linear read for two taps of the same sign",
       .check = [this](std::span<const std::byte> output) { return check_linear(output); },
       .parent = "v2"},
      Form::pairs);
  // [/steps]
  return steps;
}

harness::CaseStudy convolution_study(const convolution::Setup& setup, int channels, Depth depth) {
  harness::CaseStudy study = convolution::case_study(setup, channels);
  study.chapter = "17_images_and_samplers";
  study.bench_sizes = {"2048"};
  study.tiny_size = "33";
  study.make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
    const std::vector<int> extents = harness::parse_size(size, 2);
    return std::make_unique<ImageConvolution>(setup, extents[0], extents[1], channels, depth, seed);
  };
  return study;
}

} // namespace images
