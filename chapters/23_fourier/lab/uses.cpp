// The uses' common part.

#include "uses.hpp"

#include "common/error.hpp"

#include <algorithm>
#include <cmath>

namespace fourier {
namespace {

struct Use {
  const char* name;
  int (*run)(const UseOptions&, const harness::Lab&);
};

const std::vector<Use>& all_uses() {
  static const std::vector<Use> list{{"sound", filter_sound},
                                     {"picture", filter_picture},
                                     {"compress", compress},
                                     {"dct", quantise}};
  return list;
}

} // namespace

const std::vector<std::string>& uses() {
  static const std::vector<std::string> names = harness::names_of(all_uses());
  return names;
}

int use(const std::string& name, const UseOptions& options, const harness::Lab& lab) {
  for (const Use& one : all_uses())
    if (one.name == name)
      return one.run(options, lab);
  throw common::UsageError("there is no use '" + name + "'.");
}

void transform(const harness::Lab& lab, const fft::Shape& shape, fft::Direction direction,
               const cl::Buffer& from, const cl::Buffer& to) {
  fft::Plan(lab.context, lab.device, shape, direction).enqueue(lab.queue, from, to);
}

cl::Buffer space(const harness::Lab& lab, std::size_t floats) {
  return {lab.context, CL_MEM_READ_WRITE, floats * sizeof(float)};
}

void verify_all(const std::string& what, const std::vector<float>& got,
                const std::vector<double>& want, double roundings) {
  double largest = 0.0;
  for (const double value : want)
    largest = std::max(largest, std::abs(value));
  const common::Comparison found =
      common::compare(std::span<const float>(got), std::span<const double>(want),
                      {roundings * 0x1p-24 * largest, 0.0});
  if (!found.passed())
    throw common::Error(what + " is not what the reference says: " + found.summary());
}

double root_mean_square(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

} // namespace fourier
