// The problem of chapter 23: sizes, inputs whose transforms are known, and what is compared with them.

#include "fourier.hpp"

#include "common/error.hpp"
#include "common/verify.hpp"
#include "harness/lab/cores.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/launches.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <random>

namespace fourier {
namespace {

using fft::Direction;

constexpr int largest = 1 << 26;
constexpr std::size_t part_size = 1 << 18; // numbers that one core compares

int number_in(const std::string& text, const std::string& whole) {
  const bool power = text.starts_with("2^");
  const std::string digits = power ? text.substr(2) : text;
  if (digits.empty() || digits.size() > 8 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    throw common::UsageError(fmt::format(
        "the size '{}' makes no sense: give a length such as 1000 or 2^20, two or three as in "
        "640x480, and behind them *B for B transforms.",
        whole));
  const int value = std::stoi(digits);
  if (value < (power ? 0 : 1) || value > (power ? 26 : largest))
    throw common::UsageError(
        fmt::format("the size '{}' makes no sense: lengths are between 1 and 2^26.", whole));
  return power ? 1 << value : value;
}

std::complex<double> turn(std::int64_t k, std::int64_t n) {
  return std::polar(1.0,
                    -2.0 * std::acos(-1.0) * static_cast<double>(k % n) / static_cast<double>(n));
}

// [fast]
// Forward: as many transforms of `count / p` numbers as p, the smallest prime in it, joined by sums of p terms. roots[i * step] are
// the turns by `count`-ths.
void fast(std::complex<double>* x, std::size_t count, const Numbers& roots, Numbers& scratch) {
  std::size_t p = 2;
  while (p * p <= count && count % p != 0)
    p += 1;
  if (count <= 1)
    return;
  if (count % p != 0)
    p = count;
  const std::size_t rest = count / p, step = roots.size() / count;
  for (std::size_t i = 0; i < count; ++i)
    scratch[i % p * rest + i / p] = x[i];
  std::copy_n(scratch.begin(), count, x);
  for (std::size_t m = 0; m < p; ++m)
    fast(x + m * rest, rest, roots, scratch);
  for (std::size_t k = 0; k < count; ++k) {
    std::complex<double> sum = 0.0;
    for (std::size_t m = 0, t = 0; m < p; ++m, t = (t + k) % count)
      sum += x[m * rest + k % rest] * roots[t * step];
    scratch[k] = sum;
  }
  std::copy_n(scratch.begin(), count, x);
}
// [/fast]

} // namespace

fft::Shape parse_shape(const std::string& text) {
  fft::Shape shape;
  const std::size_t star = text.find('*');
  std::string lengths = text.substr(0, star);
  if (star != text.npos)
    shape.batch = number_in(text.substr(star + 1), text);
  for (std::size_t end = 0; end != lengths.npos && shape.lengths.size() < 4;) {
    end = lengths.find('x');
    shape.lengths.push_back(number_in(lengths.substr(0, end), text));
    lengths = lengths.substr(end == lengths.npos ? 0 : end + 1);
  }
  if (shape.lengths.size() > 3)
    throw common::UsageError(
        fmt::format("the size '{}' makes no sense: it has more than three lengths.", text));
  if (shape.count() > std::int64_t{1} << 30)
    throw common::UsageError(
        fmt::format("the size '{}' is too large: more than 2^30 numbers.", text));
  return shape;
}

std::string shape_text(const fft::Shape& shape) {
  return fmt::format("{}{}", fmt::join(shape.lengths, "x"),
                     shape.batch > 1 ? fmt::format("*{}", shape.batch) : "");
}

// [definition]
Numbers by_definition(const Numbers& x, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size());
  Numbers X(x.size());
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = 0; i < n; ++i) {
      const std::complex<double> w = turn(k * i, n);
      X[static_cast<std::size_t>(k)] +=
          x[static_cast<std::size_t>(i)] *
          (direction == Direction::forward ? w : std::conj(w) / double(n));
    }
  return X;
}
// [/definition]

Numbers transformed(Numbers x, const std::vector<int>& lengths, Direction direction) {
  const bool inverse = direction == Direction::inverse;
  for (auto& z : x)
    z = inverse ? std::conj(z) : z;
  std::size_t stride = 1;
  for (const int length : lengths) {
    const auto n = static_cast<std::size_t>(length), lines = x.size() / n;
    Numbers roots(n);
    for (std::size_t k = 0; k < n; ++k)
      roots[k] = turn(static_cast<std::int64_t>(k), length);
    const std::size_t each = std::max<std::size_t>(1, 4096 / n); // lines for a core at a time
    harness::on_all_cores(static_cast<int>(harness::ceil_div(lines, each)), [&](int part) {
      Numbers line(n), scratch(n);
      const std::size_t first = static_cast<std::size_t>(part) * each;
      for (std::size_t l = first; l < std::min(first + each, lines); ++l) {
        std::complex<double>* const at = x.data() + l / stride * stride * n + l % stride;
        for (std::size_t i = 0; i < n; ++i)
          line[i] = at[i * stride];
        fast(line.data(), n, roots, scratch);
        for (std::size_t i = 0; i < n; ++i)
          at[i * stride] = line[i];
      }
    });
    stride *= n;
  }
  for (auto& z : x)
    z = inverse ? std::conj(z) / static_cast<double>(x.size()) : z;
  return x;
}

double weight(int b) {
  return static_cast<double>(b % 1021) / 1024.0;
}

// [cost]
// 5 N log2 N is what everybody counts, so that numbers can be compared: a fast transform of a power of two takes about so many.
harness::Cost Fourier::cost() const {
  const double all = static_cast<double>(shape.count()), n = all / shape.batch;
  const double flop = 5.0 * all * std::max(std::log2(n), 1.0) * (shape.real ? 0.5 : 1.0);
  const double half = std::floor(n / 2.0) + 1.0;
  return {flop, shape.real ? shape.batch * (4.0 * n + 8.0 * half) : 16.0 * all};
}
// [/cost]

std::size_t Fourier::output_bytes() const {
  const auto all = static_cast<std::size_t>(shape.count()),
             batch = static_cast<std::size_t>(shape.batch);
  if (!shape.real)
    return 8 * all;
  return direction == Direction::forward ? 8 * (all / batch / 2 + 1) * batch : 4 * all;
}

// [upload]
void Fourier::upload(const harness::Session& session) {
  const auto n = static_cast<std::size_t>(shape.count() / shape.batch);
  const std::size_t half = n / 2 + 1;
  const bool inverse = direction == Direction::inverse;
  if (shape.real && shape.lengths.size() > 1)
    throw common::UsageError("real transforms have one dimension.");
  harness::require_device_memory(session.device, {8 * static_cast<std::size_t>(shape.count()),
                                                  8 * static_cast<std::size_t>(shape.count())});
  // Multiples of 1/1024 between -1 and 1: with a weight, 20 digits.
  std::mt19937 random(seed_);
  const auto draw = [&] { return static_cast<double>(random() % 2049) / 1024.0 - 1.0; };
  Numbers both[2];
  for (Numbers& x : both) {
    x.resize(n);
    for (auto& z : x) {
      const double re = draw(), im = draw(); // in this order
      z = {re, shape.real && !inverse ? 0.0 : im};
    }
    if (shape.real && inverse) // so that its transform is real
      for (std::size_t k = 0; k < half; ++k) {
        if ((n - k) % n == k)
          x[k] = x[k].real();
        x[(n - k) % n] = std::conj(x[k]);
      }
  }
  first_ = transformed(both[0], shape.lengths, direction);
  second_ = transformed(both[1], shape.lengths, direction);
  double squares = 0.0;
  for (const auto& z : first_)
    squares += std::norm(z);
  size_of_results_ = std::sqrt(squares / static_cast<double>(n));

  const std::size_t used = shape.real && inverse ? half : n;
  const std::size_t floats = shape.real && !inverse ? 1 : 2;
  values.resize(floats * used * static_cast<std::size_t>(shape.batch));
  harness::on_all_cores(shape.batch, [&](int b) {
    float* to = values.data() + floats * used * static_cast<std::size_t>(b);
    for (std::size_t i = 0; i < used; ++i) {
      const std::complex<double> z = both[0][i] + weight(b) * both[1][i];
      *to++ = static_cast<float>(z.real());
      if (floats == 2)
        *to++ = static_cast<float>(z.imag());
    }
  });
  input = cl::Buffer(session.context, CL_MEM_READ_ONLY, values.size() * sizeof(float));
  session.queue.enqueueWriteBuffer(input, CL_TRUE, 0, values.size() * sizeof(float), values.data());
}
// [/upload]

double Fourier::want(std::size_t index) const {
  const std::size_t n = first_.size(), numbers = shape.real ? n / 2 + 1 : n;
  if (shape.real && direction == Direction::inverse)
    return first_[index % n].real() +
           weight(static_cast<int>(index / n)) * second_[index % n].real();
  const std::size_t i = index / 2 % numbers;
  const auto b = static_cast<int>(index / 2 / numbers);
  const std::complex<double> z = first_[i] + weight(b) * second_[i];
  return index % 2 == 0 ? z.real() : z.imag();
}

// [check]
common::Comparison Fourier::check_with(double times, std::span<const std::byte> output) const {
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  // Each of log2 N stages adds errors of some roundings to numbers that are all about as large. u: the unit roundoff.
  constexpr double u = 0x1p-24;
  const double stages = 2.0 + std::log2(static_cast<double>(first_.size()));
  const double largest = times * 12.0 * u * stages * (2.0 * size_of_results_ + 1e-6);
  std::vector<common::Comparison> parts(harness::ceil_div(got.size(), part_size));
  harness::on_all_cores(static_cast<int>(parts.size()), [&](int part) {
    const std::size_t begin = static_cast<std::size_t>(part) * part_size;
    std::vector<double> wanted(std::min(part_size, got.size() - begin));
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wanted[i] = want(begin + i);
    common::Comparison& found = parts[static_cast<std::size_t>(part)];
    found = common::compare(got.subspan(begin, wanted.size()), wanted, {largest, 0.0, false});
    found.worst.index += begin;
    for (common::Mismatch& mismatch : found.first)
      mismatch.index += begin;
  });
  common::Comparison all;
  for (const common::Comparison& part : parts) {
    if (part.wrong > 0 && (all.wrong == 0 || !(std::abs(part.worst.got - part.worst.want) <=
                                               std::abs(all.worst.got - all.worst.want))))
      all.worst = part.worst;
    all.compared += part.compared;
    all.wrong += part.wrong;
    for (std::size_t i = 0; i < part.first.size() && all.first.size() < 5; ++i)
      all.first.push_back(part.first[i]);
  }
  return all;
}
// [/check]

double Fourier::relative_error(std::span<const std::byte> output) const {
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  double errors = 0.0, all = 0.0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    errors += (got[i] - want(i)) * (got[i] - want(i));
    all += want(i) * want(i);
  }
  return std::sqrt(errors / all);
}

std::string Fourier::place(std::size_t index) const {
  const bool floats = shape.real && direction == Direction::inverse;
  const std::size_t n = first_.size(), numbers = shape.real && !floats ? n / 2 + 1 : n;
  const std::size_t number = floats ? index : index / 2;
  return fmt::format("{} {} of transform {}",
                     floats           ? "number"
                     : index % 2 == 0 ? "real part of number"
                                      : "imaginary part of number",
                     number % numbers, number / numbers);
}

harness::CaseStudy case_study(bool real, Direction direction) {
  harness::CaseStudy study;
  study.chapter = "23_fourier";
  study.quick_sizes = {"256*9"};
  study.default_sizes = {"1024*64"};
  study.check_sizes = {"1",       "2*5",    "16*3",    "31",    "1000*3", "1001",   "1023",
                       "1024*33", "8192*2", "65536*2", "60x48", "64x32",  "17x1x3", "8x12x16*2"};
  study.bench_sizes = {"256*16384", "1024*4096", "4096*1024", "65536*64"};
  study.tiny_size = "32*3"; // two stages, and fewer lines than a group takes
  if (real) {
    study.check_sizes = {"1", "2*5", "31*2", "1000*3", "1024*33", "8192*2"};
    study.own_options.emplace_back("--real");
  }
  if (direction == Direction::inverse)
    study.own_options.emplace_back("--inverse");
  study.make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
    fft::Shape shape = parse_shape(size);
    shape.real = real;
    return std::make_unique<Fourier>(shape, direction, seed);
  };
  return study;
}

} // namespace fourier
