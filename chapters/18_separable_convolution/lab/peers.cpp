// Separable convolution by others, and by us in C++, timed beside the steps in the same process, on the same image.

#include "peers.hpp"

#include "chapters/16_convolution/lab/opencv_device.hpp"
#include "harness/ladder/host_peer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace separable {
namespace {

unsigned all_threads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

harness::Peer on_host(const std::string& name, const std::string& version, const Separable& problem,
                      const std::function<void(std::vector<float>&)>& filter) {
  return harness::host_peer<float>(name, version, problem.output_bytes() / sizeof(float), filter);
}

harness::Peer plain(const Separable& problem) {
  harness::Peer peer = on_host("C++ plain", "one thread, two passes", problem,
                               [&problem](std::vector<float>& output) {
                                 filter_plain(problem.image(), problem.operands().setup, output);
                               });
  if (problem.cost().flop > 2e9)
    peer.missing = "left out at this size: plain loops take seconds for each run";
  return peer;
}

harness::Peer strips(const Separable& problem, const std::string& name, unsigned threads) {
  return on_host(name, fmt::format("{} threads", threads), problem,
                 [&problem, threads](std::vector<float>& output) {
                   filter_in_strips(problem.image(), problem.operands().setup, output, threads);
                 });
}

#ifdef HAVE_OPENCV

int opencv_border(Border border) {
  return border == Border::zero      ? cv::BORDER_CONSTANT
         : border == Border::clamp   ? cv::BORDER_REPLICATE
         : border == Border::reflect ? cv::BORDER_REFLECT_101
                                     : cv::BORDER_REPLICATE; // valid: any, it is never reached
}

// What both of OpenCV's versions are called with. Matrices on the host share our memory.
struct Call {
  cv::Mat image, row, column;
  cv::Rect outputs;
  cv::Point anchor;
  int border;

  explicit Call(const Operands& in)
      : image(in.image.height, in.image.width, CV_32FC(in.image.channels),
              const_cast<float*>(in.image.pixels.data())),
        row(1, static_cast<int>(in.setup.row.size()), CV_32F,
            const_cast<float*>(in.setup.row.data())),
        column(1, static_cast<int>(in.setup.column.size()), CV_32F,
               const_cast<float*>(in.setup.column.data())),
        outputs(0, 0, in.out_width, in.out_height),
        anchor(harness::before(row.cols, in.setup.border),
               harness::before(column.cols, in.setup.border)),
        border(opencv_border(in.setup.border)) {}

  template <typename Matrix>
  void run(const Matrix& source, Matrix& target) const {
    cv::sepFilter2D(source, target, -1, row, column, anchor, 0.0, border);
  }
};

harness::Peer opencv_on_host(const Separable& problem) {
  // One thread computes in sepFilter2D: the rows are shared out by hand. A part of a matrix knows the pixels around it.
  const int threads = static_cast<int>(all_threads());
  return on_host(
      "OpenCV", fmt::format("{} sepFilter2D, rows shared by {} threads", CV_VERSION, threads),
      problem, [&problem, threads](std::vector<float>& output) {
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
}

harness::Peer opencv_on_device(const Separable& problem, const harness::Session& session) {
  harness::Peer peer{"OpenCV OpenCL",
                     fmt::format("{} sepFilter2D, on the same device", CV_VERSION)};
  const convolution::OpencvDevice device(session);
  peer.missing = device.missing();
  if (problem.operands().setup.border == Border::valid)
    peer.missing = "its results are wrong with the border valid, a part of a larger image";
  if (!peer.missing.empty())
    return peer;
  struct OnDevice {
    cv::UMat image, output;
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

std::vector<harness::Peer> opencv([[maybe_unused]] const Separable& problem,
                                  [[maybe_unused]] const harness::Session& session) {
#ifdef HAVE_OPENCV
  if (problem.operands().setup.border == Border::wrap) {
    const std::string missing = "its sepFilter2D has no border like wrap";
    return {{"OpenCV", CV_VERSION, missing}, {"OpenCV OpenCL", CV_VERSION, missing}};
  }
  return {opencv_on_host(problem), opencv_on_device(problem, session)};
#else
  const std::string missing = "not found when this program was built: sudo apt install "
                              "libopencv-core-dev libopencv-imgproc-dev, then build again";
  return {{"OpenCV", "", missing}, {"OpenCV OpenCL", "", missing}};
#endif
}

} // namespace

std::vector<harness::Peer> peers_for(const Separable& problem, const harness::Session& session) {
  std::vector<harness::Peer> peers{plain(problem), strips(problem, "C++ SIMD", 1),
                                   strips(problem, "C++ SIMD, all cores", all_threads())};
  for (harness::Peer& peer : opencv(problem, session))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace separable
