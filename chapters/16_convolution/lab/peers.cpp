// Other people's convolution, timed beside ours in the same process, on the same picture.

#include "peers.hpp"

#include "harness/lab/cores.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"
#include "opencv_device.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace convolution {
namespace {

std::size_t outputs(const Convolution& problem) {
  return problem.output_bytes() / sizeof(float);
}

harness::Peer plain(const Convolution& problem) {
  harness::Peer peer =
      harness::host_peer<float>("C++ plain", "one thread, five loops", outputs(problem),
                                [&problem](std::vector<float>& output) {
                                  const Operands in = problem.operands();
                                  convolve_plain(in.image, in.setup, output);
                                });
  if (problem.cost().flop > 1e9)
    peer.missing = "left out at this size: five plain loops take seconds for each run";
  return peer;
}

harness::Peer optimised(const Convolution& problem) {
  return harness::host_peer<float>("C++ optimised",
                                   fmt::format("{} threads", std::thread::hardware_concurrency()),
                                   outputs(problem), [&problem](std::vector<float>& output) {
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

harness::Peer opencv_on_host(const Convolution& problem) {
  // filter2D computes with one thread; the rows are shared out among all cores by hand.
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  harness::Peer peer = harness::host_peer<float>(
      "OpenCV", fmt::format("{}, rows shared by {} threads", CV_VERSION, threads), outputs(problem),
      [&problem, threads](std::vector<float>& output) {
        const Call call(problem.operands());
        cv::Mat result(call.outputs.height, call.outputs.width, call.image.type(), output.data());
        harness::on_all_cores(threads, [&](int thread) {
          const int first = call.outputs.height * thread / threads;
          const int end = call.outputs.height * (thread + 1) / threads;
          cv::Mat rows = result.rowRange(first, end);
          if (end > first)
            call.run(call.image(cv::Rect(0, first, call.outputs.width, end - first)), rows);
        });
      });
  if (problem.operands().setup.border == Border::wrap)
    peer.missing = no_wrap;
  return peer;
}

harness::Peer opencv_on_device(const Convolution& problem, const harness::Session& session) {
  harness::Peer peer{"OpenCV OpenCL", fmt::format("{}, on the same device", CV_VERSION)};
  if (problem.operands().setup.border == Border::wrap) {
    peer.missing = no_wrap;
    return peer;
  }
  const OpencvDevice device(session);
  peer.missing = device.missing();
  if (!peer.missing.empty())
    return peer;

  struct OnDevice {
    cv::UMat image;
    cv::UMat output;
  };
  const auto matrices = std::make_shared<OnDevice>();
  peer.run = [&problem, device, matrices] {
    const Call call(problem.operands());
    if (matrices->image.empty())
      device.upload(call.image, matrices->image);
    const cv::UMat source = matrices->image(call.outputs);
    return device.time([&] { call.run(source, matrices->output); });
  };
  peer.output = [device, matrices] { return device.download(matrices->output); };
  return peer;
}

#endif

std::vector<harness::Peer> opencv([[maybe_unused]] const Convolution& problem,
                                  [[maybe_unused]] const harness::Session& session) {
#ifdef HAVE_OPENCV
  return {opencv_on_host(problem), opencv_on_device(problem, session)};
#else
  const std::string missing = "not found when this program was built: sudo apt install "
                              "libopencv-core-dev libopencv-imgproc-dev, then build again";
  return {{"OpenCV", "", missing}, {"OpenCV OpenCL", "", missing}};
#endif
}

} // namespace

std::vector<harness::Peer> peers_for(const Convolution& problem, const harness::Session& session) {
  std::vector<harness::Peer> peers{plain(problem), optimised(problem)};
  for (harness::Peer& peer : opencv(problem, session))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace convolution
