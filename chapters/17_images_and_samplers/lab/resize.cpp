// The problem of resizing, its steps, and pictures.

#include "resize.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "formats.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace images {
namespace {

void check_sizes(const Sizes& s, Filter filter, int channels) {
  if (filter == Filter::area && (s.out_width > s.width || s.out_height > s.height))
    throw common::UsageError("area averages the pixels that an output covers, so it only shrinks: "
                             "give a --scale of 1 or less, or another filter.");
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (harness::numbers(s.width, s.height, channels) > most ||
      harness::numbers(s.out_width, s.out_height, channels) > most)
    throw common::UsageError(fmt::format(
        "from {}x{} to {}x{} pixels is too large: the kernels count the numbers of an image with "
        "int, so that 2^31 - 1 is the limit; give a smaller --scale or --size.",
        s.width, s.height, s.out_width, s.out_height));
}

// [tolerance]
// For floats 2u for each operation on a value of at most `magnitude`; a byte is the nearest level.
double tolerance_of(Filter filter, const Sizes& s, Depth depth) {
  if (depth == Depth::bytes)
    return 0.51; // levels
  const double taps = filter == Filter::area
                          ? (1.0 * s.width / s.out_width + 2) * (1.0 * s.height / s.out_height + 2)
                          : 16;
  return common::sum_tolerance(static_cast<std::size_t>(taps) + 16, 2.0).absolute;
}
// [/tolerance]

// What bytes should be: a cubic overshoots, a byte cannot.
std::vector<double> levels_of(const std::vector<double>& values) {
  std::vector<double> levels(values.size());
  std::transform(values.begin(), values.end(), levels.begin(),
                 [](double value) { return 255 * std::clamp(value, 0.0, 1.0); });
  return levels;
}

Resize::TableBuffers upload_table(const harness::Session& session, const AxisTable& table) {
  const std::size_t bytes = table.places.size() * sizeof(float);
  Resize::TableBuffers buffers{table.count,
                               {session.context, CL_MEM_READ_ONLY, bytes},
                               {session.context, CL_MEM_READ_ONLY, bytes}};
  session.queue.enqueueWriteBuffer(buffers.places, CL_TRUE, 0, bytes, table.places.data());
  session.queue.enqueueWriteBuffer(buffers.weights, CL_TRUE, 0, bytes, table.weights.data());
  return buffers;
}

} // namespace

const std::vector<std::string>& filter_names() {
  static const std::vector<std::string> names{"nearest", "bilinear", "bicubic", "area"};
  return names;
}

Filter parse_filter(const std::string& name) {
  const auto found = std::find(filter_names().begin(), filter_names().end(), name);
  if (found == filter_names().end())
    throw common::UsageError(fmt::format("there is no filter '{}'; the filters are: {}", name,
                                         fmt::join(filter_names(), ", ")));
  return static_cast<Filter>(found - filter_names().begin());
}

Sizes scaled(int width, int height, double scale) {
  const auto side = [scale](int extent) { return std::max(1.0, std::round(extent * scale)); };
  if (!(scale > 0.0) || !(side(width) <= 1 << 20) || !(side(height) <= 1 << 20))
    throw common::UsageError(
        fmt::format("a --scale of {} makes no sense for {}x{} pixels: it must be positive, and the "
                    "output at most 1048576 pixels wide and high.",
                    scale, width, height));
  return {width, height, static_cast<int>(side(width)), static_cast<int>(side(height))};
}

Resize::Resize(Sizes sizes, int channels, Depth depth, Filter filter, unsigned seed)
    : sizes_(sizes), seed_(seed), depth_(depth),
      filter_(filter), image_{sizes.width, sizes.height, channels, {}} {
  check_sizes(sizes_, filter_, channels);
}

Resize::Resize(harness::ImageF picture, Sizes sizes, Depth depth, Filter filter)
    : sizes_(sizes), depth_(depth), filter_(filter), image_(std::move(picture)) {
  check_sizes(sizes_, filter_, image_.channels);
}

std::string Resize::size() const {
  return fmt::format("{}x{}", sizes_.width, sizes_.height);
}

harness::Cost Resize::cost() const {
  const double out = 1.0 * sizes_.out_width * sizes_.out_height * channels();
  const double in = 1.0 * sizes_.width * sizes_.height * channels();
  const double taps = filter_ == Filter::nearest    ? 0
                      : filter_ == Filter::bilinear ? 4
                      : filter_ == Filter::bicubic  ? 16
                                                    : std::max(1.0, in / out);
  const double bytes = depth_ == Depth::bytes ? 1 : 4;
  // A nearest neighbour leaves out what it does not need.
  const double read = filter_ == Filter::nearest ? std::min(in, out) : in;
  return {2 * taps * out, bytes * (read + out)};
}

std::size_t Resize::output_bytes() const {
  return harness::numbers(sizes_.out_width, sizes_.out_height, channels()) *
         (depth_ == Depth::bytes ? 1 : sizeof(float));
}

std::string Resize::no_image(const cl::Device& device) const {
  return image_obstacle(device, format_of(channels(), depth_), sizes_.width, sizes_.height);
}

void Resize::upload(const harness::Session& session) {
  const std::size_t values = harness::numbers(sizes_.width, sizes_.height, channels());
  const std::size_t bytes = values * (depth_ == Depth::bytes ? 1 : sizeof(float));
  const std::size_t out_values = harness::numbers(sizes_.out_width, sizes_.out_height, channels());
  std::vector<std::size_t> needed{bytes, bytes, output_bytes()};
  if (session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU) // shares the host's memory
    needed.insert(needed.end(), {values * sizeof(float), out_values * (sizeof(double) * 2),
                                 out_values * sizeof(float)});
  harness::require_device_memory(session.device, needed);
  if (image_.pixels.empty())
    image_.pixels = common::random_floats(values, seed_, 0.0F, 1.0F);
  const std::vector<unsigned char> levels =
      depth_ == Depth::bytes ? as_bytes(image_.pixels) : std::vector<unsigned char>{};
  for (std::size_t i = 0; i < levels.size(); ++i) // what the device gets is what we compare with
    image_.pixels[i] = static_cast<float>(levels[i]) / 255.0F;
  reference_ = resize_in_double(image_, sizes_, filter_);
  if (depth_ == Depth::bytes)
    levels_ = levels_of(reference_);

  const void* pixels = image_.pixels.data();
  if (depth_ == Depth::bytes)
    pixels = levels.data();
  columns_ = upload_table(session, axis_table(sizes_.width, sizes_.out_width, filter_));
  rows_ = upload_table(session, axis_table(sizes_.height, sizes_.out_height, filter_));
  buffer_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, bytes);
  session.queue.enqueueWriteBuffer(buffer_, CL_TRUE, 0, bytes, pixels);
  if (no_image(session.device).empty())
    image_on_device_ = make_image(session, image_, depth_);
}

common::Comparison Resize::check(std::span<const std::byte> output) const {
  return check_to(output, reference_, tolerance_of(filter_, sizes_, depth_));
}

common::Comparison Resize::check_to(std::span<const std::byte> output,
                                    const std::vector<double>& want, double tolerance) const {
  if (depth_ == Depth::floats)
    return common::compare(
        std::span(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float)),
        want, {tolerance, 0.0});
  std::vector<float> got(output.size());
  std::transform(output.begin(), output.end(), got.begin(),
                 [](std::byte b) { return static_cast<float>(std::to_integer<int>(b)); });
  const std::vector<double> others = &want == &reference_ ? std::vector<double>{} : levels_of(want);
  return common::compare(got, others.empty() ? levels_ : others, {tolerance, 0.0});
}

std::string Resize::place(std::size_t index) const {
  return harness::pixel_place(index, sizes_.out_width, channels());
}

// [picture]
common::Image resized_picture(const common::Image& picture, double scale, Filter filter,
                              const harness::Session& session, std::string& how) {
  const Sizes sizes = scaled(picture.width, picture.height, scale);
  if (1.0 * sizes.out_width * sizes.out_height > common::max_image_pixels)
    throw common::UsageError(
        fmt::format("a picture of {}x{} is too large: {} pixels are the limit; give a smaller "
                    "--scale.",
                    sizes.out_width, sizes.out_height, common::max_image_pixels));
  Resize problem(harness::to_float(picture), sizes, Depth::bytes, filter);
  problem.upload(session);
  common::Image result{sizes.out_width, sizes.out_height, picture.channels, {}};
  result.pixels.resize(problem.output_bytes());
  const std::string no_image = problem.no_image(session.device);
  if (!no_image.empty()) { // the reference is right everywhere, and slow
    how = "on the host: " + no_image;
    for (std::size_t i = 0; i < result.pixels.size(); ++i)
      result.pixels[i] = as_bytes({static_cast<float>(problem.reference()[i])})[0];
    return result;
  }
  const harness::Step step = problem.steps().at(1);
  const harness::Prepared prepared = harness::prepare_verified(problem, step, session);
  how = "on the device, verified";
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, result.pixels.size(),
                                  result.pixels.data());
  return result;
}
// [/picture]

harness::CaseStudy resize_study(double scale, Filter filter, int channels, Depth depth) {
  return {.chapter = "17_images_and_samplers",
          .quick_sizes = {"33x17"},
          .default_sizes = {"512"},
          .check_sizes = {"1", "1x31", "31x1", "5x3", "2x64", "33x65", "127x129", "1000x31"},
          .bench_sizes = {"2048"},
          .make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
            const std::vector<int> extents = harness::parse_size(size, 2);
            return std::make_unique<Resize>(scaled(extents[0], extents[1], scale), channels, depth,
                                            filter, seed);
          }};
}

} // namespace images
