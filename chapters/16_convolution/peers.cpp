// Other people's convolution, timed beside ours in the same process, on the same picture.

#include "peers.hpp"

#include "common/device.hpp"
#include "common/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>
#endif

namespace convolution {
namespace {

using Result = std::shared_ptr<std::vector<float>>;

Result make_result(const Convolution& problem) {
  return std::make_shared<std::vector<float>>(problem.output_bytes() / sizeof(float));
}

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

// A peer on the host: its time is wall time.
common::Peer on_host(const std::string& name, const std::string& version,
                     const Convolution& problem,
                     const std::function<void(std::vector<float>&)>& convolve) {
  common::Peer peer{name, version};
  const Result output = make_result(problem);
  peer.run = [output, convolve] {
    const common::Stopwatch watch;
    convolve(*output);
    return watch.milliseconds();
  };
  peer.output = [output] { return bytes_of(*output); };
  return peer;
}

common::Peer plain(const Convolution& problem) {
  common::Peer peer = on_host("C++ plain", "one thread, five loops", problem,
                              [&problem](std::vector<float>& output) {
                                const Operands in = problem.operands();
                                convolve_plain(in.image, in.setup, output);
                              });
  if (problem.cost().flop > 1e9)
    peer.missing = "left out at this size: five plain loops take seconds for each run";
  return peer;
}

common::Peer optimised(const Convolution& problem) {
  return on_host("C++ optimised", fmt::format("{} threads", std::thread::hardware_concurrency()),
                 problem, [&problem](std::vector<float>& output) {
                   const Operands in = problem.operands();
                   convolve_optimised(in.image, in.setup, output);
                 });
}

#ifdef HAVE_OPENCV

const char* const no_wrap = "its filter2D has no border like wrap";

int opencv_border(Border border) {
  return border == Border::zero      ? cv::BORDER_CONSTANT
         : border == Border::clamp   ? cv::BORDER_REPLICATE
         : border == Border::reflect ? cv::BORDER_REFLECT_101
                                     : cv::BORDER_REPLICATE; // valid: any, it is never reached
}

// What both of OpenCV's versions are called with. Matrices on the host share our memory.
struct Call {
  cv::Mat image;
  cv::Mat filter;
  cv::Rect outputs; ///< the part of the image whose pixels are filtered
  cv::Point anchor;
  int border;

  explicit Call(const Operands& in)
      : image(in.image.height, in.image.width, CV_32FC(in.image.channels),
              const_cast<float*>(in.image.pixels.data())),
        filter(in.setup.filter.height, in.setup.filter.width, CV_32F,
               const_cast<float*>(in.setup.filter.weights.data())),
        outputs(0, 0, in.out_width, in.out_height),
        anchor(before(in.setup.filter.width, in.setup.border),
               before(in.setup.filter.height, in.setup.border)),
        border(opencv_border(in.setup.border)) {}

  // The part of a matrix knows the pixels around it: a border appears only where the image ends.
  template <typename Matrix>
  void run(const Matrix& source, Matrix& target) const {
    cv::filter2D(source, target, -1, filter, anchor, 0.0, border);
  }
};

common::Peer opencv_on_host(const Convolution& problem) {
  // filter2D computes with one thread; the rows are shared out among all cores by hand.
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  common::Peer peer = on_host(
      "OpenCV", fmt::format("{}, rows shared by {} threads", CV_VERSION, threads), problem,
      [&problem, threads](std::vector<float>& output) {
        const Call call(problem.operands());
        cv::Mat result(call.outputs.height, call.outputs.width, call.image.type(), output.data());
        const auto part = [&](int thread) {
          const int first = call.outputs.height * thread / threads;
          const int end = call.outputs.height * (thread + 1) / threads;
          cv::Mat rows = result.rowRange(first, end);
          if (end > first)
            call.run(call.image(cv::Rect(0, first, call.outputs.width, end - first)), rows);
        };
        std::vector<std::thread> helpers;
        for (int t = 1; t < threads; ++t)
          helpers.emplace_back(part, t);
        part(0);
        for (std::thread& helper : helpers)
          helper.join();
      });
  if (problem.operands().setup.border == Border::wrap)
    peer.missing = no_wrap;
  return peer;
}

// OpenCV's matrices live in our context, so that it is our device that it computes on. It keeps the
// programs that it builds there until the process ends, so the context must not end before.
cv::ocl::OpenCLExecutionContext opencv_context(const common::Session& session) {
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

common::Peer opencv_on_device(const Convolution& problem, const common::Session& session) {
  common::Peer peer{"OpenCV OpenCL", fmt::format("{}, on the same device", CV_VERSION)};
  if (problem.operands().setup.border == Border::wrap) {
    peer.missing = no_wrap;
    return peer;
  }
  cv::ocl::OpenCLExecutionContext context;
  try {
    context = opencv_context(session);
    cv::ocl::OpenCLExecutionContextScope scope(context);
    cv::ocl::setUseOpenCL(true);
    if (!cv::ocl::useOpenCL())
      peer.missing = "it does not use OpenCL on this device";
  } catch (const cv::Exception& e) {
    peer.missing = fmt::format("it does not accept this device: {}", e.err);
  }
  if (!peer.missing.empty())
    return peer;

  struct OnDevice {
    cv::UMat image;
    cv::UMat output;
  };
  const auto matrices = std::make_shared<OnDevice>();
  const bool is_cpu = session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  peer.run = [&problem, context, matrices, is_cpu] {
    cv::ocl::OpenCLExecutionContextScope scope(context);
    const Call call(problem.operands());
    if (matrices->image.empty())
      call.image.copyTo(matrices->image);
    const cv::UMat source = matrices->image(call.outputs);
    // Its queue has no profiling. The time that a call takes on the host vanishes among several.
    const int calls = is_cpu ? 1 : 10;
    cv::ocl::finish();
    const common::Stopwatch watch;
    for (int i = 0; i < calls; ++i)
      call.run(source, matrices->output);
    cv::ocl::finish();
    return watch.milliseconds() / calls;
  };
  peer.output = [context, matrices] {
    cv::ocl::OpenCLExecutionContextScope scope(context);
    cv::Mat result;
    matrices->output.copyTo(result);
    const auto* bytes = reinterpret_cast<const std::byte*>(result.data);
    return std::vector<std::byte>(bytes, bytes + result.total() * result.elemSize());
  };
  return peer;
}

#endif

std::vector<common::Peer> opencv([[maybe_unused]] const Convolution& problem,
                                 [[maybe_unused]] const common::Session& session) {
#ifdef HAVE_OPENCV
  return {opencv_on_host(problem), opencv_on_device(problem, session)};
#else
  const std::string missing = "not found when this program was built: sudo apt install "
                              "libopencv-core-dev libopencv-imgproc-dev, then build again";
  return {{"OpenCV", "", missing}, {"OpenCV OpenCL", "", missing}};
#endif
}

} // namespace

std::vector<common::Peer> peers_for(const Convolution& problem, const common::Session& session) {
  std::vector<common::Peer> peers{plain(problem), optimised(problem)};
  for (common::Peer& peer : opencv(problem, session))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace convolution
