// The problem of this chapter, and its references on the host.

#include "filters.hpp"

#include "chapters/17_images_and_samplers/lab/formats.hpp"
#include "common/error.hpp"
#include "harness/lab/cores.hpp"
#include "peers.hpp"
#include "steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <numbers>
#include <numeric>

namespace filters {
namespace {

bool is_grey(Kind kind) {
  return kind == Kind::median || kind == Kind::gabor;
}

std::size_t pixels_of(const common::Image& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

// The first number of the pixel that stands for (x, y): outside the picture, that of its edge.
std::size_t at(const common::Image& image, int x, int y) {
  const int column = std::clamp(x, 0, image.width - 1), row = std::clamp(y, 0, image.height - 1);
  return (static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) +
          static_cast<std::size_t>(column)) *
         static_cast<std::size_t>(image.channels);
}

void check_size(const common::Image& image) {
  const double numbers = 1.0 * image.width * image.height;
  if (numbers > std::numeric_limits<int>::max())
    throw common::UsageError(
        fmt::format("a picture of {}x{} is too large: the kernels count its pixels with int.",
                    image.width, image.height));
}

} // namespace

const std::vector<std::string>& filter_names() {
  static const std::vector<std::string> names{"red-eye", "snn", "gaussian", "gabor", "median"};
  return names;
}

Setup make_setup(const std::string& name, int radius, int pairs) {
  const auto found = std::find(filter_names().begin(), filter_names().end(), name);
  if (found == filter_names().end())
    throw common::UsageError(fmt::format("there is no filter '{}': take one of {}.", name,
                                         fmt::join(filter_names(), ", ")));
  Setup setup;
  setup.kind = static_cast<Kind>(found - filter_names().begin());
  constexpr std::array<int, 5> usual{0, 5, 2, 5, 2}, least{0, 1, 0, 1, 1}, most{0, 15, 31, 15, 3};
  const auto n = static_cast<std::size_t>(setup.kind);
  setup.radius = radius < 0 ? usual.at(n) : radius;
  setup.pairs = pairs;
  if (setup.radius < least.at(n) || setup.radius > most.at(n))
    throw common::UsageError(fmt::format("the filter {} takes radii from {} to {}: {} is none.",
                                         name, least.at(n), most.at(n), setup.radius));
  if (pairs != 1 && pairs != 2)
    throw common::UsageError(fmt::format("there are 1 or 2 pairs to choose from, not {}.", pairs));
  return setup;
}

// [bell]
std::vector<float> bell(int radius) {
  const double sigma = std::max(radius / 2.0, 0.1);
  const auto below = [&](double x) { return 0.5 * std::erf(x / (sigma * std::numbers::sqrt2)); };
  std::vector<double> cells;
  for (int x = -radius; x <= radius; ++x)
    cells.push_back(below(x + 0.5) - below(x - 0.5));
  const double sum = std::accumulate(cells.begin(), cells.end(), 0.0);
  std::vector<float> weights;
  for (const double cell : cells)
    weights.push_back(static_cast<float>(cell / sum));
  return weights;
}
// [/bell]

// [gabor]
std::vector<float> gabor(int radius, double lambda, double theta, double psi, double sigma,
                         double gamma) {
  std::vector<double> values;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x) {
      const double along = x * std::cos(theta) + y * std::sin(theta);
      const double across = -x * std::sin(theta) + y * std::cos(theta);
      values.push_back(
          std::exp(-(along * along + gamma * gamma * across * across) / (2.0 * sigma * sigma)) *
          std::cos(2.0 * std::numbers::pi * along / lambda + psi));
    }
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  std::vector<float> weights;
  for (const double value : values)
    weights.push_back(static_cast<float>(value - mean));
  return weights;
}

std::vector<float> gabor_bank(const Setup& setup) {
  std::vector<float> bank;
  for (int d = 0; d < Setup::directions; ++d) {
    const std::vector<float> one =
        gabor(setup.radius, setup.lambda, std::numbers::pi * d / Setup::directions, 0.0,
              setup.radius / 2.0, 0.5);
    bank.insert(bank.end(), one.begin(), one.end());
  }
  return bank;
}
// [/gabor]

std::vector<double> red_eye_on_host(const common::Image& image, float threshold) {
  std::vector<double> output(image.pixels.begin(), image.pixels.end());
  for (std::size_t k = 0; k < output.size(); k += 4) {
    const double red = 0.5133333 * output[k], green = output[k + 1],
                 blue = 0.1933333 * output[k + 2];
    const double t = 255.0 * 2.0 * (double{threshold} - 0.4);
    if (red >= green - t && red >= blue - t)
      output[k] = std::min(255.0, (green + blue) / (2.0 * 0.5133333));
  }
  return output;
}

// [snn]
std::vector<double> snn_on_host(const common::Image& image, int radius, int pairs, Axes axes) {
  std::vector<double> output(image.pixels.size());
  harness::on_all_cores(image.height, [&](int y) {
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* centre = &image.pixels[at(image, x, y)];
      std::array<int, 3> sum{};
      int count = 0;
      for (int v = -radius; v <= 0; ++v)
        for (int u = -radius; u <= (pairs == 2 ? 0 : v < 0 ? radius : 0); ++u) {
          const std::uint8_t* best = centre;
          int least = std::numeric_limits<int>::max();
          const std::array<std::array<int, 2>, 4> mirrors{{{u, v}, {-u, -v}, {-u, v}, {u, -v}}};
          for (int m = 0; m < 2 * pairs && (axes == Axes::nearest || (u != 0 && v != 0)); ++m) {
            const std::uint8_t* pixel =
                &image.pixels[at(image, x + mirrors[m][0], y + mirrors[m][1])];
            int distance = 0;
            for (int c = 0; c < 3; ++c)
              distance += (pixel[c] - centre[c]) * (pixel[c] - centre[c]);
            if (distance < least) {
              least = distance;
              best = pixel;
            }
          }
          for (std::size_t c = 0; c < 3; ++c)
            sum[c] += best[c];
          ++count;
        }
      double* result = &output[at(image, x, y)];
      for (std::size_t c = 0; c < 3; ++c)
        result[c] = static_cast<double>(sum[c]) / count;
      result[3] = centre[3];
    }
  });
  return output;
}
// [/snn]

std::vector<double> gaussian_on_host(const common::Image& image,
                                     const std::vector<float>& weights) {
  const int radius = static_cast<int>(weights.size()) / 2;
  std::vector<double> middle(image.pixels.size(), 0.0), output(image.pixels.size(), 0.0);
  const auto pass = [&](const auto& from, std::vector<double>& to, int across, int down) {
    harness::on_all_cores(image.height, [&](int y) {
      for (int x = 0; x < image.width; ++x)
        for (int k = -radius; k <= radius; ++k)
          for (std::size_t c = 0; c < 4; ++c)
            to[at(image, x, y) + c] += double{weights[static_cast<std::size_t>(radius + k)]} *
                                       from[at(image, x + k * across, y + k * down) + c];
    });
  };
  pass(image.pixels, middle, 0, 1);
  pass(middle, output, 1, 0);
  return output;
}

// [median]
// Huang's way: how often each value occurs in the window is counted, and the counts go along with it.
std::vector<std::uint8_t> median_on_host(const common::Image& image, int radius) {
  std::vector<std::uint8_t> output(image.pixels.size());
  const int half = (2 * radius + 1) * (2 * radius + 1) / 2;
  harness::on_all_cores(image.height, [&](int y) {
    std::array<int, 256> counts{};
    const auto count = [&](int x, int change) {
      for (int j = -radius; j <= radius; ++j)
        counts[image.pixels[at(image, x, y + j)]] += change;
    };
    for (int i = -radius; i <= radius; ++i)
      count(i, 1);
    for (int x = 0; x < image.width; ++x) {
      std::size_t value = 0;
      for (int smaller = counts[0]; smaller <= half; smaller += counts[value])
        ++value;
      output[at(image, x, y)] = static_cast<std::uint8_t>(value);
      count(x - radius, -1);
      count(x + radius + 1, 1);
    }
  });
  return output;
}
// [/median]

std::vector<double> gabor_on_host(const common::Image& image, const Setup& setup) {
  const std::vector<float> bank = gabor_bank(setup);
  const int side = 2 * setup.radius + 1;
  std::vector<double> output(pixels_of(image) * Setup::directions, 0.0);
  harness::on_all_cores(image.height, [&](int y) {
    for (int x = 0; x < image.width; ++x)
      for (int d = 0; d < Setup::directions; ++d)
        for (int j = 0; j < side; ++j)
          for (int i = 0; i < side; ++i)
            output[at(image, x, y) * Setup::directions + static_cast<std::size_t>(d)] +=
                double{bank[static_cast<std::size_t>((d * side + j) * side + i)]} *
                image.pixels[at(image, x - setup.radius + i, y - setup.radius + j)];
  });
  return output;
}

Filter::Filter(const Setup& setup, int width, int height, unsigned seed)
    : setup_(setup), seed_(seed), image_{width, height, is_grey(setup.kind) ? 1 : 4, {}} {
  check_size(image_);
}

Filter::Filter(const Setup& setup, const common::Image& picture)
    : setup_(setup), image_(common::with_channels(picture, is_grey(setup.kind) ? 1 : 4)) {
  check_size(image_);
}

std::string Filter::size() const {
  return fmt::format("{}x{}", image_.width, image_.height);
}

// [cost]
// Operations of the definition, whatever the steps compute (a comparison counts as one); each pixel once in and once out.
harness::Cost Filter::cost() const {
  const double pixels = static_cast<double>(pixels_of(image_));
  const double side = 2.0 * setup_.radius + 1.0;
  switch (setup_.kind) {
  case Kind::red_eye:
    return {9.0 * pixels, 32.0 * pixels};
  case Kind::snn: {
    const double places =
        setup_.pairs == 2 ? std::pow(setup_.radius + 1.0, 2) - 1.0 : (side * side - 1.0) / 2.0;
    // A distance is 8, a choice 1, the sum 3.
    return {places * (setup_.pairs == 2 ? 4 * 8 + 3 + 3 : 2 * 8 + 1 + 3) * pixels, 32.0 * pixels};
  }
  case Kind::gaussian:
    return {2.0 * 2.0 * side * 4.0 * pixels, 32.0 * pixels};
  case Kind::gabor:
    return {2.0 * Setup::directions * side * side * pixels, 12.0 * pixels};
  case Kind::median:
    break;
  }
  return {side * side * std::log2(side * side) * pixels,
          2.0 * pixels}; // as if each window were sorted
}
// [/cost]

std::size_t Filter::output_bytes() const {
  const std::size_t of_a_pixel = setup_.kind == Kind::median  ? 1
                                 : setup_.kind == Kind::gabor ? 8
                                                              : 16;
  return of_a_pixel * pixels_of(image_);
}

void Filter::upload(const harness::Session& session) {
  const std::size_t count = pixels_of(image_) * static_cast<std::size_t>(image_.channels);
  harness::require_device_memory(session.device, {4 * count, count, output_bytes()});
  if (image_.pixels.empty()) {
    for (const float value : common::random_floats(count, seed_, 0.0F, 256.0F))
      image_.pixels.push_back(static_cast<std::uint8_t>(std::min(value, 255.5F)));
  }
  std::vector<float> weights{0.0F};
  if (setup_.kind == Kind::red_eye) {
    reference_ = red_eye_on_host(image_, setup_.threshold);
  } else if (setup_.kind == Kind::snn) {
    reference_ = snn_on_host(image_, setup_.radius, setup_.pairs);
  } else if (setup_.kind == Kind::gaussian) {
    weights = bell(setup_.radius);
    reference_ = gaussian_on_host(image_, weights);
  } else if (setup_.kind == Kind::gabor) {
    weights = gabor_bank(setup_);
    reference_ = gabor_on_host(image_, setup_);
  } else {
    const std::vector<std::uint8_t> medians = median_on_host(image_, setup_.radius);
    reference_.assign(medians.begin(), medians.end());
  }
  const auto copy = [&](auto& values) {
    return cl::Buffer(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                      values.size() * sizeof(values[0]), values.data());
  };
  weights_ = copy(weights);
  bytes_ = copy(image_.pixels);
  picture_ = cl::Image2D();
  if (setup_.kind == Kind::median) {
    input_ = bytes_;
    return;
  }
  std::vector<float> floats(image_.pixels.begin(), image_.pixels.end());
  input_ = copy(floats);
  if (image_.channels == 4 &&
      images::image_obstacle(session.device, cl::ImageFormat(CL_RGBA, CL_FLOAT), image_.width,
                             image_.height)
          .empty())
    picture_ =
        cl::Image2D(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                    cl::ImageFormat(CL_RGBA, CL_FLOAT), static_cast<std::size_t>(image_.width),
                    static_cast<std::size_t>(image_.height), 0, floats.data());
}

// A value within this distance of a choice may fall on either side, as floats are rounded.
constexpr double undecided = 1e-3;

common::Comparison Filter::check_red_eye(std::span<const float> got) const {
  std::vector<double> want = reference_;
  for (std::size_t k = 0; k + 3 < std::min(got.size(), want.size()); k += 4) {
    const double red = 0.5133333 * image_.pixels[k], t = 510.0 * (double{setup_.threshold} - 0.4);
    const double green = image_.pixels[k + 1], blue = 0.1933333 * image_.pixels[k + 2];
    const double other = want[k] == image_.pixels[k]
                             ? std::min(255.0, (green + blue) / (2.0 * 0.5133333))
                             : image_.pixels[k];
    if (std::abs(red - (std::max(green, blue) - t)) < undecided &&
        std::abs(got[k] - other) < std::abs(got[k] - want[k]))
      want[k] = other;
  }
  return common::compare(got, want, common::sum_tolerance(8, 510.0));
}

// The largest response, and a direction that has it.
common::Comparison Filter::check_gabor(std::span<const float> got) const {
  const std::vector<float> bank = gabor_bank(setup_);
  const double magnitude = std::accumulate(bank.begin(), bank.end(), 0.0,
                                           [](double sum, float w) { return sum + std::abs(w); });
  const common::Tolerance tolerance =
      common::sum_tolerance(bank.size() / Setup::directions, 255.0 * magnitude / Setup::directions);
  std::vector<double> want;
  for (std::size_t k = 0; k < pixels_of(image_); ++k) {
    const double* responses = &reference_[k * Setup::directions];
    const double* best = std::max_element(responses, responses + Setup::directions);
    want.push_back(*best);
    double direction = static_cast<double>(best - responses);
    if (2 * k + 1 < got.size() && got[2 * k + 1] != direction)
      for (int d = 0; d < Setup::directions; ++d) // two may have nearly the same response
        if (got[2 * k + 1] == static_cast<float>(d) &&
            responses[d] > *best - 2.0 * tolerance.absolute)
          direction = d;
    want.push_back(direction);
  }
  return common::compare(got, want, {tolerance.absolute, tolerance.relative});
}

common::Comparison Filter::check(std::span<const std::byte> output) const {
  if (setup_.kind == Kind::median) {
    const std::span got(reinterpret_cast<const unsigned char*>(output.data()), output.size());
    const std::vector<unsigned char> want(reference_.begin(), reference_.end());
    return common::compare(got, std::span<const unsigned char>(want));
  }
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  if (setup_.kind == Kind::red_eye)
    return check_red_eye(got);
  if (setup_.kind == Kind::gabor)
    return check_gabor(got);
  // The SNN mean is a sum of whole numbers, divided once.
  const std::size_t terms =
      setup_.kind == Kind::snn ? 2 : 4 * static_cast<std::size_t>(setup_.radius) + 2;
  return common::compare(got, reference_, common::sum_tolerance(terms, 255.0));
}

common::Comparison Filter::check_bytes(std::span<const std::byte> output) const {
  std::vector<unsigned char> got, want;
  for (std::size_t k = 0; k < reference_.size() && k < output.size(); ++k) {
    got.push_back(std::to_integer<unsigned char>(output[k]));
    want.push_back(static_cast<unsigned char>(std::floor(reference_[k] + 0.5)));
  }
  return common::compare(std::span<const unsigned char>(got), std::span<const unsigned char>(want));
}

std::string Filter::place(std::size_t index) const {
  const std::size_t numbers = setup_.kind == Kind::median ? 1 : setup_.kind == Kind::gabor ? 2 : 4;
  const auto width = static_cast<std::size_t>(image_.width);
  return fmt::format("x {}, y {}, number {} of the pixel", index / numbers % width,
                     index / numbers / width, index % numbers);
}

std::string Filter::kind() const {
  const std::string& name = filter_names().at(static_cast<std::size_t>(setup_.kind));
  return setup_.kind == Kind::red_eye ? name
         : setup_.kind == Kind::snn
             ? fmt::format("{}, radius {}, pairs {}", name, setup_.radius, setup_.pairs)
             : fmt::format("{}, radius {}", name, setup_.radius);
}

std::vector<harness::Step> Filter::steps() const {
  return steps_for(*this);
}

std::vector<harness::Peer> Filter::peers(const harness::Session& session) const {
  return peers_for(*this, session);
}

harness::CaseStudy case_study(const Setup& setup) {
  return {.chapter = "20_image_filters",
          .quick_sizes = {"33x17"},
          .default_sizes = {"512"},
          .check_sizes = {"1", "1x31", "31x1", "5x3", "2x64", "33x65", "127x129", "1000x31", "256"},
          .bench_sizes = {"512", "2048x1024"},
          .make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
            const std::vector<int> extents = harness::parse_size(size, 2);
            return std::make_unique<Filter>(setup, extents[0], extents[1], seed);
          }};
}

} // namespace filters
