// The problem of this chapter, and pictures.

#include "convolution.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "peers.hpp"
#include "steps.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace convolution {
namespace {

// The kernels count the floats of an image with int.
void check_image_size(double pitch, double height, double channels) {
  if (pitch * height * channels > std::numeric_limits<int>::max())
    throw common::UsageError(
        fmt::format("an image of {:.0f} rows of {:.0f} pixels (the width, rounded up) with {:.0f} "
                    "channels is too "
                    "large: the kernels count its numbers with int, so that 2^31 - 1 is the limit.",
                    height, pitch, channels));
}

void check_output_size(const harness::ImageF& image, const Setup& setup) {
  if (output_width(image, setup) < 1 || output_height(image, setup) < 1)
    throw common::UsageError(fmt::format(
        "the border 'valid' leaves nothing of an image of {}x{} under a filter of {}x{}: take a "
        "larger image or another border.",
        image.width, image.height, setup.filter.width, setup.filter.height));
}

int pitch_of(int width) {
  return static_cast<int>(common::round_up(static_cast<std::size_t>(width), row_alignment));
}

} // namespace

Convolution::Convolution(Setup setup, int width, int height, int channels, unsigned seed)
    : setup_(std::move(setup)), seed_(seed), image_{width, height, channels, {}} {
  check_image_size(pitch_of(width), height, channels);
  check_output_size(image_, setup_);
}

Convolution::Convolution(Setup setup, harness::ImageF picture)
    : setup_(std::move(setup)), image_(std::move(picture)) {
  check_image_size(pitch_of(image_.width), image_.height, image_.channels);
  check_output_size(image_, setup_);
}

std::string Convolution::size() const {
  return fmt::format("{}x{}", image_.width, image_.height);
}

// [cost]
harness::Cost Convolution::cost() const {
  const double in = 1.0 * image_.width * image_.height * image_.channels;
  const double out = 1.0 * output_width() * output_height() * image_.channels;
  return {2.0 * setup_.filter.width * setup_.filter.height * out, sizeof(float) * (in + out)};
}
// [/cost]

std::size_t Convolution::output_bytes() const {
  return sizeof(float) * harness::numbers(output_width(), output_height(), image_.channels);
}

void Convolution::upload(const harness::Session& session) {
  const std::size_t count = harness::numbers(image_.width, image_.height, image_.channels);
  const std::size_t bytes = count * sizeof(float);
  const std::size_t aligned_bytes =
      sizeof(float) * harness::numbers(pitch_of(image_.width), image_.height, image_.channels);
  const std::size_t filter_bytes = setup_.filter.weights.size() * sizeof(float);
  std::vector<std::size_t> buffers{bytes, aligned_bytes, filter_bytes, output_bytes()};
  // A CPU's memory holds the host's copies as well: the image, the reference in double, the result.
  if (session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU)
    buffers.insert(buffers.end(), {bytes, output_bytes(), output_bytes(), output_bytes()});
  harness::require_device_memory(session.device, buffers);
  // Only now: a size that cannot work must not fill the host's memory first.
  if (image_.pixels.empty())
    image_.pixels = random_pixels(count, seed_);
  reference_ = convolve_in_double(image_, setup_);

  input_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, bytes);
  filter_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, filter_bytes);
  session.queue.enqueueWriteBuffer(input_, CL_TRUE, 0, bytes, image_.pixels.data());
  session.queue.enqueueWriteBuffer(filter_, CL_TRUE, 0, filter_bytes, setup_.filter.weights.data());
  upload_aligned_rows(session);
}

// [aligned-rows]
void Convolution::upload_aligned_rows(const harness::Session& session) {
  const std::size_t row_bytes = sizeof(float) * harness::numbers(image_.width, 1, image_.channels);
  const std::size_t row_pitch =
      sizeof(float) * harness::numbers(pitch_of(image_.width), 1, image_.channels);
  const auto rows = static_cast<std::size_t>(image_.height);
  aligned_rows_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, row_pitch * rows);
  // Nothing may use what lies between the rows: as NaN it would be seen in the output.
  const float unused = std::numeric_limits<float>::quiet_NaN();
  if (harness::is_simulator(session.device)) {
    // Oclgrind 21.10 takes what a rectangular write has written for uninitialised.
    std::vector<float> padded(row_pitch * rows / sizeof(float), unused);
    for (std::size_t y = 0; y < rows; ++y)
      std::copy_n(image_.pixels.data() + y * row_bytes / sizeof(float), row_bytes / sizeof(float),
                  padded.data() + y * row_pitch / sizeof(float));
    session.queue.enqueueWriteBuffer(aligned_rows_, CL_TRUE, 0, row_pitch * rows, padded.data());
    return;
  }
  session.queue.enqueueFillBuffer(aligned_rows_, unused, 0, row_pitch * rows);
  session.queue.enqueueWriteBufferRect(aligned_rows_, CL_TRUE, {0, 0, 0}, {0, 0, 0},
                                       {row_bytes, rows, 1}, row_pitch, 0, row_bytes, 0,
                                       image_.pixels.data());
}
// [/aligned-rows]

common::Comparison Convolution::check(std::span<const std::byte> output) const {
  // All pixels lie in [0, 1], so no sum of |weight||pixel| exceeds that of the weights.
  return check_to(output, common::sum_tolerance(setup_.filter.weights.size(),
                                                setup_.filter.sum_of_magnitudes()));
}

common::Comparison Convolution::check_to(std::span<const std::byte> output,
                                         const common::Tolerance& tolerance) const {
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  return common::compare(got, reference_, tolerance);
}

std::string Convolution::place(std::size_t index) const {
  return harness::pixel_place(index, output_width(), image_.channels);
}

std::string Convolution::kind() const {
  return fmt::format("{} {}x{}, {}", setup_.filter.name, setup_.filter.width, setup_.filter.height,
                     image_.channels == 1 ? "grey" : "RGBA");
}

Operands Convolution::operands() const {
  return {setup_, image_,        output_width(),         output_height(),
          input_, aligned_rows_, pitch_of(image_.width), filter_};
}

std::vector<float> Convolution::random_pixels(std::size_t count, unsigned seed) const {
  return common::random_floats(count, seed, 0.0F, 1.0F);
}

std::vector<harness::Step> Convolution::steps() const {
  return steps_for(*this);
}

std::vector<harness::Peer> Convolution::peers(const harness::Session& session) const {
  return peers_for(*this, session);
}

// ---- pictures ----

Show usual_show(const Filter& filter) {
  return std::fabs(filter.sum()) < 1e-6 ? Show::offset : Show::as_is;
}

common::Image filtered_picture(const Setup& setup, const harness::ImageF& picture, Show show,
                               const harness::Session& session,
                               const std::vector<std::string>& ids) {
  Convolution problem(setup, picture);
  problem.upload(session);
  std::vector<harness::Step> steps = problem.steps();
  std::reverse(steps.begin(), steps.end());
  for (const harness::Step& step : steps) {
    const auto is_this = [&](const std::string& id) { return id == step.id || id == step.name; };
    if (!ids.empty() && std::none_of(ids.begin(), ids.end(), is_this))
      continue;
    harness::Prepared prepared;
    try {
      prepared = harness::prepare_step(problem, step, session);
    } catch (const common::Skip&) {
      continue; // the step before may do with less of the device
    }
    if (const std::string wrong = harness::verify_step(problem, prepared, session); !wrong.empty())
      throw common::Error(fmt::format("{} ({}): {}", step.id, step.name, wrong));

    harness::ImageF result{problem.output_width(), problem.output_height(), picture.channels, {}};
    result.pixels.resize(problem.output_bytes() / sizeof(float));
    session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                    result.pixels.data());
    // Without a border the output is smaller: its first pixel lies under the anchor of the filter.
    const int left = setup.border == Border::valid ? setup.filter.width / 2 : 0;
    const int top = setup.border == Border::valid ? setup.filter.height / 2 : 0;
    for (std::size_t k = 0; k < result.pixels.size(); ++k) {
      float& value = result.pixels[k];
      if (picture.channels == 4 && k % 4 == 3) {
        const std::size_t x = k / 4 % static_cast<std::size_t>(result.width) + left;
        const std::size_t y = k / 4 / static_cast<std::size_t>(result.width) + top;
        value = picture.pixels[(y * static_cast<std::size_t>(picture.width) + x) * 4 + 3];
      } else {
        value = show == Show::offset      ? value + 0.5F
                : show == Show::magnitude ? std::fabs(value)
                                          : value;
      }
    }
    return harness::to_bytes(result);
  }
  throw common::Skip("no step can run on this device with this filter: take a smaller one.");
}

// ---- the chapter ----

harness::CaseStudy case_study(const Setup& setup, int channels) {
  harness::CaseStudy study{
      .chapter = "16_convolution",
      .quick_sizes = {"33x17"},
      .default_sizes = {"512"},
      .check_sizes = {"1", "1x31", "31x1", "5x3", "2x64", "33x65", "127x129", "1000x31", "256"},
      .bench_sizes = {"600x400", "2048"},
      .tiny_size = "19x9",
      .make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
        const std::vector<int> extents = harness::parse_size(size, 2);
        return std::make_unique<Convolution>(setup, extents[0], extents[1], channels, seed);
      }};
  if (setup.border == Border::valid) // of the smallest images it leaves nothing
    study.check_sizes = {"63x64", "70x129", "127x129", "1000x63", "256"};
  return study;
}

harness::CaseStudy case_study(const Setup& setup, const harness::ImageF& picture) {
  harness::CaseStudy study = case_study(setup, picture.channels);
  const std::vector<std::string> only{fmt::format("{}x{}", picture.width, picture.height)};
  study.quick_sizes = study.default_sizes = study.check_sizes = study.bench_sizes = only;
  study.make = [setup, picture](const std::string&, unsigned) -> std::unique_ptr<harness::Problem> {
    return std::make_unique<Convolution>(setup, picture);
  };
  return study;
}

} // namespace convolution
