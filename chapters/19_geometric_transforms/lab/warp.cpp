// The problem: what is computed, in double, and how near to it a result has to be.

#include "warp.hpp"

#include "chapters/17_images_and_samplers/lab/formats.hpp"
#include "common/error.hpp"
#include "harness/lab/cores.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace transforms {
namespace {

std::size_t index_of(const harness::ImageF& image, int x, int y, int channel) {
  return (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
          static_cast<std::size_t>(x)) *
             static_cast<std::size_t>(image.channels) +
         static_cast<std::size_t>(channel);
}

bool is_pixel(const harness::ImageF& image, double x, double y) {
  return x >= 0 && y >= 0 && x < image.width && y < image.height;
}

// [weight]
// What a pixel counts at a distance of t.
double weight(double t, Filter filter, double cubic) {
  t = std::fabs(t);
  if (filter == Filter::linear)
    return std::max(1.0 - t, 0.0);
  if (t >= 2.0)
    return 0.0;
  if (filter == Filter::spline)
    return t < 1.0 ? (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0 : std::pow(2.0 - t, 3) / 6.0;
  return t < 1.0 ? ((cubic + 2.0) * t - (cubic + 3.0)) * t * t + 1.0
                 : ((cubic * t - 5.0 * cubic) * t + 8.0 * cubic) * t - 4.0 * cubic;
}
// [/weight]

// For each output number; rows are shared out.
std::vector<double> for_each_output(int width, int height, int channels,
                                    const std::function<double(int, int, int)>& value) {
  std::vector<double> output(harness::numbers(width, height, channels));
  harness::on_all_cores(height, [&](int y) {
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        output[index_of({width, height, channels, {}}, x, y, c)] = value(x, y, c);
  });
  return output;
}

// How the place in the input moves with a step to the right, and with one down.
struct Steps {
  Point right, down;
};

Steps steps_at(const Matrix& map, Point p, Point place) {
  const auto& m = map.m;
  const double w = map.w(p);
  return {{(m[0] - place.x * m[6]) / w, (m[3] - place.y * m[6]) / w},
          {(m[1] - place.x * m[7]) / w, (m[4] - place.y * m[7]) / w}};
}

// Half as wide and high; outside is 0.
harness::ImageF halved(const harness::ImageF& image) {
  harness::ImageF half{(image.width + 1) / 2, (image.height + 1) / 2, image.channels, {}};
  half.pixels.resize(harness::numbers(half.width, half.height, half.channels));
  for (int y = 0; y < half.height; ++y)
    for (int x = 0; x < half.width; ++x)
      for (int c = 0; c < half.channels; ++c) {
        float sum = 0.0F;
        for (const int j : {2 * y, 2 * y + 1})
          for (const int i : {2 * x, 2 * x + 1})
            if (is_pixel(image, i, j))
              sum += image.pixels[index_of(image, i, j, c)];
        half.pixels[index_of(half, x, y, c)] = sum / 4;
      }
  return half;
}

} // namespace

const std::vector<std::string>& filter_names() {
  static const std::vector<std::string> names{"nearest", "linear", "cubic", "spline", "area"};
  return names;
}

Filter parse_filter(const std::string& name) {
  const auto found = std::find(filter_names().begin(), filter_names().end(), name);
  if (found == filter_names().end())
    throw common::UsageError(fmt::format("there is no filter '{}'; the filters are: {}", name,
                                         fmt::join(filter_names(), ", ")));
  return static_cast<Filter>(found - filter_names().begin());
}

// [reference]
double sample(const harness::ImageF& image, double u, double v, int channel, Filter filter,
              double cubic) {
  if (!(u > -2.0 && v > -2.0 && u < image.width + 1.0 && v < image.height + 1.0))
    return 0.0;
  const auto pixel = [&](double x, double y) {
    return is_pixel(image, x, y) ? double{image.pixels[index_of(image, static_cast<int>(x),
                                                                static_cast<int>(y), channel)]}
                                 : 0.0;
  };
  if (filter == Filter::nearest)
    return pixel(std::floor(u + 0.5), std::floor(v + 0.5));
  const int reach = filter == Filter::linear ? 1 : 2;
  const double x0 = std::floor(u), y0 = std::floor(v);
  double sum = 0.0;
  for (int j = 1 - reach; j <= reach; ++j)
    for (int i = 1 - reach; i <= reach; ++i)
      sum += weight(u - (x0 + i), filter, cubic) * weight(v - (y0 + j), filter, cubic) *
             pixel(x0 + i, y0 + j);
  return sum;
}

std::vector<double> warp_in_double(const harness::ImageF& image, const Matrix& map, int width,
                                   int height, Filter filter, int samples, double cubic) {
  return for_each_output(width, height, image.channels, [&](int x, int y, int channel) {
    double sum = 0.0;
    for (int j = 0; j < samples; ++j)
      for (int i = 0; i < samples; ++i) {
        const Point p{x + (i + 0.5) / samples - 0.5, y + (j + 0.5) / samples - 0.5};
        const Point from = map(p);
        sum += map.w(p) > 0.0 ? sample(image, from.x, from.y, channel, filter, cubic) : 0.0;
      }
    return sum / (samples * samples);
  });
}
// [/reference]

std::vector<double> warp_by_halves(const harness::ImageF& image, const Matrix& map, int width,
                                   int height) {
  std::vector<harness::ImageF> levels{image};
  while (levels.back().width > 1 || levels.back().height > 1)
    levels.push_back(halved(levels.back()));
  return for_each_output(width, height, image.channels, [&](int x, int y, int channel) {
    const Point p{1.0 * x, 1.0 * y}, from = map(p);
    const Steps steps = steps_at(map, p, from);
    const double step =
        std::max(std::hypot(steps.right.x, steps.right.y), std::hypot(steps.down.x, steps.down.y));
    if (map.w(p) <= 0.0 || !(step < 1e9))
      return 0.0;
    const double last = static_cast<double>(levels.size()) - 1;
    const double level = std::clamp(std::log2(step), 0.0, last), finer = std::floor(level);
    const auto at = [&](double n) {
      const double size = std::exp2(n);
      return sample(levels[static_cast<std::size_t>(n)], (from.x + 0.5) / size - 0.5,
                    (from.y + 0.5) / size - 0.5, channel, Filter::linear);
    };
    return finer < last ? (1 - level + finer) * at(finer) + (level - finer) * at(finer + 1)
                        : at(finer);
  });
}

std::vector<double> warp_by_rectangles(const harness::ImageF& image, const Matrix& map, int width,
                                       int height) {
  // The sums of all pixels above and to the left of a corner; doubles hold them exactly enough.
  harness::ImageF corners{image.width + 1, image.height + 1, image.channels, {}};
  std::vector<double> sums(harness::numbers(corners.width, corners.height, corners.channels), 0.0);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c)
        sums[index_of(corners, x + 1, y + 1, c)] =
            double{image.pixels[index_of(image, x, y, c)]} + sums[index_of(corners, x, y + 1, c)] +
            sums[index_of(corners, x + 1, y, c)] - sums[index_of(corners, x, y, c)];
  return for_each_output(width, height, image.channels, [&](int x, int y, int channel) {
    const Point p{1.0 * x, 1.0 * y}, from = map(p);
    const Steps steps = steps_at(map, p, from);
    if (map.w(p) <= 0.0)
      return 0.0;
    const double across = std::max((std::fabs(steps.right.x) + std::fabs(steps.down.x)) / 2, 0.5);
    const double down = std::max((std::fabs(steps.right.y) + std::fabs(steps.down.y)) / 2, 0.5);
    const auto until = [&](double edge_x, double edge_y) {
      edge_x = std::clamp(edge_x, 0.0, 1.0 * image.width);
      edge_y = std::clamp(edge_y, 0.0, 1.0 * image.height);
      const int i = std::min(static_cast<int>(edge_x), image.width - 1);
      const int j = std::min(static_cast<int>(edge_y), image.height - 1);
      const double a = edge_x - i, b = edge_y - j;
      return (1 - b) * ((1 - a) * sums[index_of(corners, i, j, channel)] +
                        a * sums[index_of(corners, i + 1, j, channel)]) +
             b * ((1 - a) * sums[index_of(corners, i, j + 1, channel)] +
                  a * sums[index_of(corners, i + 1, j + 1, channel)]);
    };
    const double l = from.x + 0.5 - across, r = from.x + 0.5 + across;
    const double t = from.y + 0.5 - down, b = from.y + 0.5 + down;
    if (!(l < image.width && t < image.height && r > 0 && b > 0))
      return 0.0;
    return (until(r, b) - until(l, b) - until(r, t) + until(l, t)) / ((r - l) * (b - t));
  });
}

Warp::Warp(Matrix map, Filter filter, int width, int height, int channels, unsigned seed,
           std::string label)
    : map_(map), filter_(filter), seed_(seed),
      label_(std::move(label)), image_{width, height, channels, {}} {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (harness::numbers(width + 1, height + 1, channels) > most)
    throw common::UsageError(fmt::format(
        "{}x{} pixels are too many: the kernels count the numbers of an image with int, so that "
        "2^31 - 1 is the limit; give a smaller --size.",
        width, height));
}

Warp::Warp(Matrix map, Filter filter, harness::ImageF picture)
    : Warp(map, filter, picture.width, picture.height, picture.channels, 0) {
  image_ = std::move(picture);
}

std::string Warp::size() const {
  return fmt::format("{}x{}", image_.width, image_.height);
}

// Speed is counted in pixels; each float in once and out once.
harness::Cost Warp::cost() const {
  const double pixels = 1.0 * image_.width * image_.height;
  return {pixels, 2 * sizeof(float) * pixels * image_.channels};
}

std::size_t Warp::output_bytes() const {
  return sizeof(float) * harness::numbers(image_.width, image_.height, image_.channels);
}

std::string Warp::no_image(const cl::Device& device) const {
  return images::image_obstacle(device, images::format_of(image_.channels, images::Depth::floats),
                                image_.width, image_.height);
}

std::string Warp::kind() const {
  return fmt::format("{}, {}, {}", filter_names().at(static_cast<std::size_t>(filter_)),
                     map_.is_affine() ? "affine" : "projective",
                     image_.channels == 1 ? "grey" : "RGBA");
}

void Warp::upload(const harness::Session& session) {
  harness::require_device_memory(session.device,
                                 {output_bytes(), output_bytes(), output_bytes(), output_bytes()});
  const std::size_t count = output_bytes() / sizeof(float);
  if (image_.pixels.empty()) {
    image_.pixels = common::random_floats(count, seed_, 0.0F, 256.0F);
    for (float& value : image_.pixels)
      value = std::floor(std::min(value, 255.5F)) / 255.0F;
  }
  reference_ = filter_ == Filter::area
                   ? warp_in_double(image_, map_, width(), height(), Filter::linear, 4)
                   : warp_in_double(image_, map_, width(), height(), filter_);
  const auto copy = [&](auto& values) {
    return cl::Buffer(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                      values.size() * sizeof(values[0]), values.data());
  };
  std::vector<float> floats(map_.m.begin(), map_.m.end());
  std::vector<cl_long> fixed;
  for (std::size_t k = 0; k < 6; ++k) // 0 where v9 is not for this map
    fixed.push_back(std::fabs(map_.m[k]) < 0x1p30 ? std::llround(std::ldexp(map_.m[k], 32)) : 0);
  input_ = copy(image_.pixels);
  matrix_ = copy(floats);
  fixed_ = copy(fixed);
  if (no_image(session.device).empty())
    image_on_device_ = images::make_image(session, image_, images::Depth::floats);
}

// [tolerance]
// How far float may move the place of an output: each sum of three products is off by a few units in the last place of its
// largest term, and w divides that. Behind the horizon nothing moves.
double Warp::place_error(Point p) const {
  const auto& m = map_.m;
  const auto sum = [&](std::size_t row) {
    return std::fabs(m[row] * p.x) + std::fabs(m[row + 1] * p.y) + std::fabs(m[row + 2]);
  };
  constexpr double unit = 4 * 0x1p-24;
  const Point place = map_(p);
  const double w = map_.w(p), w_error = map_.is_affine() ? 0.0 : unit * sum(6);
  if (w < -w_error)
    return 0.0;
  if (w <= 2 * w_error) // on which side of the horizon?
    return std::numeric_limits<double>::infinity();
  const double largest = std::max(std::fabs(place.x), std::fabs(place.y));
  return (unit * (sum(0) + sum(3)) + largest * (w_error + (map_.is_affine() ? 0.0 : unit * w))) / w;
}

common::Comparison Warp::check(std::span<const std::byte> output) const {
  return check_to(output, reference_, 0.0);
}

common::Comparison Warp::check_to(std::span<const std::byte> output,
                                  const std::vector<double>& want, double more) const {
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  // What is near enough for its own place becomes the wanted number; the rest is reported.
  std::vector<double> wanted = want;
  const auto columns = static_cast<std::size_t>(width() * channels());
  harness::on_all_cores(height(), [&](int y) {
    for (std::size_t k = columns * static_cast<std::size_t>(y), n = 0; n < columns; ++n, ++k) {
      const double distance = std::fabs(double{got[k]} - want[k]);
      if (distance <= 2e-5 + 3 * more && filter_ != Filter::nearest) {
        wanted[k] = got[k];
        continue;
      }
      const int x = static_cast<int>(n) / channels(), channel = static_cast<int>(n) % channels();
      const Point p{1.0 * x, 1.0 * y}, from = map_(p);
      const double error = place_error(p) + more;
      bool near = distance <= 2e-5 + 3 * error;
      if (filter_ == Filter::nearest) { // is it a pixel of one of the places that it may be?
        near = got[k] == static_cast<float>(want[k]);
        for (const double u : {from.x - error, from.x + error})
          for (const double v : {from.y - error, from.y + error})
            near = near || got[k] == static_cast<float>(sample(image_, u, v, channel, filter_));
      }
      if (near || (!(error < 1.0) && got[k] >= -0.5F && got[k] <= 1.5F))
        wanted[k] = got[k];
    }
  });
  return common::compare(got, wanted, {});
}
// [/tolerance]

std::string Warp::place(std::size_t index) const {
  return harness::pixel_place(index, image_.width, image_.channels);
}

std::vector<harness::Step> Warp::steps() const {
  return steps_for(*this);
}

std::vector<harness::Peer> Warp::peers(const harness::Session& session) const {
  return peers_for(*this, session);
}

std::string Choice::label() const {
  if (transform != "rotation")
    return transform;
  return fmt::format("rotation by {}{}", degrees,
                     enlarge == 1.0 ? "" : fmt::format(", scale {}", enlarge));
}

harness::CaseStudy case_study(const Choice& choice) {
  return {.chapter = "19_geometric_transforms",
          .work_unit = "Gpixel/s",
          .quick_sizes = {"33x17"},
          .default_sizes = {"512"},
          .check_sizes = {"1", "1x31", "31x1", "5x3", "2x64", "33x65", "127x129", "1000x31",
                          "20000x3", "256"},
          .bench_sizes = {"512", "2048"},
          .make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
            const std::vector<int> extents = harness::parse_size(size, 2);
            return std::make_unique<Warp>(
                transform(choice.transform, extents[0], extents[1], choice.degrees, choice.enlarge),
                choice.filter, extents[0], extents[1], choice.channels, seed, choice.label());
          }};
}

} // namespace transforms
