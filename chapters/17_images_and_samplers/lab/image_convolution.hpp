#pragma once

#include "chapters/16_convolution/lab/convolution.hpp"
#include "resize.hpp"

namespace images {

/// Chapter 16's problem, solved with images. Its steps, its buffers and its peers become the peers
/// of this chapter's steps.
class ImageConvolution : public convolution::Convolution {
 public:
  /// Random pixels; with Depth::bytes they are multiples of 1/255, and lie in the image as bytes.
  ImageConvolution(convolution::Setup setup, int width, int height, int channels, Depth depth,
                   unsigned seed);

  /// As in chapter 16, but pixels of bytes come in as bytes. The outputs are floats all the same.
  harness::Cost cost() const override;
  void upload(const harness::Session& session) override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

  /// check() for a step that lets a linear sampler mix pixels.
  common::Comparison check_linear(std::span<const std::byte> output) const;

  Depth depth() const { return depth_; }
  const cl::Image2D& image_on_device() const { return image_on_device_; }
  const cl::Buffer& bytes() const { return bytes_; } ///< the pixels, with Depth::bytes

 protected:
  std::vector<float> random_pixels(std::size_t count, unsigned seed) const override;

 private:
  Depth depth_;
  cl::Image2D image_on_device_; // null where the device can make none
  cl::Buffer bytes_;
};

/// The chapter's ladder. Sizes are WxH with random pixels of 1 or 4 channels.
harness::CaseStudy convolution_study(const convolution::Setup& setup, int channels, Depth depth);

} // namespace images
