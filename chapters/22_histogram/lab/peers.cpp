// Other people's histograms, timed beside ours in the same process, on the same picture.

#include "cub.hpp"
#include "problem.hpp"

#include "harness/lab/cores.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"

#include <fmt/format.h>
#include <memory>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

namespace hist {
namespace {

harness::Peer plain(const Histogram& in) {
  return harness::host_peer<cl_uint>("C++ plain", "one thread, one loop", in.bins(),
                                     [&in](std::vector<cl_uint>& bins) {
                                       std::fill(bins.begin(), bins.end(), 0U);
                                       const std::uint8_t* p = in.picture.data();
                                       if (in.task.colour())
                                         for (std::uint64_t i = 0; i < in.pixels(); ++i, p += 4) {
                                           ++bins[p[0]];
                                           ++bins[256 + p[1]];
                                           ++bins[512 + p[2]];
                                         }
                                       else
                                         for (std::uint64_t i = 0; i < in.pixels(); ++i)
                                           ++bins[p[i]];
                                     });
}

#ifdef HAVE_OPENCV

cv::Mat matrix(const Histogram& in) {
  return {in.height, in.width, in.task.colour() ? CV_8UC4 : CV_8UC1,
          const_cast<std::uint8_t*>(in.picture.data())};
}

// OpenCV counts in floats, which are exact up to 2^24: so the counts of larger bins cannot be compared, and are left out.
void count_by_opencv(const cv::Mat& picture, int channels, std::vector<cl_uint>& bins) {
  const int sizes[]{256};
  const float range[]{0, 256};
  const float* ranges[]{range};
  for (int channel = 0; channel < channels; ++channel) {
    cv::Mat counts;
    cv::calcHist(&picture, 1, &channel, cv::Mat(), counts, 1, sizes, ranges);
    for (int b = 0; b < 256; ++b)
      bins[256 * channel + b] += static_cast<cl_uint>(counts.at<float>(b));
  }
}

std::vector<harness::Peer> opencv_counts(const Histogram& in) {
  const int channels = in.task.colour() ? 3 : 1;
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<harness::Peer> peers;
  peers.push_back(harness::host_peer<cl_uint>("OpenCV calcHist", CV_VERSION, in.bins(),
                                              [&in, channels](std::vector<cl_uint>& bins) {
                                                std::fill(bins.begin(), bins.end(), 0U);
                                                count_by_opencv(matrix(in), channels, bins);
                                              }));
  // It counts with one thread; here the rows are shared out among all cores by hand.
  peers.push_back(harness::host_peer<cl_uint>(
      "OpenCV shared", fmt::format("{}, rows shared by {} threads", CV_VERSION, threads), in.bins(),
      [&in, channels, threads](std::vector<cl_uint>& bins) {
        std::vector<std::vector<cl_uint>> parts(threads, std::vector<cl_uint>(bins.size()));
        harness::on_all_cores(threads, [&](int t) {
          const auto row = [&](int part) {
            return static_cast<int>(std::int64_t{in.height} * part / threads);
          };
          if (row(t + 1) > row(t))
            count_by_opencv(matrix(in).rowRange(row(t), row(t + 1)), channels, parts[t]);
        });
        std::fill(bins.begin(), bins.end(), 0U);
        for (const auto& part : parts)
          for (std::size_t b = 0; b < bins.size(); ++b)
            bins[b] += part[b];
      }));
  if (in.pixels() > std::uint64_t{1} << 24)
    for (harness::Peer& peer : peers)
      peer.missing = "counts in floats, which are exact up to 2^24";
  return peers;
}

harness::Peer opencv_use(const Histogram& in) {
  const bool equalize = in.task.problem == "equalize";
  harness::Peer peer = harness::host_peer<std::uint8_t>(
      equalize ? "OpenCV equalizeHist" : "OpenCV threshold", CV_VERSION, in.pixels(),
      [&in, equalize](std::vector<std::uint8_t>& output) {
        cv::Mat result(in.height, in.width, CV_8UC1, output.data());
        if (equalize)
          cv::equalizeHist(matrix(in), result);
        else
          cv::threshold(matrix(in), result, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
      });
  if (equalize) // its table is computed in float: an entry may be rounded the other way
    peer.check = [&in](std::span<const std::byte> output) {
      Bins bins{};
      for (const std::uint8_t value : in.picture)
        ++bins[value];
      const auto table = equalizing_table(bins);
      common::Comparison comparison;
      comparison.compared = in.pixels();
      for (std::size_t i = 0; i < in.pixels(); ++i)
        if (const int got = std::to_integer<int>(output[i]), want = table[in.picture[i]];
            std::abs(got - want) > 1 && comparison.wrong++ == 0)
          comparison.worst = {i, double{1} * got, double{1} * want};
      return comparison;
    };
  return peer;
}
#endif

// NVIDIA's library, on NVIDIA's GPUs.
std::vector<harness::Peer> cub_peers(const Histogram& in, const cl::Device& device) {
  if (!harness::is_nvidia(device) || !in.task.counts() || in.task.floats())
    return {};
#ifdef HAVE_CUB_HISTOGRAM
  // Its memory is taken when it first runs: all of it beside ours may be too much for --list.
  const auto cub = std::make_shared<std::shared_ptr<CubHistogram>>();
  harness::Peer peer{"CUB", "CUDA"};
  peer.run = [&in, cub] {
    if (!*cub)
      *cub = {cub_histogram_prepare(in.task.colour(), in.picture.data(), in.pixels()),
              cub_histogram_finish};
    return cub_histogram_run(cub->get());
  };
  peer.output = [&in, cub] {
    std::vector<std::byte> output(in.output_bytes());
    cub_histogram_output(cub->get(), output.data());
    return output;
  };
  if (in.pixels() > 0x7FFFFFFF)
    peer.missing = "called with counts of 32 bits here: at most 2^31 pixels";
  return {peer};
#else
  return {{"CUB", "",
           "not found when this program was built: install the CUDA toolkit, then build again"}};
#endif
}

} // namespace

std::vector<harness::Peer> Histogram::peers(const harness::Session& session) const {
  std::vector<harness::Peer> peers;
  // On the host, where the picture is not so large that one run takes a second.
  const bool on_host = pixels() <= std::uint64_t{1} << 26;
  if (task.counts() && !task.floats() && on_host)
    peers.push_back(plain(*this));
  const bool opencv_can = on_host && !task.floats() && task.problem != "adaptive" &&
                          (task.problem != "threshold" || task.method == "otsu");
  if (opencv_can) {
#ifdef HAVE_OPENCV
    if (task.counts())
      for (harness::Peer& peer : opencv_counts(*this))
        peers.push_back(std::move(peer));
    else
      peers.push_back(opencv_use(*this));
#else
    peers.push_back({"OpenCV", "",
                     "not found when this program was built: sudo apt install libopencv-dev, then "
                     "build again"});
#endif
  }
  for (harness::Peer& peer : cub_peers(*this, session.device))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace hist
