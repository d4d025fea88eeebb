// The problem of this chapter, and its references.

#include "separable.hpp"

#include "common/error.hpp"
#include "harness/lab/cores.hpp"
#include "peers.hpp"
#include "steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace separable {
namespace {

using harness::before;
using harness::border_index;

std::size_t floats(int width, int height, int channels) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
         static_cast<std::size_t>(channels);
}

int extent_after(int extent, const std::vector<float>& weights, Border border) {
  return border == Border::valid ? extent - static_cast<int>(weights.size()) + 1 : extent;
}

double magnitudes(const std::vector<float>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0,
                         [](double sum, float weight) { return sum + std::fabs(weight); });
}

// Before anything of that size is made.
void check_size(const harness::ImageF& image, const Setup& setup) {
  const double numbers = 1.0 * pitch_of(image.width) * image.height * image.channels;
  if (numbers > std::numeric_limits<int>::max())
    throw common::UsageError(fmt::format(
        "an image of {}x{} with {} channels is too large: the kernels count its numbers with int.",
        image.width, image.height, image.channels));
  if (extent_after(image.width, setup.row, setup.border) < 1 ||
      extent_after(image.height, setup.column, setup.border) < 1)
    throw common::UsageError(
        fmt::format("the border 'valid' leaves nothing of an image of {}x{} under a "
                    "filter of {}x{}: take a larger image or another border.",
                    image.width, image.height, setup.row.size(), setup.column.size()));
}

// [passes]
// Both passes with numbers of one kind; `pixel(k)` is the k-th of the image.
template <typename Number, typename Weight, typename Pixel>
std::vector<Number> two_passes(const harness::ImageF& image, const Setup& setup,
                               const std::vector<Weight>& row, const std::vector<Weight>& column,
                               const Pixel& pixel) {
  const int width = extent_after(image.width, setup.row, setup.border);
  const int height = extent_after(image.height, setup.column, setup.border);
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t length = floats(width, 1, image.channels);
  std::vector<Number> middle(floats(width, image.height, image.channels), Number{0});
  harness::on_all_cores(image.height, [&](int y) {
    for (int x = 0; x < width; ++x)
      for (int i = 0; i < std::ssize(row); ++i) {
        const int from = border_index(x - before(2 * setup.rx() + 1, setup.border) + i, image.width,
                                      setup.border);
        for (std::size_t c = 0; from >= 0 && c < channels; ++c)
          middle[y * length + x * channels + c] +=
              static_cast<Number>(row[i]) *
              pixel((static_cast<std::size_t>(y) * image.width + from) * channels + c);
      }
  });
  std::vector<Number> output(length * static_cast<std::size_t>(height), Number{0});
  harness::on_all_cores(height, [&](int y) {
    for (int j = 0; j < std::ssize(column); ++j) {
      const int from = border_index(y - before(2 * setup.ry() + 1, setup.border) + j, image.height,
                                    setup.border);
      for (std::size_t k = 0; from >= 0 && k < length; ++k)
        output[y * length + k] += static_cast<Number>(column[j]) * middle[from * length + k];
    }
  });
  return output;
}
// [/passes]

} // namespace

int pitch_of(int width) {
  return (width + 31) / 32 * 32;
}

std::vector<float> box(int radius) {
  return std::vector<float>(static_cast<std::size_t>(2 * radius + 1),
                            1.0F / (2.0F * radius + 1.0F));
}

std::vector<float> gaussian(int radius) {
  const double sigma = std::max(radius / 3.0, 0.1);
  std::vector<double> bell;
  for (int x = -radius; x <= radius; ++x)
    bell.push_back(std::exp(-x * x / (2.0 * sigma * sigma)));
  const double sum = std::accumulate(bell.begin(), bell.end(), 0.0);
  std::vector<float> weights;
  for (const double value : bell)
    weights.push_back(static_cast<float>(value / sum));
  return weights;
}

const std::vector<std::string>& filter_names() {
  static const std::vector<std::string> names{"gaussian", "box", "sobel-x", "random"};
  return names;
}

Setup make_setup(const std::string& name, int rx, int ry, Border border, unsigned seed) {
  if (rx < 0 || ry < 0 || rx > largest_radius || ry > largest_radius)
    throw common::UsageError(
        fmt::format("a radius is a number from 0 to {}: {}x{} is not.", largest_radius, rx, ry));
  if (name == "gaussian")
    return {name, gaussian(rx), gaussian(ry), border};
  if (name == "box")
    return {name, box(rx), box(ry), border};
  if (name == "sobel-x") // brighter to the right, smoothed downwards
    return {name, {-1, 0, 1}, {1, 2, 1}, border};
  if (name == "random")
    return {name, common::random_floats(static_cast<std::size_t>(2 * rx + 1), seed, -1.0F, 1.0F),
            common::random_floats(static_cast<std::size_t>(2 * ry + 1), seed + 1, -1.0F, 1.0F),
            border};
  throw common::UsageError(fmt::format("there is no filter '{}': take one of {}.", name,
                                       fmt::join(filter_names(), ", ")));
}

// [whole-weights]
std::vector<cl_uint> whole_weights(const std::vector<float>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (std::fabs(total - 1.0) > 1e-5 ||
      std::any_of(weights.begin(), weights.end(), [](float weight) { return weight < 0.0F; }))
    return {};
  std::vector<cl_uint> whole;
  for (const float weight : weights)
    whole.push_back(static_cast<cl_uint>(256.0F * weight));
  // Rounding down has lost some: the weights that lost most get one more each.
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return 256.0F * weights[a] - whole[a] > 256.0F * weights[b] - whole[b];
  });
  const cl_uint sum = std::accumulate(whole.begin(), whole.end(), 0U);
  for (cl_uint k = 0; k < 256 - sum; ++k)
    ++whole[order[k % order.size()]];
  return whole;
}
// [/whole-weights]

std::vector<double> filter_in_double(const harness::ImageF& image, const Setup& setup) {
  return two_passes<double>(image, setup, setup.row, setup.column,
                            [&](std::size_t k) { return double{image.pixels[k]}; });
}

std::vector<std::uint8_t> filter_bytes(const harness::ImageF& image, const Setup& setup) {
  const std::vector<std::uint32_t> sums = two_passes<std::uint32_t>(
      image, setup, whole_weights(setup.row), whole_weights(setup.column), [&](std::size_t k) {
        return static_cast<std::uint32_t>(std::lround(255.0F * image.pixels[k]));
      });
  std::vector<std::uint8_t> output;
  for (const std::uint32_t sum : sums)
    output.push_back(static_cast<std::uint8_t>((sum + 32768) >> 16));
  return output;
}

Separable::Separable(Setup setup, int width, int height, int channels, unsigned seed)
    : setup_(std::move(setup)), seed_(seed), image_{width, height, channels, {}} {
  check_size(image_, setup_);
}

Separable::Separable(Setup setup, harness::ImageF picture)
    : setup_(std::move(setup)), image_(std::move(picture)) {
  check_size(image_, setup_);
}

std::string Separable::size() const {
  return fmt::format("{}x{}", image_.width, image_.height);
}

Operands Separable::operands() const {
  return {setup_,
          image_,
          extent_after(image_.width, setup_.row, setup_.border),
          extent_after(image_.height, setup_.column, setup_.border),
          units_,
          input_,
          aligned_rows_,
          bytes_,
          aligned_bytes_,
          row_,
          column_};
}

// [cost]
// The products of two passes, of whatever the steps compute; and each float once in and once out.
harness::Cost Separable::cost() const {
  const Operands in = operands();
  const double rows = 1.0 * in.out_width * image_.height * image_.channels;
  const double out = 1.0 * in.out_width * in.out_height * image_.channels;
  const double all = 1.0 * image_.width * image_.height * image_.channels;
  return {2.0 * (static_cast<double>(setup_.row.size()) * rows +
                 static_cast<double>(setup_.column.size()) * out),
          sizeof(float) * (all + out)};
}
// [/cost]

std::size_t Separable::output_bytes() const {
  const Operands in = operands();
  return sizeof(float) * floats(in.out_width, in.out_height, image_.channels);
}

void Separable::upload(const harness::Session& session) {
  const std::size_t count = floats(image_.width, image_.height, image_.channels);
  const std::size_t row = floats(image_.width, 1, image_.channels);
  const std::size_t pitch = floats(pitch_of(image_.width), 1, image_.channels);
  const auto height = static_cast<std::size_t>(image_.height);
  harness::require_device_memory(
      session.device,
      {4 * count, 4 * pitch * height, count, pitch * height, 4 * pitch * height, output_bytes()});
  if (image_.pixels.empty()) {
    image_.pixels = common::random_floats(count, seed_, 0.0F, 256.0F);
    for (float& value : image_.pixels)
      value = std::floor(std::min(value, 255.5F)) / 255.0F;
  }
  units_ = static_cast<int>(session.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  reference_ = filter_in_double(image_, setup_);
  if (!whole_weights(setup_.row).empty() && !whole_weights(setup_.column).empty()) {
    const std::vector<std::uint8_t> bytes = filter_bytes(image_, setup_);
    byte_reference_.assign(bytes.begin(), bytes.end());
  }

  // What lies between the rows is never used: NaN would be seen.
  std::vector<float> aligned(pitch * height, std::numeric_limits<float>::quiet_NaN());
  std::vector<std::uint8_t> bytes(count), aligned_bytes(pitch * height, 0xFF);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = k / row * pitch + k % row;
    aligned[at] = image_.pixels[k];
    bytes[k] = aligned_bytes[at] =
        static_cast<std::uint8_t>(std::lround(255.0F * image_.pixels[k]));
  }
  const auto copy = [&](auto& values) {
    return cl::Buffer(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                      values.size() * sizeof(values[0]), values.data());
  };
  input_ = copy(image_.pixels);
  aligned_rows_ = copy(aligned);
  bytes_ = copy(bytes);
  aligned_bytes_ = copy(aligned_bytes);
  row_ = copy(setup_.row);
  column_ = copy(setup_.column);
}

common::Comparison Separable::check(std::span<const std::byte> output) const {
  return check_sums(output, 0);
}

common::Comparison Separable::check_sums(std::span<const std::byte> output,
                                         std::size_t more_terms) const {
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  // Pixels are at most 1.
  return common::compare(
      got, reference_,
      common::sum_tolerance(setup_.row.size() + setup_.column.size() + more_terms,
                            magnitudes(setup_.row) * magnitudes(setup_.column)));
}

common::Comparison Separable::check_bytes(std::span<const std::byte> output) const {
  std::vector<float> got;
  for (std::size_t k = 0; k < byte_reference_.size(); ++k)
    got.push_back(static_cast<float>(std::to_integer<int>(output[k])));
  return common::compare(got, byte_reference_, {});
}

std::string Separable::place(std::size_t index) const {
  const auto channels = static_cast<std::size_t>(image_.channels);
  const auto width = static_cast<std::size_t>(operands().out_width);
  return fmt::format("x {}, y {}, channel {}", index / channels % width, index / channels / width,
                     index % channels);
}

std::string Separable::kind() const {
  return fmt::format("{} {}x{}, {}", setup_.name, setup_.row.size(), setup_.column.size(),
                     image_.channels == 1 ? "grey" : "RGBA");
}

std::vector<harness::Step> Separable::steps() const {
  return steps_for(*this);
}

std::vector<harness::Peer> Separable::peers(const harness::Session& session) const {
  return peers_for(*this, session);
}

harness::CaseStudy case_study(const Setup& setup, int channels) {
  harness::CaseStudy study{
      .chapter = "18_separable_convolution",
      .quick_sizes = {"33x17"},
      .default_sizes = {"512"},
      .check_sizes = {"1", "1x31", "31x1", "5x3", "2x64", "33x65", "127x129", "1000x31", "256"},
      .bench_sizes = {"512", "2048"},
      .make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
        const std::vector<int> extents = harness::parse_size(size, 2);
        return std::make_unique<Separable>(setup, extents[0], extents[1], channels, seed);
      }};
  if (setup.border == Border::valid) // of the smallest images it leaves nothing
    study.check_sizes = {"63x64", "70x129", "127x129", "1000x63", "256"};
  return study;
}

} // namespace separable
