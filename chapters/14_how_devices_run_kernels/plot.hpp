#pragma once

// The program's plot: a roof, and points below it.

#include "common/draw.hpp"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

struct Point {
  std::string name;
  double intensity, gflops; // FLOP for each byte, and 10^9 FLOP in a second
};

inline common::Image draw(const std::vector<Point>& points, double gbps, double peak) {
  common::Image image = common::canvas(760, 500);
  // Both axes are logarithmic: from 1/16 to 256 FLOP for each byte, and up to twice the peak.
  const auto x = [](double intensity) { return 88 + int(52 * std::log2(16 * intensity)); };
  const auto y = [&](double gflops) { return 30 + int(100 * std::log10(2 * peak / gflops)); };
  for (double i = 1.0 / 16; i <= 256; i *= 4) {
    common::line(image, x(i), 30, x(i), 430, common::pale, 1);
    common::write(image, x(i) - 12, 440, fmt::format("{:.3g}", i));
  }
  for (double g = std::pow(10, std::floor(std::log10(2 * peak))); y(g) < 430; g /= 10) {
    common::line(image, x(1.0 / 16), y(g), x(256), y(g), common::pale, 1);
    common::write(image, 4, y(g) - 7, fmt::format("{:>6g}", g));
  }
  common::write(image, 4, 8, "GFLOP/s");
  common::write(image, 300, 470, "FLOP for each byte");
  const double ridge = peak / gbps; // where the two parts of the roof meet
  common::line(image, x(1.0 / 16), y(gbps / 16), x(ridge), y(peak), common::ink, 3);
  common::line(image, x(ridge), y(peak), x(256), y(peak), common::ink, 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int px = x(points[i].intensity), py = y(points[i].gflops);
    common::fill(image, px - 6, py - 6, 12, 12, common::palette[i % 6]);
    const int up = i < 3 ? 0 : 16 * (i - 3); // the names of the chains are above each other
    common::write(image, px + 12, py + 4 - up, points[i].name, common::palette[i % 6]);
  }
  return image;
}
