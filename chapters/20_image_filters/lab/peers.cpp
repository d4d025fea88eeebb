// The same filters by others, and by us in C++, timed beside the steps in the same process, on the same picture.

#include "peers.hpp"

#include "chapters/16_convolution/lab/opencv_device.hpp"
#include "harness/lab/cores.hpp"
#include "harness/ladder/host_peer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <thread>

#ifdef HAVE_OPENCV
#include <opencv2/imgproc.hpp>
#endif

#ifdef HAVE_GEGL
#include <gegl.h>
#endif

namespace filters {
namespace {

unsigned all_threads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

std::size_t floats_of(const Filter& problem) {
  return problem.output_bytes() / sizeof(float);
}

// [plain]
// What one would write in C++: floats, one thread for each core, one pixel after the other.
void snn_in_cpp(const common::Image& image, const std::vector<float>& input, int radius, int pairs,
                std::vector<float>& output) {
  const int width = image.width, height = image.height;
  const auto pixel = [&](int x, int y) {
    return &input[4 * (static_cast<std::size_t>(std::clamp(y, 0, height - 1)) *
                           static_cast<std::size_t>(width) +
                       static_cast<std::size_t>(std::clamp(x, 0, width - 1)))];
  };
  harness::on_all_cores(height, [&](int y) {
    for (int x = 0; x < width; ++x) {
      const float* centre = pixel(x, y);
      std::array<float, 3> sum{centre[0], centre[1], centre[2]};
      const auto difference = [&](const float* p) {
        const float r = p[0] - centre[0], g = p[1] - centre[1], b = p[2] - centre[2];
        return r * r + g * g + b * b;
      };
      int count = 1;
      for (int v = -radius; v <= 0; ++v)
        for (int u = -radius; u <= (pairs == 2 ? 0 : v < 0 ? radius : -1); ++u) {
          if (u == 0 && v == 0)
            continue;
          const float* best = pixel(x + u, y + v);
          float least = difference(best);
          const std::array<const float*, 3> others{pixel(x - u, y - v), pixel(x - u, y + v),
                                                   pixel(x + u, y - v)};
          for (std::size_t k = 0; k < (pairs == 2 ? 3U : 1U); ++k)
            if (const float d = difference(others[k]); d < least) {
              least = d;
              best = others[k];
            }
          for (std::size_t c = 0; c < 3; ++c)
            sum[c] += best[c];
          ++count;
        }
      float* result = &output[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                   static_cast<std::size_t>(x))];
      for (std::size_t c = 0; c < 3; ++c)
        result[c] = sum[c] / static_cast<float>(count);
      result[3] = centre[3];
    }
  });
}
// [/plain]

harness::Peer snn_plain(const Filter& problem) {
  const auto input = std::make_shared<std::vector<float>>();
  return harness::host_peer<float>(
      "C++ plain", fmt::format("{} threads", all_threads()), floats_of(problem),
      [&problem, input](std::vector<float>& output) {
        const common::Image& image = problem.image();
        if (input->empty())
          input->assign(image.pixels.begin(), image.pixels.end());
        snn_in_cpp(image, *input, problem.setup().radius, problem.setup().pairs, output);
      });
}

#ifdef HAVE_OPENCV

// Pictures of bytes or floats in OpenCV's own matrices, which share our memory.
struct Matrices {
  std::vector<float> floats;
  cv::Mat image;

  explicit Matrices(const Filter& problem) {
    const common::Image& picture = problem.image();
    if (problem.setup().kind == Kind::median) {
      image = cv::Mat(picture.height, picture.width, CV_8UC1,
                      const_cast<std::uint8_t*>(picture.pixels.data()));
    } else {
      floats.assign(picture.pixels.begin(), picture.pixels.end());
      image = cv::Mat(picture.height, picture.width, CV_32FC4, floats.data());
    }
  }
};

template <typename Matrix>
void filter_by_opencv(const Setup& setup, const Matrix& from, Matrix& to) {
  const int side = 2 * setup.radius + 1;
  if (setup.kind == Kind::median)
    cv::medianBlur(from, to, side);
  else
    cv::GaussianBlur(from, to, cv::Size(side, side), std::max(setup.radius / 2.0, 0.1), 0.0,
                     cv::BORDER_REPLICATE);
}

// OpenCV's weights are the bell's values in the middles of the pixels, ours are means over them.
std::function<common::Comparison(std::span<const std::byte>)> opencv_check(const Filter& problem) {
  if (problem.setup().kind == Kind::median)
    return nullptr;
  return [&problem](std::span<const std::byte> output) {
    const int radius = problem.setup().radius;
    const cv::Mat kernel =
        cv::getGaussianKernel(2 * radius + 1, std::max(radius / 2.0, 0.1), CV_32F);
    const std::vector<float> weights(kernel.ptr<float>(), kernel.ptr<float>() + kernel.total());
    const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / 4);
    return common::compare(got, gaussian_on_host(problem.image(), weights),
                           common::sum_tolerance(4 * weights.size(), 255.0));
  };
}

harness::Peer opencv_on_host(const Filter& problem) {
  harness::Peer peer{
      "OpenCV", fmt::format("{} {}", CV_VERSION,
                            problem.setup().kind == Kind::median ? "medianBlur" : "GaussianBlur")};
  struct Both {
    std::unique_ptr<Matrices> from;
    cv::Mat to;
  };
  const auto matrices = std::make_shared<Both>();
  peer.run = [&problem, matrices] {
    if (!matrices->from)
      matrices->from = std::make_unique<Matrices>(problem);
    const common::Stopwatch watch;
    filter_by_opencv(problem.setup(), matrices->from->image, matrices->to);
    return watch.milliseconds();
  };
  peer.output = [matrices] {
    const auto* first = reinterpret_cast<const std::byte*>(matrices->to.data);
    return std::vector<std::byte>(first, first + matrices->to.total() * matrices->to.elemSize());
  };
  peer.check = opencv_check(problem);
  return peer;
}

harness::Peer opencv_on_device(const Filter& problem, const harness::Session& session) {
  harness::Peer peer{"OpenCV OpenCL", fmt::format("{}, on the same device", CV_VERSION)};
  const convolution::OpencvDevice device(session);
  peer.missing = device.missing();
  if (peer.missing.empty() && problem.setup().kind == Kind::median && problem.setup().radius > 2)
    peer.missing = "its OpenCL code has medians of 3x3 and 5x5 only";
  if (!peer.missing.empty())
    return peer;
  struct OnDevice {
    cv::UMat from, to;
  };
  const auto matrices = std::make_shared<OnDevice>();
  peer.run = [&problem, device, matrices] {
    if (matrices->from.empty())
      device.upload(Matrices(problem).image, matrices->from);
    return device.time([&] { filter_by_opencv(problem.setup(), matrices->from, matrices->to); });
  };
  peer.output = [device, matrices] { return device.download(matrices->to); };
  peer.check = opencv_check(problem);
  return peer;
}

#endif

#ifdef HAVE_GEGL

// [gegl]
// A buffer, an operation, and a place for the result: GEGL computes what is asked of the last node.
struct Graph {
  GeglBuffer* buffer = nullptr;
  GeglNode* root = nullptr;
  GeglNode* filter = nullptr;
  GeglRectangle extent{};
  std::vector<float> output;

  Graph(const Filter& problem, float scale) : output(floats_of(problem)) {
    const common::Image& image = problem.image();
    extent = GeglRectangle{0, 0, image.width, image.height};
    std::vector<float> pixels;
    for (const std::uint8_t byte : image.pixels)
      pixels.push_back(scale * byte);
    buffer = gegl_buffer_new(&extent, format(problem));
    gegl_buffer_set(buffer, &extent, 0, format(problem), pixels.data(), GEGL_AUTO_ROWSTRIDE);
    root = gegl_node_new();
    GeglNode* source =
        gegl_node_new_child(root, "operation", "gegl:buffer-source", "buffer", buffer, nullptr);
    const Setup& setup = problem.setup();
    if (setup.kind == Kind::snn)
      filter = gegl_node_new_child(root, "operation", "gegl:snn-mean", "radius", setup.radius,
                                   "pairs", setup.pairs, nullptr);
    else
      filter = gegl_node_new_child(root, "operation", "gegl:red-eye-removal", "threshold",
                                   static_cast<double>(setup.threshold), nullptr);
    gegl_node_link(source, filter);
  }
  ~Graph() {
    g_object_unref(root);
    g_object_unref(buffer);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  static const Babl* format(const Filter& problem) {
    return babl_format(problem.setup().kind == Kind::snn ? "RGBA float" : "R'G'B'A float");
  }
  void run(const Filter& problem) {
    gegl_node_blit(filter, 1.0, &extent, format(problem), output.data(), GEGL_AUTO_ROWSTRIDE,
                   GEGL_BLIT_DEFAULT);
  }
};
// [/gegl]

harness::Peer gegl(const Filter& problem) {
  static const bool started = [] {
    g_object_set(gegl_config(), "use-opencl", FALSE, "threads", static_cast<int>(all_threads()),
                 "application-license", "GPL3", // or it does not load its red eyes
                 nullptr);
    gegl_init(nullptr, nullptr);
    return true;
  }();
  static_cast<void>(started);
  const bool snn = problem.setup().kind == Kind::snn;
  harness::Peer peer{"GEGL", fmt::format("{}.{}.{} {}, {} threads", GEGL_MAJOR_VERSION,
                                         GEGL_MINOR_VERSION, GEGL_MICRO_VERSION,
                                         snn ? "snn-mean" : "red-eye-removal", all_threads())};
  if (!gegl_has_operation(snn ? "gegl:snn-mean" : "gegl:red-eye-removal")) {
    peer.missing = "its operations are not installed (Debian: libgegl-0.4-0)";
    return peer;
  }
  // Multiples of 1/256 are exact; what is made of them here again is compared in our units.
  const float scale = snn ? 1.0F / 256.0F : 1.0F / 255.0F;
  const auto graph = std::make_shared<std::unique_ptr<Graph>>();
  peer.run = [&problem, graph, scale] {
    if (!*graph)
      *graph = std::make_unique<Graph>(problem, scale);
    const common::Stopwatch watch;
    (*graph)->run(problem);
    return watch.milliseconds();
  };
  peer.output = [graph, scale] {
    std::vector<std::byte> bytes((*graph)->output.size() * sizeof(float));
    std::vector<float> values;
    for (const float value : (*graph)->output)
      values.push_back(value / scale);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  };
  peer.check = [&problem, snn](std::span<const std::byte> output) {
    const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / 4);
    std::vector<float> colours(got.begin(), got.end());
    const common::Image& image = problem.image();
    const int rim = problem.setup().radius;
    // Two things are not ours: GEGL adds the centre in the place of the pixels on the axes of the window, and it passes over
    // pixels outside the picture. The rim is not compared for that, and neither is alpha, which it averages, too.
    std::vector<double> want = snn ? snn_on_host(image, rim, problem.setup().pairs, Axes::centre)
                                   : red_eye_on_host(image, problem.setup().threshold);
    for (std::size_t k = 0; k < want.size(); ++k) {
      const int x = static_cast<int>(k / 4) % image.width,
                y = static_cast<int>(k / 4) / image.width;
      const bool inside = x >= rim && y >= rim && x < image.width - rim && y < image.height - rim;
      if (k % 4 == 3 || !inside)
        colours[k] = static_cast<float>(want[k]);
    }
    return common::compare(colours, want, {snn ? 1e-3 : 2e-3, 1e-4});
  };
  return peer;
}

#endif

} // namespace

std::vector<harness::Peer> peers_for(const Filter& problem, const harness::Session& session) {
  std::vector<harness::Peer> peers;
  const Kind kind = problem.setup().kind;
  static_cast<void>(session);
  if (kind == Kind::snn)
    peers.push_back(snn_plain(problem));
  if (kind == Kind::snn || kind == Kind::red_eye) {
#ifdef HAVE_GEGL
    peers.push_back(gegl(problem));
#else
    peers.push_back(
        {"GEGL", "", "was not found when this program was built (Debian: libgegl-dev)"});
#endif
  }
  if (kind == Kind::median || kind == Kind::gaussian) {
#ifdef HAVE_OPENCV
    peers.push_back(opencv_on_host(problem));
    peers.push_back(opencv_on_device(problem, session));
#else
    peers.push_back({"OpenCV", "",
                     "was not found when this program was built (Debian: libopencv-imgproc-dev)"});
#endif
  }
  return peers;
}

} // namespace filters
