// Samplers: every combination, compared with the formulas of the specification, and drawn.

#include "lab.hpp"

#include "figure.hpp"
#include "formats.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

using images::Colour;
using images::Grid;
using images::SamplerMode;

namespace {

// [on-device]
// What the device returns at each point of the grid. The sampler is an argument of the kernel, or
// part of the program.
std::vector<float> sample_on_device(const Lab& lab, const cl::Program& program,
                                    const cl::Image2D& image, const SamplerMode& mode,
                                    const Grid& grid, bool in_program) {
  const cl::Buffer xs = lab.buffer(grid.xs(mode.normalized));
  const cl::Buffer ys = lab.buffer(grid.ys(mode.normalized));
  const cl::Buffer out = lab.buffer(std::vector<float>(4 * grid.points(), -1.0F));
  const cl::Sampler sampler(lab.context, mode.normalized ? CL_TRUE : CL_FALSE, mode.addressing,
                            mode.filter);
  verify(sampler.getInfo<CL_SAMPLER_ADDRESSING_MODE>() == mode.addressing &&
             sampler.getInfo<CL_SAMPLER_FILTER_MODE>() == mode.filter,
         "a sampler knows its modes");
  cl::Kernel kernel;
  if (in_program) {
    kernel = lab.kernel("sample", "sample_constant", "-DSAMPLER=" + images::in_kernel(mode));
    common::set_args(kernel, image, xs, ys, out);
  } else {
    kernel = cl::Kernel(program, "sample");
    common::set_args(kernel, image, sampler, xs, ys, out);
  }
  common::launch(lab.queue, kernel, grid.range(), {1, 1});
  return lab.read<float>(out);
}
// [/on-device]

struct Verdict {
  std::size_t compared = 0;
  std::size_t wrong = 0;
  double worst = 0.0;
  std::string first; ///< of the wrong ones
};

// [tolerance]
// Nearest: the pixel itself. Linear: the specification states no precision; GPUs compute the parts
// in steps of 1/256. Such a step in x and one in y move a value by up to 2/256 of the difference
// between neighbours, which is at most 1 here.
double tolerance_of(const SamplerMode& mode, bool eight_bit) {
  const double conversion = eight_bit ? 1.8e-7 : 0.0;
  return mode.filter == CL_FILTER_LINEAR ? 2.0 / 256 + 1e-6 : conversion;
}
// [/tolerance]

Verdict judge(const std::vector<float>& got, const harness::ImageF& picture,
              const SamplerMode& mode, const Grid& grid, double tolerance) {
  Verdict verdict;
  const std::vector<float> xs = grid.xs(mode.normalized), ys = grid.ys(mode.normalized);
  for (std::size_t k = 0; k < got.size(); ++k) {
    const float x = xs[k / 4 % xs.size()], y = ys[k / 4 / xs.size()];
    const double want = images::sample(picture, x, y, mode)[k % 4];
    if (std::isnan(want)) // undefined: whatever it is, it is right
      continue;
    ++verdict.compared;
    const double error = std::fabs(got[k] - want);
    verdict.worst = std::max(verdict.worst, error);
    if (!(error <= tolerance) && verdict.wrong++ == 0)
      verdict.first =
          fmt::format("at ({}, {}) channel {}: {} instead of {}", x, y, k % 4, got[k], want);
  }
  return verdict;
}

// One sampler in both ways on both pictures. Throws where the device is wrong and no fault of its
// driver is known.
Json try_sampler(const Lab& lab, const cl::Program& program, const harness::ImageF& picture,
                 const SamplerMode& mode, const Grid& grid) {
  Json row{{"addressing", images::addressing_name(mode.addressing)},
           {"filter", mode.filter == CL_FILTER_LINEAR ? "LINEAR" : "NEAREST"},
           {"coordinates", mode.normalized ? "normalised" : "in pixels"}};
  double worst = 0.0;
  for (const bool eight_bit : {false, true})
    for (const bool in_program : {false, true}) {
      if (in_program && lab.quick)
        continue; // a build for each of them
      const cl::Image2D image = images::make_image(
          lab, picture, eight_bit ? images::Depth::bytes : images::Depth::floats);
      const Verdict verdict = judge(sample_on_device(lab, program, image, mode, grid, in_program),
                                    picture, mode, grid, tolerance_of(mode, eight_bit));
      const std::string fault =
          fault_of(lab, fmt::format("{}, {}", row["addressing"].get<std::string>(),
                                    row["filter"].get<std::string>()));
      row["compared"] = verdict.compared;
      if (verdict.wrong > 0) {
        verify(!fault.empty(),
               fmt::format("a sampler {} follows the formulas ({} of {} values "
                           "do not; {})",
                           name_of(mode), verdict.wrong, verdict.compared, verdict.first));
        row["state"] = "skipped: " + fault;
        row["worst"] = nullptr;
        return row;
      }
      worst = std::max(worst, verdict.worst);
    }
  row["state"] = "verified";
  row["worst"] = worst;
  return row;
}

// [border]
// Whole coordinates one pixel around the image: with CLAMP the border colour.
Json border_colours(const Lab& lab, const cl::Program& program) {
  Json rows = Json::array();
  for (const cl_channel_order order : {CL_RGBA, CL_BGRA, CL_A, CL_R, CL_RG}) {
    const cl::ImageFormat format(order, CL_UNORM_INT8);
    if (!is_supported(lab, CL_MEM_READ_ONLY, format))
      continue;
    Bytes white(4, 255);
    const cl::Image2D image(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, format, 1, 1, 0,
                            white.data());
    cl::Kernel kernel(program, "sample_whole");
    const cl::Buffer out = lab.buffer(std::vector<float>(4 * 9, -1.0F));
    common::set_args(kernel, image, out, cl_int{-1}, cl_int{-1});
    common::launch(lab.queue, kernel, {3, 3}, {1, 1});
    const std::vector<float> seen = lab.read<float>(out);
    const std::vector<float> colour{seen.begin(), seen.begin() + 4};
    // [/border]
    const bool has_alpha = order == CL_RGBA || order == CL_BGRA || order == CL_A;
    const std::vector<float> want{0, 0, 0, has_alpha ? 0.0F : 1.0F};
    const std::string fault = fault_of(lab, "border of " + order_name(order));
    verify(colour == want || !fault.empty(),
           fmt::format("the border of {} is {}; it is {}", order_name(order), fmt::join(want, " "),
                       fmt::join(colour, " ")));
    for (const std::size_t at : {1U, 2U, 3U, 5U, 6U, 7U, 8U}) // all around, and not in the middle
      verify(std::equal(colour.begin(), colour.end(),
                        seen.begin() + 4 * static_cast<std::ptrdiff_t>(at)),
             "the border is the same all around");
    verify(seen[4 * 4 + 3] == 1.0F, "the pixel in the middle is inside");
    rows.push_back({{"order", order_name(order)},
                    {"colour", fmt::format("{}", fmt::join(colour, " "))},
                    {"state", colour == want ? "as specified" : fault}});
    fmt::print("  border of {:<8} {}  {}\n", order_name(order), fmt::join(colour, " "),
               colour == want ? "" : fault);
  }
  return rows;
}

// [weights]
// From the middle of a pixel 0 to the middle of a pixel 1 a linear sampler returns its own weight.
// How many different ones has it?
Json weights_between_pixels(const Lab& lab, const cl::Program& program) {
  const cl::Image2D image =
      images::make_image(lab, {2, 1, 4, {0, 0, 0, 0, 1, 1, 1, 1}}, images::Depth::floats);
  const SamplerMode mode{false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR};
  const cl::Sampler sampler(lab.context, CL_FALSE, mode.addressing, mode.filter);
  const std::size_t steps = harness::is_simulator(lab.device) ? 64 : 4096;
  std::vector<float> xs;
  for (std::size_t i = 0; i <= steps; ++i)
    xs.push_back(0.5F + static_cast<float>(i) / static_cast<float>(steps));
  const cl::Buffer places = lab.buffer(xs), middle = lab.buffer(std::vector<float>{0.5F});
  const cl::Buffer out = lab.buffer(std::vector<float>(4 * xs.size(), -1.0F));
  cl::Kernel kernel(program, "sample");
  common::set_args(kernel, image, sampler, places, middle, out);
  common::launch(lab.queue, kernel, {xs.size(), 1}, {1, 1});
  const std::vector<float> seen = lab.read<float>(out);
  std::set<float> weights;
  double worst = 0.0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    weights.insert(seen[4 * i]);
    worst = std::max(worst, std::fabs(seen[4 * i] - (xs[i] - 0.5)));
  }
  // [/weights]
  verify(worst <= tolerance_of(mode, false), "the weight grows from one pixel to the next");
  fmt::print("  LINEAR at {} places between two pixels: {} different weights\n", xs.size(),
             weights.size());
  return {{"places", xs.size()}, {"different", weights.size()}, {"worst", worst}};
}

} // namespace

Json what_does_a_sampler_do(const Lab& lab) {
  const harness::ImageF picture = images::small_picture();
  need_images(lab);
  // One build for all that follows; only the border needs a sampler in the program.
  const cl::Program program =
      lab.program("sample", "-DSAMPLER=" + images::in_kernel({false, CL_ADDRESS_CLAMP}));
  {
    const cl::Sampler sampler(lab.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
    const cl::Sampler copy = sampler; // clRetainSampler
    verify(copy() == sampler() && copy.getInfo<CL_SAMPLER_NORMALIZED_COORDS>() == CL_TRUE,
           "a copy is the same sampler");
  } // clReleaseSampler
  const Grid grid(picture, harness::is_simulator(lab.device) ? 30 : 60);
  Json rows = Json::array();
  harness::Table table({{"addressing"},
                        {"filter"},
                        {"coordinates"},
                        {"compared", harness::Table::Align::right},
                        {"largest difference", harness::Table::Align::right},
                        {""}});
  for (const bool normalized : {true, false})
    for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR})
      for (const cl_addressing_mode addressing : images::addressing_modes()) {
        const SamplerMode mode{normalized, addressing, filter};
        if (!is_defined(mode))
          continue;
        const Json row = try_sampler(lab, program, picture, mode, grid);
        rows.push_back(row);
        table.add(
            {row.at("addressing").get<std::string>(), row.at("filter").get<std::string>(),
             row.at("coordinates").get<std::string>(),
             std::to_string(row.at("compared").get<int>()),
             row.at("worst").is_null() ? "" : fmt::format("{:.1e}", row.at("worst").get<double>()),
             row.at("state").get<std::string>()});
      }
  fmt::print("{}", table.text());
  const Json weights = weights_between_pixels(lab, program);
  return {{"rows", rows}, {"weights", weights}, {"borders", border_colours(lab, program)}};
}
