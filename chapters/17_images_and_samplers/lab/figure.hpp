#pragma once

#include "common/image.hpp"
#include "harness/lab/float_image.hpp"
#include "sampling.hpp"

#include <string>
#include <vector>

namespace images {

/// A small picture in which no two pixels are equal; its values are multiples of 1/255.
harness::ImageF small_picture();

/// Points at which a picture is sampled, from one extent before it to one after it. They are the
/// middles of cells: with an even number of cells for each pixel none lies on the edge of a pixel,
/// or in its middle, where rounding decides.
class Grid {
 public:
  /// `across` points side by side, and as many below each other for the same distance in pixels.
  Grid(const harness::ImageF& picture, int across);
  std::size_t points() const { return xs_.size() * ys_.size(); }
  cl::NDRange range() const { return {xs_.size(), ys_.size()}; }
  /// Coordinates, normalised or in pixels.
  std::vector<float> xs(bool normalized) const { return scaled(xs_, normalized ? 1 : width_); }
  std::vector<float> ys(bool normalized) const { return scaled(ys_, normalized ? 1 : height_); }

 private:
  static std::vector<float> scaled(const std::vector<double>& values, int extent);
  int width_, height_;
  std::vector<double> xs_, ys_; // normalised
};

/// Draws what each addressing mode and filter makes of the picture and of what is around it, as PNG:
/// the modes side by side, nearest above linear, each with its name. What is undefined is hatched.
/// Throws Error where the file cannot be written.
void draw_samplers(const harness::ImageF& picture, const std::string& file);

} // namespace images
