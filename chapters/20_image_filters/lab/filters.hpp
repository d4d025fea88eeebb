#pragma once

#include "common/image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Filters that look at a pixel's neighbours and choose among them: the problem of chapter 20, its references and steps.
namespace filters {

enum class Kind { red_eye, snn, gaussian, gabor, median };

/// "red-eye", "snn", "gaussian", "gabor", "median": in the order of the enumeration.
const std::vector<std::string>& filter_names();

/// What is computed, whatever the picture.
struct Setup {
  Kind kind = Kind::snn;
  int radius = 5;
  int pairs = 2;          ///< of the SNN mean: the nearest of two pixels, or of four
  float threshold = 0.4F; ///< of the red eyes
  float lambda = 6.0F;    ///< of Gabor's filter: the length of its wave, in pixels
  static constexpr int directions = 8;
};

/// With the radius that the filter has where none is given (-1). Throws UsageError for an unknown name, and for a radius or
/// a number of pairs that the filter does not take.
Setup make_setup(const std::string& name, int radius = -1, int pairs = 2);

/// The Gaussian's weights: sigma 1 and 5 weights where the radius is 2. Each is the mean of the bell over its pixel.
std::vector<float> bell(int radius);

/// Gabor's filters, one direction after the other: a bell of width `sigma` times a wave of length `lambda` that runs at the
/// angle `theta`, its bell `gamma` times as narrow across it; `psi` moves the wave. Their mean is 0.
std::vector<float> gabor(int radius, double lambda, double theta, double psi, double sigma,
                         double gamma);
std::vector<float> gabor_bank(const Setup& setup);

/// Two forms of a pixel in which SNN leaves the axes of its window out: GEGL adds the centre there.
enum class Axes { nearest, centre };

// ---- References on the host: whole numbers where the result is one, else double. Pictures of bytes, RGBA or grey. ----

std::vector<double> red_eye_on_host(const common::Image& image, float threshold);
std::vector<double> snn_on_host(const common::Image& image, int radius, int pairs,
                                Axes axes = Axes::nearest);
std::vector<double> gaussian_on_host(const common::Image& image, const std::vector<float>& weights);
std::vector<std::uint8_t> median_on_host(const common::Image& image, int radius);
/// The responses of each pixel, one direction after the other.
std::vector<double> gabor_on_host(const common::Image& image, const Setup& setup);

/// What the steps work on.
struct Operands {
  const Setup& setup;
  const common::Image& image;
  cl::Buffer input;    ///< floats from 0 to 255: four for a pixel of colour, one of grey
  cl::Buffer bytes;    ///< the same as bytes
  cl::Image2D picture; ///< `input` as an image; null where the device has none
  cl::Buffer weights;  ///< of the Gaussian, or of Gabor's bank
};

class Filter : public harness::Problem {
 public:
  /// Random bytes; upload() makes them.
  Filter(const Setup& setup, int width, int height, unsigned seed);
  Filter(const Setup& setup, const common::Image& picture);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  bool output_is_floating_point() const override { return setup_.kind != Kind::median; }
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  /// check() of an SNN mean in bytes, rounded to the nearest.
  common::Comparison check_bytes(std::span<const std::byte> output) const;
  std::string place(std::size_t index) const override;
  std::string kind() const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

  const Setup& setup() const { return setup_; }
  const common::Image& image() const { return image_; }
  Operands operands() const { return {setup_, image_, input_, bytes_, picture_, weights_}; }

 private:
  common::Comparison check_red_eye(std::span<const float> got) const;
  common::Comparison check_gabor(std::span<const float> got) const;

  Setup setup_;
  unsigned seed_ = 0;
  common::Image image_; // without pixels until upload(), if they are random
  std::vector<double> reference_;
  cl::Buffer input_, bytes_, weights_;
  cl::Image2D picture_;
};

/// Sizes are WxH with random pixels.
harness::CaseStudy case_study(const Setup& setup);

} // namespace filters
