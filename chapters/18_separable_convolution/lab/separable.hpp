#pragma once

#include "common/image.hpp"
#include "harness/lab/border.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <span>
#include <string>
#include <vector>

/// Filters whose weights are a row times a column. Borders are the harness's.
namespace separable {

using harness::Border;

/// The largest radius: that of a bell with sigma 24. Steps whose code grows with the square of the radius stop at 31.
inline constexpr int largest_radius = 72;

/// What is computed, whatever the image: the weight of a pixel is that of its column times that of its row.
/// Both lines have an odd number of weights.
struct Setup {
  std::string name;
  std::vector<float> row;    ///< from left to right
  std::vector<float> column; ///< from the top
  Border border = Border::reflect;

  int rx() const { return static_cast<int>(row.size()) / 2; }
  int ry() const { return static_cast<int>(column.size()) / 2; }
};

/// 2 * radius + 1 weights that add up to 1: all the same; a bell whose sigma is a third of the radius.
std::vector<float> box(int radius);
std::vector<float> gaussian(int radius);

/// "gaussian", "box", "sobel-x", "random": the last has no symmetry, and its weights may be negative.
const std::vector<std::string>& filter_names();

/// Throws UsageError for a name that is not among them, and for a radius beyond largest_radius.
Setup make_setup(const std::string& name, int rx, int ry, Border border, unsigned seed);

/// The weights in units of 1/256: whole numbers that add up to 256, each at most 1 away from 256 times its weight. Empty
/// where a weight is negative, or where their sum is not 1.
std::vector<cl_uint> whole_weights(const std::vector<float>& weights);

/// The definition, accumulated in double: first the rows, then the columns.
std::vector<double> filter_in_double(const harness::ImageF& image, const Setup& setup);

/// The same on the bytes of which the image's values are 1/255, with whole_weights(); rounded once, exact.
std::vector<std::uint8_t> filter_bytes(const harness::ImageF& image, const Setup& setup);

/// What others would write: two passes over the whole image, one thread.
void filter_plain(const harness::ImageF& image, const Setup& setup, std::span<float> output);

/// As the step c1: 16 floats at a time in blocks of rows, by `threads` threads.
void filter_in_strips(const harness::ImageF& image, const Setup& setup, std::span<float> output,
                      unsigned threads);

/// What the steps work on: sizes in pixels, and the image in three forms on the device.
struct Operands {
  const Setup& setup;
  const harness::ImageF& image; ///< 1 channel or 4
  int out_width = 0;
  int out_height = 0;
  int units = 1;    ///< compute units of the device
  cl::Buffer input; ///< dense rows of floats
  cl::Buffer aligned_rows;
  cl::Buffer bytes; ///< dense rows, 0 to 255
  cl::Buffer aligned_bytes;
  cl::Buffer row; ///< the weights
  cl::Buffer column;
};

/// From the start of a row to that of the next in an aligned image, in pixels.
int pitch_of(int width);

class Separable : public harness::Problem {
 public:
  /// Random bytes / 255; upload() makes them.
  Separable(Setup setup, int width, int height, int channels, unsigned seed);
  /// A picture of bytes / 255.
  Separable(Setup setup, harness::ImageF picture);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  /// check() where a step adds so many more numbers than the filter has weights.
  common::Comparison check_sums(std::span<const std::byte> output, std::size_t more_terms) const;
  /// check() of an output of bytes: they are whole numbers, so the tolerance is 0.
  common::Comparison check_bytes(std::span<const std::byte> output) const;
  std::string place(std::size_t index) const override;
  std::string kind() const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

  const harness::ImageF& image() const { return image_; }
  /// Without buffers and pixels before upload().
  Operands operands() const;

 private:
  Setup setup_;
  unsigned seed_ = 0;
  int units_ = 1;
  harness::ImageF image_; // without pixels until upload(), if they are random
  std::vector<double> reference_;
  std::vector<double> byte_reference_; // empty where there are no whole weights
  cl::Buffer input_, aligned_rows_, bytes_, aligned_bytes_, row_, column_;
};

/// Sizes are WxH with random pixels of `channels` channels.
harness::CaseStudy case_study(const Setup& setup, int channels);

} // namespace separable
