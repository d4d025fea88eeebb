// The steps of resizing.

#include "resize.hpp"

#include "common/launch.hpp"
#include "formats.hpp"
#include "harness/ladder/launches.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace images {
namespace {

using harness::ceil_div;
using harness::Step;
using harness::value;
using harness::Values;

// [sampler-tolerance]
// In units of 1, or of one level.
double sampler_tolerance(const Sizes& s, Depth depth) {
  const double value = sampler_step(std::max(s.width, s.height));
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

enum class Source { buffer, image, linear_sampler, tables };

harness::Run prepare(const Resize& problem, const std::string& file, Source source,
                     const harness::Workbench& bench) {
  const Sizes& s = problem.sizes();
  cl::Kernel kernel = bench.kernel(file, "resize", build_options(problem));
  const Resize::TableBuffers &columns = problem.columns(), &rows = problem.rows();
  if (source == Source::tables)
    common::set_args(kernel, problem.buffer(), s.width, s.out_width, s.out_height, columns.places,
                     columns.weights, rows.places, rows.weights, bench.output);
  else if (source == Source::image || source == Source::linear_sampler)
    common::set_args(kernel, problem.image_on_device(), s.out_width, s.out_height, bench.output);
  else
    common::set_args(kernel, problem.buffer(), s.width, s.height, s.out_width, s.out_height,
                     bench.output);
  const Values& v = bench.values;
  const cl::NDRange local = group_of(v);
  const cl::NDRange global =
      common::round_up({ceil_div(s.out_width, value<std::size_t>(v, "BX") * local[0]) * local[0],
                        ceil_div(s.out_height, value<std::size_t>(v, "BY"))},
                       local);
  return harness::Launches(bench).add(kernel, global, local).run();
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
  const auto add = [&](Step step, Source source, const Values& block = {}) {
    const bool image = source == Source::image || source == Source::linear_sampler;
    step.kernel_file = fmt::format("17_images_and_samplers/{}_{}.cl", step.id, step.name);
    step.obstacle = [this, source, image, writes_out = !block.empty()](
                        const cl::Device& device, const Values& v) -> std::string {
      if (source == Source::linear_sampler && filter_ != Filter::bilinear)
        return "samplers know nearest and linear only: give --filter bilinear";
      constexpr int most = 8;
      if (writes_out && std::max(columns_.count, rows_.count) > most)
        return fmt::format(
            "writes out at most {} pixels in each direction: an output here is made of {}x{}", most,
            columns_.count, rows_.count);
      if (image)
        if (std::string reason = no_image(device); !reason.empty())
          return reason;
      return harness::group_obstacle(device, group_of(v));
    };
    step.prepare = [this, source, file = step.kernel_file](const harness::Workbench& bench) {
      return prepare(*this, file, source, bench);
    };
    step.images = image;
    // Which of the loads of tables are kept for a next row is the compiler's choice.
    if (source != Source::tables)
      step.accesses = [this, image](const Values&) {
        return harness::Counts{{"resize", accesses_of(*this, image)}};
      };
    step.parameters = {{"LX", {8, 16, 32, 64}}, {"LY", {1, 4, 8, 16}}};
    for (const auto& [name, number] : block)
      step.parameters.push_back({name, {1, 2, 4, 8}});
    step.presets = group_presets(block);
    steps.push_back(std::move(step));
  };
  // [steps]
  add({.id = "r1",
       .name = "buffer",
       .change = "one work-item for each output; border and conversion by hand"},
      Source::buffer);
  add({.id = "r2", .name = "image", .change = "the same from an image, which clamps and converts"},
      Source::image);
  add({.id = "r3",
       .name = "sampler",
       .change = "a linear sampler mixes four pixels in one read (bilinear only)",
       .check =
           [this](std::span<const std::byte> output) {
             return check_to(output, reference_, sampler_tolerance(sizes_, depth_));
           }},
      Source::linear_sampler);
  add({.id = "r4",
       .name = "tables",
       .change = "r1 with places and weights from tables that the host has made",
       .parent = "r1"},
      Source::tables);
  const Values block{{"BX", 2}, {"BY", 4}};
  add({.id = "r5",
       .name = "block",
       .change = "BX x BY outputs for each work-item share what was looked up"},
      Source::tables, block);
  add({.id = "r6",
       .name = "kept_rows",
       .change = "a row of the input is mixed once for several rows of the output"},
      Source::tables, block);
  // [/steps]
  return steps;
}

} // namespace images
