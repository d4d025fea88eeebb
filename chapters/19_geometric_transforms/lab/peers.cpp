// What warps are measured against, in the same process and on the same picture: C++ and OpenCV.

#include "warp.hpp"

#include "chapters/16_convolution/lab/opencv_device.hpp"
#include "harness/ladder/host_peer.hpp"

#include <fmt/format.h>
#include <memory>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace transforms {
namespace {

#ifdef HAVE_OPENCV

// [settings]
// With what OpenCV does the same. It rounds places to 1/32 of a pixel, both coordinates, and the numbers of an affine matrix
// to 1/1024; its cubic has -0.75 in place of Keys' -0.5; and it turns the picture over behind the horizon.
constexpr double opencv_place_error = 2.0 / 32;

int opencv_filter(Filter filter) {
  return filter == Filter::nearest  ? cv::INTER_NEAREST
         : filter == Filter::linear ? cv::INTER_LINEAR
                                    : cv::INTER_CUBIC;
}
// [/settings]

struct Call {
  cv::Mat image, matrix;
  cv::Size size;
  bool affine;
  int flags;

  explicit Call(const Warp& problem)
      : image(problem.height(), problem.width(), CV_32FC(problem.channels()),
              const_cast<float*>(problem.image().pixels.data())),
        size(problem.width(), problem.height()), affine(problem.map().is_affine()),
        flags(opencv_filter(problem.filter()) | cv::WARP_INVERSE_MAP) {
    matrix = cv::Mat(affine ? 2 : 3, 3, CV_64F, const_cast<double*>(problem.map().m.data()));
  }

  template <typename M>
  void run(const M& source, M& target) const {
    if (affine)
      cv::warpAffine(source, target, matrix, size, flags, cv::BORDER_CONSTANT);
    else
      cv::warpPerspective(source, target, matrix, size, flags, cv::BORDER_CONSTANT);
  }
  std::string name() const { return affine ? "warpAffine" : "warpPerspective"; }
};

// A result whose pixels behind the horizon are ours: there is nothing to compare there.
common::Comparison compare(const Warp& problem, const std::vector<double>& reference,
                           std::span<const std::byte> output) {
  std::vector<float> got(output.size() / sizeof(float));
  std::copy_n(reinterpret_cast<const float*>(output.data()), got.size(), got.data());
  for (std::size_t k = 0; k < got.size(); ++k) {
    const std::size_t pixel = k / static_cast<std::size_t>(problem.channels());
    const auto width = static_cast<std::size_t>(problem.width());
    if (problem.map().w({static_cast<double>(pixel % width), static_cast<double>(pixel / width)}) <=
        0.0)
      got[k] = static_cast<float>(reference[k]);
  }
  return problem.check_to(std::as_bytes(std::span(got)), reference, opencv_place_error);
}

std::function<common::Comparison(std::span<const std::byte>)> check_for(const Warp& problem) {
  std::vector<double> cubic;
  if (problem.filter() == Filter::cubic)
    cubic = warp_in_double(problem.image(), problem.map(), problem.width(), problem.height(),
                           Filter::cubic, 1, -0.75);
  return [&problem, cubic](std::span<const std::byte> output) {
    return compare(problem, cubic.empty() ? problem.reference() : cubic, output);
  };
}

harness::Peer opencv_on_host(const Warp& problem) {
  const Call call(problem);
  harness::Peer peer = harness::host_peer<float>(
      "OpenCV", fmt::format("{} {}, {} threads", CV_VERSION, call.name(), cv::getNumThreads()),
      problem.output_bytes() / sizeof(float), [&problem](std::vector<float>& output) {
        const Call now(problem);
        cv::Mat result(now.size, now.image.type(), output.data());
        now.run(now.image, result);
      });
  peer.check = check_for(problem);
  return peer;
}

harness::Peer opencv_on_device(const Warp& problem, const harness::Session& session) {
  const Call call(problem);
  harness::Peer peer{"OpenCV OpenCL",
                     fmt::format("{} {}, on the same device", CV_VERSION, call.name())};
  const convolution::OpencvDevice device(session);
  peer.missing = device.missing();
  if (!peer.missing.empty())
    return peer;
  struct OnDevice {
    cv::UMat image, output;
  };
  const auto matrices = std::make_shared<OnDevice>();
  peer.run = [device, call, matrices] {
    if (matrices->image.empty())
      device.upload(call.image, matrices->image);
    return device.time([&] { call.run(matrices->image, matrices->output); });
  };
  peer.output = [device, matrices] { return device.download(matrices->output); };
  peer.check = check_for(problem);
  return peer;
}

#endif

} // namespace

std::vector<harness::Peer> peers_for(const Warp& problem,
                                     [[maybe_unused]] const harness::Session& session) {
  const std::size_t count = problem.output_bytes() / sizeof(float);
  std::vector<harness::Peer> peers{harness::host_peer<float>(
      "C++ plain", "one thread, in double", count, [&problem](std::vector<float>& output) {
        warp_plain(problem.image(), problem.map(), problem.filter(), output);
      })};
  if (problem.filter() == Filter::area || problem.cost().flop > 5e6)
    peers[0].missing = problem.filter() == Filter::area
                           ? "has no filter area"
                           : "left out at this size: plain loops take seconds for each run";
  peers.push_back(harness::host_peer<float>(
      "C++ SIMD, all cores", fmt::format("{} threads", std::thread::hardware_concurrency()), count,
      [&problem](std::vector<float>& output) {
        warp_in_tiles(problem.image(), problem.map(), output);
      }));
  if (problem.filter() != Filter::linear || problem.channels() != 1)
    peers[1].missing = "is for the filter linear, and grey";
#ifdef HAVE_OPENCV
  if (problem.filter() == Filter::spline || problem.filter() == Filter::area) {
    const std::string missing = "its warps have no such filter";
    for (const char* name : {"OpenCV", "OpenCV OpenCL"})
      peers.push_back({name, CV_VERSION, missing});
  } else {
    peers.push_back(opencv_on_host(problem));
    peers.push_back(opencv_on_device(problem, session));
  }
#else
  const std::string missing = "not found when this program was built: sudo apt install "
                              "libopencv-core-dev libopencv-imgproc-dev, then build again";
  peers.push_back({"OpenCV", "", missing});
  peers.push_back({"OpenCV OpenCL", "", missing});
#endif
  return peers;
}

} // namespace transforms
