#include "opencv_device.hpp"

#ifdef HAVE_OPENCV

#include "common/timing.hpp"
#include "harness/lab/session.hpp"

#include <fmt/format.h>
#include <map>

namespace convolution {
namespace {

// OpenCV keeps the programs that it builds in a context until the process ends, so the context must
// not end before.
cv::ocl::OpenCLExecutionContext opencv_context(const harness::Session& session) {
  static auto& contexts = *new std::map<cl_context, cv::ocl::OpenCLExecutionContext>;
  cv::ocl::OpenCLExecutionContext& context = contexts[session.context()];
  if (context.empty()) {
    const cl::Platform platform(session.device.getInfo<CL_DEVICE_PLATFORM>());
    context = cv::ocl::OpenCLExecutionContext::create(
        platform.getInfo<CL_PLATFORM_NAME>(), platform(), session.context(), session.device());
    clRetainContext(session.context());
  }
  return context;
}

} // namespace

OpencvDevice::OpencvDevice(const harness::Session& session)
    : calls_(session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU ? 1 : 10) {
  try {
    context_ = opencv_context(session);
    cv::ocl::OpenCLExecutionContextScope scope(context_);
    cv::ocl::setUseOpenCL(true);
    if (!cv::ocl::useOpenCL())
      missing_ = "it does not use OpenCL on this device";
  } catch (const cv::Exception& e) {
    missing_ = fmt::format("it does not accept this device: {}", e.err);
  }
}

void OpencvDevice::upload(const cv::Mat& from, cv::UMat& to) const {
  cv::ocl::OpenCLExecutionContextScope scope(context_);
  from.copyTo(to);
}

double OpencvDevice::time(const std::function<void()>& call) const {
  cv::ocl::OpenCLExecutionContextScope scope(context_);
  cv::ocl::finish();
  const common::Stopwatch watch;
  for (int i = 0; i < calls_; ++i)
    call();
  cv::ocl::finish();
  return watch.milliseconds() / calls_;
}

std::vector<std::byte> OpencvDevice::download(const cv::UMat& matrix) const {
  cv::ocl::OpenCLExecutionContextScope scope(context_);
  cv::Mat result;
  matrix.copyTo(result);
  const auto* bytes = reinterpret_cast<const std::byte*>(result.data);
  return {bytes, bytes + result.total() * result.elemSize()};
}

} // namespace convolution

#endif
