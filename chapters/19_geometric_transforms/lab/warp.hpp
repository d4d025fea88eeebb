#pragma once

#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"
#include "matrix.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

/// Pictures that are turned, sheared and seen in perspective.
namespace transforms {

/// What lies between pixels. `area` is the mean of 4 x 4 linear samples, unless a step says otherwise.
enum class Filter { nearest, linear, cubic, spline, area };
const std::vector<std::string>& filter_names();
/// Throws UsageError that lists the names where there is none like `name`.
Filter parse_filter(const std::string& name);

/// Keys' parameter of the cubic; OpenCV's is -0.75.
inline constexpr double keys = -0.5;

/// The definition, in double: the input at (u, v), where whole numbers are the middles of pixels and what lies outside is
/// 0; `channel` of the pixel. Not for Filter::area.
double sample(const harness::ImageF& image, double u, double v, int channel, Filter filter,
              double cubic = keys);

/// A picture of `width` x `height`, each pixel the mean of `samples` x `samples` places in its square. `map` leads from the
/// output to the input; what lies at or behind its horizon is 0.
std::vector<double> warp_in_double(const harness::ImageF& image, const Matrix& map, int width,
                                   int height, Filter filter, int samples = 1, double cubic = keys);
/// What a2 and a3 compute, in double: two of the pictures that become smaller by halves; rectangles.
std::vector<double> warp_by_halves(const harness::ImageF& image, const Matrix& map, int width,
                                   int height);
std::vector<double> warp_by_rectangles(const harness::ImageF& image, const Matrix& map, int width,
                                       int height);

/// What others would write: one thread, each pixel asked for.
void warp_plain(const harness::ImageF& image, const Matrix& map, Filter filter,
                std::span<float> output);
/// As the step c2, with vectors and on all cores; linear and grey.
void warp_in_tiles(const harness::ImageF& image, const Matrix& map, std::span<float> output);

/// One picture, one map, one filter. The output is as large as the input.
class Warp : public harness::Problem {
 public:
  /// Random bytes / 255; upload() makes them.
  /// `label` names the map: access counts are stated for it.
  Warp(Matrix map, Filter filter, int width, int height, int channels, unsigned seed,
       std::string label = {});
  /// A picture of bytes / 255.
  Warp(Matrix map, Filter filter, harness::ImageF picture);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::string place(std::size_t index) const override;
  std::string kind() const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

  /// check() against another reference. A place may be wrong by float's rounding, and by `more` pixels.
  common::Comparison check_to(std::span<const std::byte> output, const std::vector<double>& want,
                              double more) const;

  const Matrix& map() const { return map_; }
  const std::string& label() const { return label_; }
  Filter filter() const { return filter_; }
  const harness::ImageF& image() const { return image_; }
  int width() const { return image_.width; }
  int height() const { return image_.height; }
  int channels() const { return image_.channels; }
  const std::vector<double>& reference() const { return reference_; }
  const cl::Buffer& input() const { return input_; }
  const cl::Buffer& matrix() const { return matrix_; } ///< 9 floats
  const cl::Buffer& fixed() const { return fixed_; }   ///< 6 longs in units of 2^-32
  const cl::Image2D& image_on_device() const { return image_on_device_; }
  std::string no_image(const cl::Device& device) const;

 private:
  double place_error(Point p) const;

  Matrix map_;
  Filter filter_;
  unsigned seed_ = 0;
  std::string label_;
  harness::ImageF image_; // without pixels until upload(), if they are random
  std::vector<double> reference_;
  cl::Buffer input_, matrix_, fixed_;
  cl::Image2D image_on_device_;
};

/// The ladder, for steps.cpp; peers, for peers.cpp.
std::vector<harness::Step> steps_for(const Warp& problem);
std::vector<harness::Peer> peers_for(const Warp& problem, const harness::Session& session);

struct Choice {
  std::string transform = "rotation";
  double degrees = 20.0, enlarge = 1.0;
  Filter filter = Filter::linear;
  int channels = 1;

  std::string label() const; ///< "rotation by 20", "H1"
};
harness::CaseStudy case_study(const Choice& choice);

} // namespace transforms
