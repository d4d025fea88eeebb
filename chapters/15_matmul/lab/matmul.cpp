// The problem of this chapter and its table of steps.

#include "matmul.hpp"

#include "batch.hpp"
#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "layer.hpp"
#include "peers.hpp"
#include "steps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace matmul {
namespace {

// Up to here the reference is computed in full, in a second or so.
constexpr double full_reference_limit = 3e8;

std::size_t elements(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

} // namespace

std::vector<std::uint16_t> to_bfloat16(std::span<const float> values) {
  std::vector<std::uint16_t> result;
  result.reserve(values.size());
  for (const float value : values) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    result.push_back(static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
  }
  return result;
}

std::vector<float> from_bfloat16(std::span<const std::uint16_t> values) {
  std::vector<float> result;
  result.reserve(values.size());
  for (const std::uint16_t value : values)
    result.push_back(std::bit_cast<float>(std::uint32_t{value} << 16));
  return result;
}

Matmul::Matmul(Shape shape, unsigned seed, int in_a_row)
    : shape_(shape), seed_(seed), in_a_row_(in_a_row) {}

std::string Matmul::size() const {
  return fmt::format("{}x{}x{}", shape_.m, shape_.n, shape_.k);
}

// [cost]
harness::Cost Matmul::cost() const {
  const double m = shape_.m;
  const double n = shape_.n;
  const double k = shape_.k;
  return {in_a_row_ * 2.0 * m * n * k, in_a_row_ * sizeof(float) * (m * k + k * n + m * n)};
}
// [/cost]

std::size_t Matmul::output_bytes() const {
  return elements(shape_.m, shape_.n) * sizeof(float);
}

void Matmul::upload(const harness::Session& session) {
  // A buffer of 0 bytes does not exist: K = 0 still gets one element, which no kernel reads.
  const std::size_t a_bytes =
      std::max<std::size_t>(elements(shape_.m, shape_.k), 1) * sizeof(float);
  const std::size_t b_bytes =
      std::max<std::size_t>(elements(shape_.k, shape_.n), 1) * sizeof(float);
  harness::require_device_memory(session.device, {a_bytes, b_bytes, output_bytes()});
  // Only now: a size that cannot work must not fill the host's memory first.
  a_ = common::random_floats(elements(shape_.m, shape_.k), seed_);
  b_ = common::random_floats(elements(shape_.k, shape_.n), seed_ + 1);
  if (static_cast<double>(shape_.m) * shape_.n * shape_.k <= full_reference_limit)
    reference_ = multiply_in_double(a_, b_, shape_);

  a_on_device_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, a_bytes);
  b_on_device_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, b_bytes);
  if (shape_.k > 0) {
    session.queue.enqueueWriteBuffer(a_on_device_, CL_TRUE, 0, a_bytes, a_.data());
    session.queue.enqueueWriteBuffer(b_on_device_, CL_TRUE, 0, b_bytes, b_.data());
  }
}

common::Comparison Matmul::check(std::span<const std::byte> output) const {
  return check_to(0.0, output);
}

// [check]
common::Comparison Matmul::check_to(double factor_error, std::span<const std::byte> output) const {
  const std::span c(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  // All factors lie in [-1, 1], so no sum of |a||b| exceeds K.
  common::Tolerance tolerance = common::sum_tolerance(static_cast<std::size_t>(shape_.k), shape_.k);
  // Changed factors: a product, 1/3 in the root mean square, changes by up to twice that part of itself, the sum of K of them
  // like a random walk. Five times that.
  const double rounding_error = factor_error * std::sqrt(shape_.k) / 3.0;
  tolerance.absolute += 10.0 * rounding_error;
  if (!reference_.empty())
    return common::compare(c, reference_, tolerance);

  // Too large for three loops. Freivalds (1977): for a random vector x, C x must equal A (B x). A wrong C passes only if its
  // error happens to be orthogonal to x, and to the next random vector, and the next. That is three products of a matrix and
  // a vector instead of one of matrices.
  constexpr unsigned trials = 4;
  std::vector<float> got;
  std::vector<double> want;
  for (unsigned trial = 0; trial < trials; ++trial) {
    const std::vector<float> x = common::random_floats(elements(shape_.n, 1), 1000 + trial);
    const std::vector<double> bx = multiply_in_double(b_, x, {shape_.k, 1, shape_.n});
    const std::vector<double> cx = multiply_in_double(c, x, {shape_.m, 1, shape_.n});
    for (int i = 0; i < shape_.m; ++i) {
      double sum = 0.0;
      for (int p = 0; p < shape_.k; ++p)
        sum += a_[elements(i, shape_.k) + p] * bx[p];
      want.push_back(sum);
      got.push_back(static_cast<float>(cx[i]));
    }
  }
  // The inputs have random signs, so the roundings have, too: an element's error is about u K / 4 (u: the unit roundoff; K
  // partial sums that grow like a random walk), and the errors of the N elements of a row add up by their root. Ten times
  // that is far more than any right kernel does, and far less than one wrong element. NaN and Inf in C reach the sums.
  const double element_error = 0.25 * 0x1p-24 * shape_.k + rounding_error;
  common::Comparison result =
      common::compare(got, want, {10.0 * element_error * std::sqrt(shape_.n), 0x1p-23, false});
  // x has the mean square 1/3, so the sum of an element's error over a row has N/3 times its mean square.
  result.error *= std::sqrt(3.0 / shape_.n);
  return result;
}
// [/check]

std::string Matmul::place(std::size_t index) const {
  return reference_.empty() ? fmt::format("row {} (of a sum over the row)",
                                          index % static_cast<std::size_t>(shape_.m))
                            : harness::row_and_column(static_cast<std::size_t>(shape_.n))(index);
}

Operands Matmul::operands() const {
  return {shape_, a_, b_, a_on_device_, b_on_device_};
}

std::vector<harness::Step> Matmul::steps() const {
  return steps_for(*this);
}

std::vector<harness::Peer> Matmul::peers(const harness::Session& session) const {
  return peers_for(*this, session);
}

const std::vector<std::string>& problems() {
  static const std::vector<std::string> names{"product", "batch", "layer"};
  return names;
}

namespace {

Shape parse_shape(const std::string& size) {
  const std::vector<int> mnk = harness::parse_size(size, 3, 0);
  if (mnk[0] == 0 || mnk[1] == 0)
    throw common::UsageError(fmt::format(
        "the size '{}' makes no sense: M and N must be at least 1, because a product without "
        "elements has nothing to compute.",
        size));
  const Shape shape{mnk[0], mnk[1], mnk[2]};
  for (const std::size_t count :
       {elements(shape.m, shape.k), elements(shape.k, shape.n), elements(shape.m, shape.n)})
    if (count > std::numeric_limits<int>::max())
      throw common::UsageError(
          fmt::format("the size {} is too large: a matrix may have 2^31 - 1 elements, because "
                      "the kernels count them with int.",
                      size));
  return shape;
}

} // namespace

harness::CaseStudy case_study(const Task& task) {
  if (task.in_a_row > 1 && task.problem != "product")
    throw common::UsageError("--in-a-row is for --problem product only.");
  harness::CaseStudy study{
      .chapter = "15_matmul",
      .quick_sizes = {"129x65x33"},
      .default_sizes = {"512"},
      .check_sizes = {"1", "31", "64", "100x1x1", "1x100x37", "3x5x0", "5x3x1100", "1000x1x1023",
                      "127x129x65", "256x192x320"},
      .bench_sizes = {"256", "512", "1024"},
      .tiny_size = "17x9x33",
      .own_options = {"--problem", task.problem},
      .make = [task](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
        if (task.problem == "layer")
          return std::make_unique<Layer>(parse_shape(size), seed);
        return std::make_unique<Matmul>(parse_shape(size), seed, task.in_a_row);
      }};
  if (task.problem == "layer")
    study.bench_sizes = {"1024x1024x64", "1024x1024x256", "1024x1024x1024"};
  if (task.problem == "batch") {
    study.quick_sizes = {"33x17x20*9"};
    study.default_sizes = {"32*256"};
    study.check_sizes = {"1",         "1*100",       "3x5x0*7",   "16*33",
                         "17x9x33*5", "31*10",       "100x1x1*3", "1x100x37*13",
                         "32*100",    "36x20x44*11", "64*2",      "65x33x130*3"};
    // The numbers of all matrices together are the same.
    study.bench_sizes = {"16*16384", "32*4096", "64*1024", "128*256"};
    study.tiny_size = "17x9x33*5";
    study.make = [](const std::string& size, unsigned seed) { return batch_of(size, seed); };
  }
  return study;
}

} // namespace matmul
