// The filters and the borders.

#include "filter.hpp"

#include "common/error.hpp"
#include "common/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <numeric>

namespace convolution {
namespace {

// Computed in double; the weights add up to 1 before they are rounded to float.
Filter normalised(std::string name, int width, int height, const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  Filter filter{std::move(name), width, height, {}};
  for (const double weight : weights)
    filter.weights.push_back(static_cast<float>(weight / sum));
  return filter;
}

void check_extents(const std::string& name, int width, int height) {
  const auto fits = [](int extent) { return extent >= 1 && extent <= largest_filter_extent; };
  if (!fits(width) || !fits(height))
    throw common::UsageError(
        fmt::format("a {} filter of {}x{} is out of range: give sizes from 1x1 to {}x{}.", name,
                    width, height, largest_filter_extent, largest_filter_extent));
}

void check_sigma(double sigma) {
  if (!(sigma >= smallest_sigma && sigma <= largest_sigma))
    throw common::UsageError(
        fmt::format("sigma = {} is out of range: give at least {} and at most {}.", sigma,
                    smallest_sigma, largest_sigma));
}

constexpr double pi = 3.14159265358979323846;

std::size_t elements(int width, int height) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

} // namespace

double Filter::sum() const {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

double Filter::sum_of_magnitudes() const {
  return std::accumulate(weights.begin(), weights.end(), 0.0,
                         [](double sum, float weight) { return sum + std::fabs(weight); });
}

Filter identity() {
  return {"identity", 1, 1, {1}};
}

Filter box(int width, int height) {
  check_extents("box", width, height);
  return normalised("box", width, height, std::vector<double>(elements(width, height), 1.0));
}

// [gaussian]
Filter gaussian(double sigma) {
  check_sigma(sigma);
  const int radius = static_cast<int>(std::ceil(3.0 * sigma));
  std::vector<double> weights;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x)
      weights.push_back(std::exp(-(x * x + y * y) / (2.0 * sigma * sigma)));
  return normalised("gaussian", 2 * radius + 1, 2 * radius + 1, weights);
}
// [/gaussian]

// [cut]
Filter cut_gaussian(double sigma) {
  check_sigma(sigma);
  const int radius = std::min(static_cast<int>(3.0 * sigma), 23);
  Filter filter{"cut-gaussian", 2 * radius + 1, 2 * radius + 1, {}};
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x) {
      const double r2 = x * x + y * y, variance = sigma * sigma;
      const double bell = std::exp(-r2 / (2.0 * variance)) / (2.0 * pi * variance);
      filter.weights.push_back(r2 <= 9.0 * variance ? static_cast<float>(bell) : 0.0F);
    }
  return filter; // not normalised
}
// [/cut]

// [fixed]
Filter sobel_x() {
  return {"sobel-x", 3, 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}};
}

Filter sobel_y() {
  return {"sobel-y", 3, 3, {-1, -2, -1, 0, 0, 0, 1, 2, 1}};
}

Filter sharpen() {
  return {"sharpen", 3, 3, {0, -1, 0, -1, 5, -1, 0, -1, 0}};
}

Filter emboss() {
  return {"emboss", 3, 3, {-2, -1, 0, -1, 0, 1, 0, 1, 2}};
}
// [/fixed]

Filter motion_blur(int length) {
  check_extents("motion blur", length, length);
  const int radius = length / 2;
  const double half = (length - 1) / 2.0;
  const double slope = std::sqrt(0.5); // cosine and sine of 45 degrees
  std::vector<double> weights;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x) {
      // Along the line and across it; rows go downwards, so the line rises with falling y.
      const double along = slope * (x - y);
      const double across = slope * (x + y);
      const double beyond_end = std::max(std::fabs(along) - half, 0.0);
      weights.push_back(std::max(1.0 - std::hypot(across, beyond_end), 0.0));
    }
  return normalised("motion", 2 * radius + 1, 2 * radius + 1, weights);
}

Filter random_filter(int width, int height, unsigned seed) {
  check_extents("random", width, height);
  return {"random", width, height, common::random_floats(elements(width, height), seed)};
}

const std::vector<std::string>& filter_names() {
  static const std::vector<std::string> names{"identity", "box",     "gaussian", "cut-gaussian",
                                              "sobel-x",  "sobel-y", "sharpen",  "emboss",
                                              "motion",   "random"};
  return names;
}

Filter make_filter(const std::string& name, const FilterParameters& parameters) {
  if (name == "identity")
    return identity();
  if (name == "box")
    return box(parameters.width, parameters.height);
  if (name == "gaussian")
    return gaussian(parameters.sigma);
  if (name == "cut-gaussian")
    return cut_gaussian(parameters.sigma);
  if (name == "sobel-x")
    return sobel_x();
  if (name == "sobel-y")
    return sobel_y();
  if (name == "sharpen")
    return sharpen();
  if (name == "emboss")
    return emboss();
  if (name == "motion")
    return motion_blur(7);
  if (name == "random")
    return random_filter(parameters.width, parameters.height, parameters.seed);
  throw common::UsageError(fmt::format("there is no filter '{}'; the filters are: {}", name,
                                       fmt::join(filter_names(), ", ")));
}

} // namespace convolution
