// OpenCV's OpenCL code on our device, for peers of this chapter and of 17. There is nothing in here
// where OpenCV was not found when the program was built.
#pragma once

#ifdef HAVE_OPENCV

#include "common/device.hpp"
#include "harness/lab/session.hpp"

#include <cstddef>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <string>
#include <vector>

namespace convolution {

/// A device that OpenCV computes on: its matrices live in the session's context.
class OpencvDevice {
 public:
  explicit OpencvDevice(const harness::Session& session);

  /// Why OpenCV does not use the device; empty if it does.
  const std::string& missing() const { return missing_; }
  void upload(const cv::Mat& from, cv::UMat& to) const;
  /// How long `call` takes, in milliseconds. OpenCV's queue has no profiling. On a GPU the time that a
  /// call takes on the host vanishes among several.
  double time(const std::function<void()>& call) const;
  std::vector<std::byte> download(const cv::UMat& matrix) const;

 private:
  cv::ocl::OpenCLExecutionContext context_;
  std::string missing_;
  int calls_;
};

} // namespace convolution

#endif
