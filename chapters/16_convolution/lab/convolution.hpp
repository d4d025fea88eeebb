#pragma once

#include "common/image.hpp"
#include "filter.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <span>
#include <vector>

namespace convolution {

/// What is computed, whatever the image.
struct Setup {
  Filter filter;
  Border border = Border::reflect;
};

/// The size of the output: that of the image, and smaller by the filter's size - 1 with
/// Border::valid. Not positive where nothing is left.
int output_width(const harness::ImageF& image, const Setup& setup);
int output_height(const harness::ImageF& image, const Setup& setup);

/// The definition, accumulated in double: the reference that everything is compared with. Channels
/// are interleaved as in the image, rows are not padded; all channels are filtered alike.
std::vector<double> convolve_in_double(const harness::ImageF& image, const Setup& setup);

/// The definition as five loops in float, one thread: what an unoptimised C++ program does.
void convolve_plain(const harness::ImageF& image, const Setup& setup, std::span<float> output);

/// An honest CPU baseline in portable C++: a border is made once for a strip of rows, then blocks of
/// outputs stay in vector registers; all cores.
void convolve_optimised(const harness::ImageF& image, const Setup& setup, std::span<float> output);

/// What the steps work on: sizes in pixels, and the same image twice on the device.
struct Operands {
  const Setup& setup;
  const harness::ImageF& image;
  int out_width = 0;
  int out_height = 0;
  cl::Buffer input;        ///< dense rows
  cl::Buffer aligned_rows; ///< rows that start `pitch` pixels apart
  int pitch = 0;           ///< a multiple of row_alignment, not less than the width
  cl::Buffer filter;
};

/// In pixels; for one float each these are 128 bytes, the largest piece that memory is fetched in.
inline constexpr int row_alignment = 32;

/// One image and one filter. The image has 1 channel (grey) or 4 (RGBA).
class Convolution : public harness::Problem {
 public:
  /// Random pixels in [0, 1) for each of `channels` channels; upload() makes them.
  Convolution(Setup setup, int width, int height, int channels, unsigned seed);
  /// A picture. Throws Error where it is too large for the kernels.
  Convolution(Setup setup, harness::ImageF picture);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  /// check() with a tolerance of the caller's.
  common::Comparison check_to(std::span<const std::byte> output,
                              const common::Tolerance& tolerance) const;
  std::string place(std::size_t index) const override;
  std::string kind() const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

  const harness::ImageF& image() const { return image_; }
  int output_width() const { return convolution::output_width(image_, setup_); }
  int output_height() const { return convolution::output_height(image_, setup_); }
  /// Without buffers and pixels before upload().
  Operands operands() const;

 protected:
  /// In [0, 1), for an image that is not a picture.
  virtual std::vector<float> random_pixels(std::size_t count, unsigned seed) const;

 private:
  void upload_aligned_rows(const harness::Session& session);

  Setup setup_;
  unsigned seed_ = 0;
  harness::ImageF image_; // without pixels until upload(), if they are random
  std::vector<double> reference_;
  cl::Buffer input_;
  cl::Buffer aligned_rows_;
  cl::Buffer filter_;
};

/// How values become 8-bit grey levels, where 0 is black and 1 is white; what lies outside is cut
/// off.
enum class Show {
  as_is,    ///< v
  offset,   ///< v + 1/2: zero is middle grey, and negative values can be seen
  magnitude ///< |v|
};

/// As it is; offset for filters whose weights add up to 0: their outputs lie around 0.
Show usual_show(const Filter& filter);

/// Runs the last step (of those in `ids`, if any are given) that the device can run, compares its
/// output with the reference, and returns it as a picture. Colours are filtered; alpha, which says
/// where a picture is and not what it shows, is copied from the input. Throws Error where the output
/// is wrong, Skip where no step can run.
common::Image filtered_picture(const Setup& setup, const harness::ImageF& picture, Show show,
                               const harness::Session& session,
                               const std::vector<std::string>& ids = {});

/// The chapter. Sizes are WxH with random pixels of `channels` channels; with a picture, its size is
/// the only one.
harness::CaseStudy case_study(const Setup& setup, int channels);
harness::CaseStudy case_study(const Setup& setup, const harness::ImageF& picture);

} // namespace convolution
