// The problems of chapter 22: pictures, references by definition, and what is compared with them.

#include "problem.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/cores.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <numeric>

namespace hist {
namespace {

// A number with all bits mixed, for each place: chance that threads can make side by side.
std::uint64_t chance(std::uint64_t place, unsigned seed) {
  std::uint64_t x = place + seed * 0x9E3779B97F4A7C15U;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

// task(first, end) for parts of 0 to n on all cores; few and large ones.
void in_parts(std::uint64_t n, const std::function<void(std::uint64_t, std::uint64_t)>& task) {
  const int parts = n < 100'000 ? 1 : 64;
  harness::on_all_cores(parts, [&](int part) {
    task(n / parts * part, part == parts - 1 ? n : n / parts * (part + 1));
  });
}

// [data]
// Byte i of the data set: pictures are repeated side by side and one below the other.
std::vector<std::uint8_t> make_bytes(const Task& task, int width, int height, int channels,
                                     unsigned seed) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(width) * height * channels);
  if (task.data == "random") {
    in_parts(bytes.size() / 8, [&](std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t i = first; i < end; ++i) {
        const std::uint64_t eight = chance(i, seed);
        std::memcpy(&bytes[8 * i], &eight, 8);
      }
    });
    for (std::size_t i = bytes.size() / 8 * 8; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>(chance(i, seed));
  } else if (task.data == "constant") {
    const std::array<std::uint8_t, 4> pixel{137, 73, 201, 255};
    in_parts(bytes.size() / channels, [&](std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t i = first; i < end; ++i)
        std::copy_n(pixel.begin(), channels, &bytes[i * channels]);
    });
  } else {
    const common::Image picture = harness::load_picture(
        common::find_data(task.data == "two-peaks" ? "images/two_peaks_512.png"
                                                   : "images/scene_2048x1024.png")
            .string(),
        channels);
    const std::size_t row = static_cast<std::size_t>(width) * channels,
                      source = static_cast<std::size_t>(picture.width) * channels;
    in_parts(height, [&](std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t y = first; y < end; ++y)
        for (std::size_t x = 0; x < row; x += source)
          std::copy_n(&picture.pixels[y % picture.height * source], std::min(source, row - x),
                      &bytes[y * row + x]);
    });
  }
  return bytes;
}

// Floats with that distribution, between -1 and 2, and values between those of the bytes.
std::vector<std::uint8_t> make_floats(const Task& task, int width, int height, unsigned seed) {
  const std::vector<std::uint8_t> grey = make_bytes(task, width, height, 1, seed);
  std::vector<std::uint8_t> bytes(4 * grey.size());
  in_parts(grey.size(), [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t i = first; i < end; ++i) {
      const auto between =
          task.data == "constant" ? 0.0F : static_cast<float>(chance(i, seed + 1) >> 48) / 65536;
      const float value = (static_cast<float>(grey[i]) + between) * (3.0F / 256) - 1;
      std::memcpy(&bytes[4 * i], &value, 4);
    }
  });
  return bytes;
}
// [/data]

float value_at(const std::vector<std::uint8_t>& bytes, std::uint64_t i) {
  float value;
  std::memcpy(&value, &bytes[4 * i], 4);
  return value;
}

// [reference]
std::vector<std::uint32_t> count(const Histogram& in) {
  std::vector<std::uint32_t> bins(in.bins());
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (std::uint64_t i = 0; in.task.floats() && i < in.pixels(); ++i) {
    low = std::min(low, value_at(in.picture, i));
    high = std::max(high, value_at(in.picture, i));
  }
  const float scale = high > low ? static_cast<float>(in.bins()) / (high - low) : 0;
  std::mutex one_at_a_time;
  in_parts(in.pixels(), [&](std::uint64_t first, std::uint64_t end) {
    std::vector<std::uint32_t> own(in.bins());
    for (std::uint64_t i = first; i < end; ++i)
      if (in.task.floats())
        ++own[std::min(static_cast<std::uint32_t>((value_at(in.picture, i) - low) * scale),
                       in.bins() - 1)];
      else if (in.task.colour())
        for (std::size_t c = 0; c < 3; ++c)
          ++own[256 * c + in.picture[4 * i + c]];
      else
        ++own[in.picture[i]];
    const std::lock_guard lock(one_at_a_time);
    std::transform(own.begin(), own.end(), bins.begin(), bins.begin(), std::plus<>());
  });
  return bins;
}
// [/reference]

Bins bins_of(const std::uint8_t* picture, int pitch, int columns, int rows) {
  Bins bins{};
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      ++bins[picture[static_cast<std::size_t>(y) * pitch + x]];
  return bins;
}

Bins first_256(const std::vector<std::uint32_t>& counts) {
  Bins bins{};
  std::copy_n(counts.begin(), 256, bins.begin());
  return bins;
}

std::array<std::uint8_t, 256> black_and_white(int threshold) {
  std::array<std::uint8_t, 256> table{};
  std::fill(table.begin() + threshold + 1, table.end(), std::uint8_t{255});
  return table;
}

// Counts and keeps a mismatch as common::compare() does.
void note(common::Comparison& comparison, std::size_t index, std::uint32_t got,
          std::uint32_t want) {
  if (got == want)
    return;
  if (comparison.wrong++ == 0)
    comparison.worst = {index, double{1} * got, double{1} * want};
  if (comparison.first.size() < 5)
    comparison.first.push_back({index, double{1} * got, double{1} * want});
}

// What lies on both sides of a threshold.
struct Sides {
  double below = 0, above = 0, sum_below = 0, sum_above = 0;
  Sides(const Bins& bins, int threshold) {
    for (int b = 0; b < 256; ++b) {
      (b <= threshold ? below : above) += bins[b];
      (b <= threshold ? sum_below : sum_above) += double{1} * b * bins[b];
    }
  }
  bool one_is_empty() const { return below == 0 || above == 0; }
  double mean_below() const { return sum_below / below; }
  double mean_above() const { return sum_above / above; }
};

} // namespace

const std::vector<std::string>& problems() {
  static const std::vector<std::string> names{"histogram", "equalize", "threshold", "adaptive"};
  return names;
}

const std::vector<std::string>& formats() {
  static const std::vector<std::string> names{"rgba", "u8", "float"};
  return names;
}

const std::vector<std::string>& data_sets() {
  static const std::vector<std::string> names{"photo", "random", "constant", "two-peaks"};
  return names;
}

// [uses]
std::array<std::uint8_t, 256> equalizing_table(const Bins& bins) {
  std::array<std::uint8_t, 256> table{};
  const std::uint64_t pixels = std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
  const auto darkest = std::find_if(bins.begin(), bins.end(), [](auto n) { return n > 0; });
  const std::uint64_t first = darkest == bins.end() ? 0 : *darkest, room = pixels - first;
  std::uint64_t below = 0;
  for (std::size_t b = 0; b < 256; ++b) {
    below += bins[b];
    const std::uint64_t before = below > first ? below - first : 0;
    table[b] = static_cast<std::uint8_t>(room == 0 ? b : (255 * before + room / 2) / room);
  }
  return table;
}

double classes_apart(const Bins& bins, int threshold) {
  const Sides sides(bins, threshold);
  if (sides.one_is_empty())
    return 0;
  const double pixels = sides.below + sides.above,
               difference = sides.mean_above() - sides.mean_below();
  return sides.below / pixels * (sides.above / pixels) * difference * difference;
}

int otsu(const Bins& bins) {
  int best = 0;
  for (int t = 1; t < 256; ++t)
    if (classes_apart(bins, t) > classes_apart(bins, best))
      best = t;
  return best;
}

int ridler_calvard(const Bins& bins, int* rounds) {
  const Sides all(bins, 255);
  int t = all.below == 0 ? 0 : static_cast<int>(all.mean_below()), taken = 0;
  for (; taken < 64; ++taken) {
    const Sides sides(bins, t);
    const int next =
        sides.one_is_empty() ? t : static_cast<int>((sides.mean_below() + sides.mean_above()) / 2);
    if (next == t)
      break;
    t = next;
  }
  if (rounds != nullptr)
    *rounds = taken;
  return t;
}

int block_threshold(const Bins& bins, const std::string& method) {
  const int t = method == "otsu" ? otsu(bins) : ridler_calvard(bins);
  const Sides sides(bins, t);
  const double dark = sides.below == 0 ? sides.mean_above() : sides.mean_below();
  return sides.one_is_empty() || sides.mean_above() - dark < least_contrast
             ? static_cast<int>(dark / 2)
             : t;
}

std::vector<std::uint8_t> adaptive(const std::uint8_t* picture, int width, int height,
                                   const std::string& method, int doubtful) {
  constexpr int side = block_side;
  const int across = (width + side - 1) / side, down = (height + side - 1) / side;
  std::vector<int> thresholds;
  for (int row = 0; row < down; ++row)
    for (int column = 0; column < across; ++column)
      thresholds.push_back(block_threshold(
          bins_of(picture + (static_cast<std::size_t>(row) * width + column) * side, width,
                  std::min(side, width - column * side), std::min(side, height - row * side)),
          method));
  std::vector<std::uint8_t> output(static_cast<std::size_t>(width) * height);
  // The two centres around a place, as blocks, and how near it is to the second one, of 2 * side.
  struct Between {
    int first, second, near_second;
    Between(int at, int blocks) {
      const int halves = std::max(2 * at + 1 - side, 0);
      first = std::min(halves / (2 * side), blocks - 1);
      second = std::min(first + 1, blocks - 1);
      near_second = halves - first * 2 * side;
    }
    int mix(int a, int b) const { return a * (2 * side - near_second) + b * near_second; }
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Between h(x, across), v(y, down);
      const auto row = [&](int r) {
        return h.mix(thresholds[r * across + h.first], thresholds[r * across + h.second]);
      };
      const std::size_t i = static_cast<std::size_t>(y) * width + x;
      const int above = picture[i] * 4 * side * side - v.mix(row(v.first), row(v.second));
      output[i] = std::abs(above) < doubtful * 4 * side * side ? 128 : above > 0 ? 255 : 0;
    }
  return output;
}
// [/uses]

std::string Histogram::size() const {
  return fmt::format("{}x{}", width, height);
}

harness::Cost Histogram::cost() const {
  const auto n = static_cast<double>(pixels());
  return {n, task.counts() ? n * static_cast<double>(pixel_bytes()) + 4.0 * bins()
                           : 3 * n}; // read for the histogram, read and written for the picture
}

std::string Histogram::place(std::size_t index) const {
  if (!task.counts())
    return harness::pixel_place(index, width, 1);
  return task.colour() ? fmt::format("bin {} of {}", index % 256,
                                     std::array{"red", "green", "blue"}[index / 256])
                       : fmt::format("bin {}", index);
}

void Histogram::upload(const harness::Session& session) {
  const std::size_t bytes = pixels() * pixel_bytes();
  harness::require_device_memory(session.device, {bytes, output_bytes()});
  picture = task.floats() ? make_floats(task, width, height, seed_)
                          : make_bytes(task, width, height, task.colour() ? 4 : 1, seed_);
  input = cl::Buffer(session.context, CL_MEM_READ_ONLY, bytes);
  session.queue.enqueueWriteBuffer(input, CL_TRUE, 0, bytes, picture.data());
  const cl::Device& device = session.device;
  if (task.colour() && device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_TRUE &&
      static_cast<std::size_t>(width) <= device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>() &&
      static_cast<std::size_t>(height) <= device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>() &&
      pixels() <= std::uint64_t{1} << 24) { // v3 is left out for more
    const std::size_t columns = width, rows = height;
    image =
        cl::Image2D(session.context, CL_MEM_READ_ONLY, {CL_RGBA, CL_UNSIGNED_INT8}, columns, rows);
    session.queue.enqueueWriteImage(image, CL_TRUE, {0, 0, 0}, {columns, rows, 1}, 0, 0,
                                    picture.data());
  }
  if (task.problem == "adaptive") {
    want_ = adaptive(picture.data(), width, height, task.method, 2);
    return;
  }
  counts_ = count(*this);
  if (task.counts())
    return;
  std::array<std::uint8_t, 256> table{};
  if (task.problem == "equalize") {
    table = equalizing_table(first_256(counts_));
  } else {
    table = black_and_white(reference_threshold());
  }
  want_.resize(pixels());
  in_parts(pixels(), [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t i = first; i < end; ++i)
      want_[i] = table[picture[i]];
  });
}

int Histogram::reference_threshold() const {
  const Bins bins = first_256(counts_);
  return task.method == "otsu" ? otsu(bins) : ridler_calvard(bins);
}

// The threshold that an output of black and white pixels has been made with: as many pixels are not above it.
int Histogram::threshold_of(std::span<const std::byte> output) const {
  const auto black = std::count(
      output.begin(), output.begin() + static_cast<std::ptrdiff_t>(pixels()), std::byte{0});
  std::int64_t below = 0;
  for (int t = 0; t < 256; ++t) {
    below += counts_[t];
    if (below >= black)
      return t;
  }
  return 255;
}

common::Comparison Histogram::check(std::span<const std::byte> output) const {
  common::Comparison comparison;
  if (task.problem == "threshold") {
    const Bins bins = first_256(counts_);
    const int got = threshold_of(output), wanted = reference_threshold();
    const bool as_good = task.method == "otsu"
                             ? classes_apart(bins, got) >= (1 - 1e-5) * classes_apart(bins, wanted)
                             : std::abs(got - wanted) <= 1;
    const auto table = black_and_white(as_good ? got : wanted);
    comparison.compared = pixels();
    for (std::size_t i = 0; i < pixels(); ++i)
      note(comparison, i, std::to_integer<std::uint8_t>(output[i]), table[picture[i]]);
    return comparison;
  }
  comparison.compared = task.counts() ? counts_.size() : want_.size();
  const void* want = task.counts() ? static_cast<const void*>(counts_.data()) : want_.data();
  if (std::memcmp(output.data(), want, output_bytes()) == 0)
    return comparison; // soon done, for 2^30 pixels too
  for (std::size_t i = 0; i < comparison.compared; ++i) {
    std::uint32_t got = 0;
    std::memcpy(&got, output.data() + i * (task.counts() ? 4 : 1), task.counts() ? 4 : 1);
    const std::uint32_t wanted = task.counts() ? counts_[i] : want_[i];
    const bool either = task.problem == "adaptive" && wanted == 128 && (got == 0 || got == 255);
    note(comparison, i, got, either ? got : wanted);
  }
  return comparison;
}

harness::CaseStudy case_study(const Task& task) {
  harness::CaseStudy study;
  study.chapter = "22_histogram";
  study.work_unit = "Gpixels/s";
  study.quick_sizes = {"257x129"};
  study.default_sizes = {"1024"};
  study.check_sizes = {"1x1", "31x1", "1x31", "37x21", "257x3", "64x48", "1023x65"};
  study.bench_sizes = {"512", "1024", "2048"};
  study.tiny_size = "37x21"; // two rounds for counters of 16 bits
  study.own_options = {
      "--problem", task.problem, "--format",  task.format, "--data",
      task.data,   "--method",   task.method, "--bins",    std::to_string(task.bins)};
  study.make = [task](const std::string& size, unsigned seed) {
    const std::vector<int> sides = harness::parse_size(size, 2);
    if (static_cast<std::uint64_t>(sides[0]) * sides[1] >= std::uint64_t{1} << 32)
      throw common::UsageError(
          fmt::format("the size '{}' is too large: 32 bits count fewer than 2^32 pixels.", size));
    return std::make_unique<Histogram>(task, sides[0], sides[1], seed);
  };
  return study;
}

} // namespace hist
