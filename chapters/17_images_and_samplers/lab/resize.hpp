#pragma once

#include "common/image.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <string>
#include <vector>

/// Making pictures larger and smaller.
namespace images {

enum class Filter { nearest, bilinear, bicubic, area };

/// "nearest", "bilinear", "bicubic", "area".
const std::vector<std::string>& filter_names();
/// Throws UsageError that lists the names where there is none like `name`.
Filter parse_filter(const std::string& name);

/// What the pixels are: 32-bit floats, or bytes that stand for 0 to 1.
enum class Depth { floats, bytes };

/// From one size to another.
struct Sizes {
  int width = 0, height = 0;         ///< of the input
  int out_width = 0, out_height = 0; ///< of the output
};

/// The output is `scale` times as large, rounded, and at least 1 x 1. Throws UsageError where scale
/// is not a positive number or the output has a side of more than 2^20 pixels.
Sizes scaled(int width, int height, double scale);

/// What a cubic filter does between two pixels is a family of curves; this is the value of the
/// parameter that reproduces parabolas. Source: R. G. Keys, Cubic convolution interpolation for
/// digital image processing, IEEE Trans. ASSP 29 (6), 1981.
inline constexpr double keys = -0.5;

/// The definition, in double: the reference. `image` has any number of channels. Pixels outside are
/// those at the edge. The middle of output x lies at (x + 1/2) * width / out_width of the input.
std::vector<double> resize_in_double(const harness::ImageF& image, const Sizes& sizes,
                                     Filter filter, double cubic = keys);

/// The same for one axis, for tables: `count` places and weights for each output pixel, which may
/// repeat the last place with a weight of 0. All places lie inside.
struct AxisTable {
  int count = 0;
  std::vector<int> places;
  std::vector<float> weights;
};
AxisTable axis_table(int extent, int out_extent, Filter filter);

/// Resizing in float on the host, to measure devices against: one loop inside the other, in one
/// thread. `Stored` is float, or unsigned char for 0 to 255; `output` has room for all pixels.
template <typename Stored>
void resize_plain(const Stored* image, int channels, const Sizes& sizes, Filter filter,
                  Stored* output);
/// The same on all cores: a row of the input is mixed in x once, and serves all outputs that it
/// belongs to. `channels` is 1 or 4.
template <typename Stored>
void resize_optimised(const Stored* image, int channels, const Sizes& sizes, Filter filter,
                      Stored* output);

/// One picture, to be resized with one filter; 1 or 4 channels.
class Resize : public harness::Problem {
 public:
  /// Random pixels in [0, 1); upload() makes them. Throws UsageError for Filter::area where the
  /// output is larger.
  Resize(Sizes sizes, int channels, Depth depth, Filter filter, unsigned seed);
  /// A picture.
  Resize(harness::ImageF picture, Sizes sizes, Depth depth, Filter filter);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  bool output_is_floating_point() const override { return depth_ == Depth::floats; }
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::string place(std::size_t index) const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

  /// check() against a reference and a tolerance of the caller's, in units of 1 (floats) or of one
  /// level (bytes).
  common::Comparison check_to(std::span<const std::byte> output, const std::vector<double>& want,
                              double tolerance) const;

  const Sizes& sizes() const { return sizes_; }
  const harness::ImageF& image() const { return image_; }
  int channels() const { return image_.channels; }
  Depth depth() const { return depth_; }
  Filter filter() const { return filter_; }
  const std::vector<double>& reference() const { return reference_; }
  const cl::Buffer& buffer() const { return buffer_; }
  /// An axis_table() on the device: places and weights.
  struct TableBuffers {
    int count = 0;
    cl::Buffer places, weights;
  };
  const TableBuffers& columns() const { return columns_; }
  const TableBuffers& rows() const { return rows_; }
  /// CL_R or CL_RGBA, CL_FLOAT or CL_UNORM_INT8. Null where the device has no such images.
  const cl::Image2D& image_on_device() const { return image_on_device_; }
  /// Why no image of this problem can be made on the device; empty if it can.
  std::string no_image(const cl::Device& device) const;

 private:
  Sizes sizes_;
  unsigned seed_ = 0;
  Depth depth_;
  Filter filter_;
  harness::ImageF image_; // without pixels until upload(), if they are random
  std::vector<double> reference_;
  std::vector<double> levels_; ///< the same as bytes, with Depth::bytes
  cl::Buffer buffer_;
  TableBuffers columns_, rows_;
  cl::Image2D image_on_device_;
};

/// Resizes with step r2, compares with the reference, and returns the picture; where the device has
/// no image for it, the reference itself. `how` says which. Throws Error where the result is wrong,
/// UsageError for an output of more than common::max_image_pixels.
common::Image resized_picture(const common::Image& picture, double scale, Filter filter,
                              const harness::Session& session, std::string& how);

/// The ladder of resizing: random pixels, sizes WxH of the input.
harness::CaseStudy resize_study(double scale, Filter filter, int channels, Depth depth);

} // namespace images
