// The steps of resizing.

#include "resize.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace images {
namespace {

using harness::Step;
using harness::Values;

// [sampler-tolerance]
// A linear sampler of a GPU: steps of 1/256 in x and y, each times a difference of at most 1; and
// coordinates in float.
double sampler_tolerance(const Sizes& s, Depth depth) {
  const double coordinates = std::max(s.width, s.height) * 0x1p-22;
  const double value = 2.0 / 256 + 2 * coordinates;
  return depth == Depth::bytes ? 255 * value + 0.51 : value;
}
// [/sampler-tolerance]

// [options]
std::string build_options(const Resize& problem) {
  const Sizes& s = problem.sizes();
  static const char* const names[] = {"NEAREST", "BILINEAR", "BICUBIC", "AREA"};
  const bool large = std::max(s.width, s.height) * 4.0 * std::max(s.out_width, s.out_height) >
                     std::numeric_limits<int>::max();
  return fmt::format("-DFILTER={} -DCHANNELS={} -DBYTES={:d} -Dwhole={} -DCOLUMNS={} -DROWS={}",
                     names[static_cast<int>(problem.filter())], problem.channels(),
                     problem.depth() == Depth::bytes, large ? "long" : "int",
                     problem.columns().count, problem.rows().count);
}
// [/options]

enum class Source { buffer, image, tables };

harness::Run prepare(const Resize& problem, const std::string& file, Source source,
                     const harness::Workbench& bench) {
  const Sizes& s = problem.sizes();
  cl::Kernel kernel = bench.kernel(file, "resize", build_options(problem));
  const Resize::TableBuffers &columns = problem.columns(), &rows = problem.rows();
  if (source == Source::tables)
    common::set_args(kernel, problem.buffer(), s.width, s.out_width, s.out_height, columns.places,
                     columns.weights, rows.places, rows.weights, bench.output);
  else if (source == Source::image)
    common::set_args(kernel, problem.image_on_device(), s.out_width, s.out_height, bench.output);
  else
    common::set_args(kernel, problem.buffer(), s.width, s.height, s.out_width, s.out_height,
                     bench.output);
  const cl::Device& device = bench.session.device;
  const cl::NDRange local = common::fit_local_size(device, kernel, {16, 16});
  const cl::NDRange global = common::round_up(
      {static_cast<std::size_t>(s.out_width), static_cast<std::size_t>(s.out_height)}, local);
  return [=, queue = bench.session.queue] {
    return std::vector{common::launch(queue, kernel, global, local)};
  };
}

harness::Accesses accesses_of(const Resize& problem, bool image) {
  const Sizes& s = problem.sizes();
  const auto outputs =
      static_cast<std::uint64_t>(s.out_width) * static_cast<std::uint64_t>(s.out_height);
  if (image) // its reads are calls, and not among the loads
    return {.global_stores = outputs};
  const auto taps = [&](int extent, int out_extent) -> std::uint64_t {
    if (problem.filter() != Filter::area)
      return static_cast<std::uint64_t>(out_extent) * (problem.filter() == Filter::nearest    ? 1
                                                       : problem.filter() == Filter::bilinear ? 2
                                                                                              : 4);
    std::uint64_t sum = 0;
    for (long long x = 0; x < out_extent; ++x)
      sum += static_cast<std::uint64_t>(((x + 1) * extent + out_extent - 1) / out_extent -
                                        x * extent / out_extent);
    return sum;
  };
  return {.global_loads = taps(s.width, s.out_width) * taps(s.height, s.out_height),
          .global_stores = outputs};
}

} // namespace

std::vector<Step> Resize::steps() const {
  std::vector<Step> steps;
  const auto add = [&](Step step, Source source) {
    const bool image = source == Source::image;
    step.kernel_file = fmt::format("17_images_and_samplers/{}_{}.cl", step.id, step.name);
    step.obstacle = [this, image, id = step.id](const cl::Device& device, const Values&) {
      if (id == "r3" && filter_ != Filter::bilinear)
        return std::string("samplers know nearest and linear only: give --filter bilinear");
      return image ? no_image(device) : std::string();
    };
    step.prepare = [this, source, file = step.kernel_file](const harness::Workbench& bench) {
      return prepare(*this, file, source, bench);
    };
    step.images = image;
    // Bytes are verified in two runs, and counted twice; which of the loads of tables are kept for a
    // next row is the compiler's choice.
    if (depth_ == Depth::floats && source != Source::tables)
      step.accesses = [this, image](const Values&) {
        return std::map<std::string, harness::Accesses>{{"resize", accesses_of(*this, image)}};
      };
    steps.push_back(std::move(step));
  };
  add({"r1", "buffer", "one work-item for each output; border and conversion by hand"},
      Source::buffer);
  add({"r2", "image", "the same from an image, which clamps and converts"}, Source::image);
  Step sampler{"r3", "sampler", "a linear sampler mixes four pixels in one read (bilinear only)"};
  sampler.check = [this](std::span<const std::byte> output) {
    return check_to(output, reference_, sampler_tolerance(sizes_, depth_));
  };
  add(sampler, Source::image);
  add({"r4", "tables", "r1 with places and weights from tables that the host has made"},
      Source::tables);
  return steps;
}

} // namespace images
