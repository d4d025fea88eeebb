#pragma once

#include "harness/ladder/ladder.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// How often each value occurs in a picture, and what that is good for.
namespace hist {

/// What is to be done, in the words of the command line.
struct Task {
  std::string problem = "histogram"; ///< of problems()
  std::string format = "rgba";       ///< of formats(): for histogram; the others take u8
  std::string data = "photo";        ///< of data_sets()
  std::string method = "otsu";       ///< or ridler: for threshold and adaptive
  int bins = 256;                    ///< for float, 1 to 8192

  bool operator==(const Task&) const = default;
  bool counts() const { return problem == "histogram"; }
  bool colour() const { return counts() && format == "rgba"; }
  bool floats() const { return counts() && format == "float"; }
};
const std::vector<std::string>& problems();  ///< histogram, equalize, threshold, adaptive
const std::vector<std::string>& formats();   ///< rgba, u8, float
const std::vector<std::string>& data_sets(); ///< photo, random, constant, two-peaks

/// The blocks of `adaptive` have this many pixels a side, and this is what the means of both classes must be apart.
inline constexpr int block_side = 64, least_contrast = 24;

using Bins = std::array<std::uint32_t, 256>;

/// The table of an equalised picture: the darkest value that occurs becomes 0, the brightest 255.
std::array<std::uint8_t, 256> equalizing_table(const Bins& bins);
/// Otsu's "variance between classes" for a threshold: values above it are one class. 0 where a class is empty.
double classes_apart(const Bins& bins, int threshold);
int otsu(const Bins& bins); ///< where classes_apart() is largest, the first of equals
/// The threshold in the middle between the means of its classes; `rounds`: how many steps it took, where not null.
int ridler_calvard(const Bins& bins, int* rounds = nullptr);
/// A block's threshold for `adaptive`: half of its darker mean where its classes are not far enough apart.
int block_threshold(const Bins& bins, const std::string& method);
/// `adaptive` by definition: 0 and 255. With `doubtful` 128 where a pixel is less than that many grey levels from its
/// threshold.
std::vector<std::uint8_t> adaptive(const std::uint8_t* picture, int width, int height,
                                   const std::string& method, int doubtful = 0);

class Histogram : public harness::Problem {
 public:
  Histogram(const Task& wanted, int columns, int rows, unsigned seed)
      : task(wanted), width(columns), height(rows), seed_(seed) {}
  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override {
    return task.counts() ? 4 * std::size_t{bins()} : pixels();
  }
  bool output_is_floating_point() const override { return false; }
  std::string place(std::size_t index) const override;
  std::string kind() const override { return task.format + " " + task.problem; }
  void upload(const harness::Session& session) override;
  /// Bins and equalised pixels are compared exactly. Thresholds are computed in float: one that is as good as the reference's
  /// in all but the sixth digit is as right, and a pixel beside its block's threshold may be on either side.
  common::Comparison check(std::span<const std::byte> output) const override;
  std::vector<harness::Step> steps() const override; ///< in steps.cpp
  std::vector<harness::Peer>
  peers(const harness::Session& session) const override; ///< in peers.cpp

  std::uint64_t pixels() const { return static_cast<std::uint64_t>(width) * height; }
  std::uint32_t bins() const {
    return task.colour() ? 768U : task.floats() ? static_cast<std::uint32_t>(task.bins) : 256U;
  }
  std::size_t pixel_bytes() const { return task.colour() || task.floats() ? 4 : 1; }

  const Task task;
  const int width, height;
  std::vector<std::uint8_t> picture; ///< RGBA, grey, or the bytes of floats
  cl::Buffer input;
  cl::Image2D image; ///< colour, where the device has images of that size; else null

 private:
  int reference_threshold() const;
  int threshold_of(std::span<const std::byte> output) const;

  unsigned seed_;
  std::vector<std::uint32_t> counts_; ///< of the bins
  std::vector<std::uint8_t> want_; ///< of the other problems; of adaptive: 128 where both are right
};

harness::CaseStudy case_study(const Task& task);

} // namespace hist
