// What resizing is measured against, in the same process and on the same picture: C++ and OpenCV.

#include "resize.hpp"

#include "chapters/16_convolution/lab/opencv_device.hpp"
#include "common/device.hpp"
#include "formats.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"

#include <fmt/format.h>
#include <memory>
#include <span>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace images {
namespace {

template <typename Stored>
using Loops = void (*)(const Stored*, int, const Sizes&, Filter, Stored*);

// Our own loops on the host.
template <typename Stored>
harness::Peer in_cpp(const std::string& name, const std::string& version, const Resize& problem,
                     const std::vector<Stored>& pixels, Loops<Stored> resize) {
  return harness::host_peer<Stored>(name, version, problem.output_bytes() / sizeof(Stored),
                                    [&problem, pixels, resize](std::vector<Stored>& output) {
                                      resize(pixels.data(), problem.channels(), problem.sizes(),
                                             problem.filter(), output.data());
                                    });
}

template <typename Stored>
std::vector<harness::Peer> both_in_cpp(const Resize& problem, const std::vector<Stored>& pixels) {
  std::vector<harness::Peer> peers{
      in_cpp("C++ plain", "one thread, five loops", problem, pixels, resize_plain<Stored>),
      in_cpp("C++ optimised", fmt::format("{} threads", std::thread::hardware_concurrency()),
             problem, pixels, resize_optimised<Stored>)};
  if (problem.cost().flop > 1e9)
    peers[0].missing = "left out at this size: five plain loops take seconds for each run";
  return peers;
}

#ifdef HAVE_OPENCV

// [settings]
// With what OpenCV does the same. Its cubic has -0.75 in place of Keys' -0.5, and is compared with a
// reference of its own.
int opencv_filter(Filter filter) {
  return filter == Filter::bilinear  ? cv::INTER_LINEAR
         : filter == Filter::bicubic ? cv::INTER_CUBIC
                                     : cv::INTER_AREA;
}

const char* const no_nearest =
    "its INTER_NEAREST knows no half pixels, and its INTER_NEAREST_EXACT "
    "takes the other pixel where a middle lies on an edge";

// It computes bytes with weights of 11 bits, and floats with coordinates in float.
double opencv_tolerance(const Resize& problem) {
  return problem.depth() == Depth::bytes
             ? 2.0
             : 1e-5 + std::max(problem.sizes().width, problem.sizes().height) * 0x1p-21;
}
// [/settings]

struct Call {
  std::vector<unsigned char> bytes;
  cv::Mat image;
  cv::Size size;
  int filter;

  explicit Call(const Resize& problem)
      : size(problem.sizes().out_width, problem.sizes().out_height),
        filter(opencv_filter(problem.filter())) {
    const Sizes& s = problem.sizes();
    if (problem.depth() == Depth::bytes) {
      bytes = as_bytes(problem.image().pixels);
      image = cv::Mat(s.height, s.width, CV_8UC(problem.channels()), bytes.data());
    } else {
      image = cv::Mat(s.height, s.width, CV_32FC(problem.channels()),
                      const_cast<float*>(problem.image().pixels.data()));
    }
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

std::vector<std::byte> bytes_of(const cv::Mat& matrix) {
  const auto* first = reinterpret_cast<const std::byte*>(matrix.data);
  return {first, first + matrix.total() * matrix.elemSize()};
}

harness::Peer new_peer(const Resize& problem, const std::string& name, const std::string& version) {
  harness::Peer peer{name, version};
  std::vector<double> reference;
  if (problem.filter() == Filter::bicubic)
    reference = resize_in_double(problem.image(), problem.sizes(), Filter::bicubic, -0.75);
  peer.check = [&problem, reference](std::span<const std::byte> output) {
    return problem.check_to(output, reference.empty() ? problem.reference() : reference,
                            opencv_tolerance(problem));
  };
  return peer;
}

harness::Peer on_host(const Resize& problem) {
  harness::Peer peer =
      new_peer(problem, "OpenCV", fmt::format("{}, {} threads", CV_VERSION, cv::getNumThreads()));
  const auto call = std::make_shared<Call>(problem);
  const auto output = std::make_shared<cv::Mat>();
  peer.run = [call, output] {
    const common::Stopwatch watch;
    cv::resize(call->image, *output, call->size, 0, 0, call->filter);
    return watch.milliseconds();
  };
  peer.output = [output] { return bytes_of(*output); };
  return peer;
}

harness::Peer on_device(const Resize& problem, const harness::Session& session) {
  harness::Peer peer =
      new_peer(problem, "OpenCV OpenCL", fmt::format("{}, on the same device", CV_VERSION));
  const convolution::OpencvDevice device(session);
  peer.missing = device.missing();
  if (!peer.missing.empty())
    return peer;
  struct OnDevice {
    cv::UMat image, output;
  };
  const auto matrices = std::make_shared<OnDevice>();
  const auto call = std::make_shared<Call>(problem);
  peer.run = [device, call, matrices] {
    if (matrices->image.empty())
      device.upload(call->image, matrices->image);
    return device.time(
        [&] { cv::resize(matrices->image, matrices->output, call->size, 0, 0, call->filter); });
  };
  peer.output = [device, matrices] { return device.download(matrices->output); };
  return peer;
}

#endif

} // namespace

std::vector<harness::Peer> Resize::peers([[maybe_unused]] const harness::Session& session) const {
  std::vector<harness::Peer> peers = depth_ == Depth::bytes
                                         ? both_in_cpp(*this, as_bytes(image_.pixels))
                                         : both_in_cpp(*this, image_.pixels);
#ifdef HAVE_OPENCV
  if (filter_ == Filter::nearest) {
    peers.push_back({"OpenCV", "", no_nearest});
    peers.push_back({"OpenCV OpenCL", "", no_nearest});
  } else {
    peers.push_back(on_host(*this));
    peers.push_back(on_device(*this, session));
  }
#else
  const std::string missing = "not found when this program was built: sudo apt install "
                              "libopencv-core-dev libopencv-imgproc-dev, then build again";
  peers.push_back({"OpenCV", "", missing});
  peers.push_back({"OpenCV OpenCL", "", missing});
#endif
  return peers;
}

} // namespace images
