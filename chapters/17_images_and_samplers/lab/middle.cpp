// The half-pixel rule.

#include "harness/lab/float_image.hpp"

#include "lab.hpp"

#include <cmath>
#include <fmt/format.h>

// [enlarged]
std::vector<int> enlarged(const Lab& lab, const std::vector<int>& row, float shift,
                          cl_addressing_mode addressing) {
  Bytes bytes;
  for (const int level : row)
    bytes.insert(bytes.end(), 4, static_cast<cl_uchar>(level));
  const cl::Image2D image(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          cl::ImageFormat(CL_RGBA, CL_UNORM_INT8), row.size(), 1, 0, bytes.data());
  const cl::Sampler sampler(lab.context, CL_TRUE, addressing, CL_FILTER_LINEAR);
  const std::size_t width = 2 * row.size();
  const cl::Buffer out = lab.buffer(std::vector<float>(width));
  cl::Kernel kernel = lab.kernel("middle", "enlarge_row");
  common::set_args(kernel, image, sampler, shift, out);
  common::launch(lab.queue, kernel, {width}, {1});
  std::vector<int> levels;
  for (const float value : lab.read<float>(out))
    levels.push_back(static_cast<int>(std::lround(255 * value)));
  return levels;
}
// [/enlarged]

namespace {

// The same by the formulas of the specification, on the host.
std::vector<int> expected(const std::vector<int>& row, double shift,
                          cl_addressing_mode addressing) {
  harness::ImageF picture{static_cast<int>(row.size()), 1, 4, {}};
  for (const int level : row)
    picture.pixels.insert(picture.pixels.end(), 4, static_cast<float>(level) / 255.0F);
  std::vector<int> levels;
  for (std::size_t x = 0; x < 2 * row.size(); ++x)
    levels.push_back(static_cast<int>(
        std::lround(255 * images::sample(picture,
                                         (static_cast<double>(x) + shift) /
                                             (2.0 * static_cast<double>(row.size())),
                                         0.5, {true, addressing, CL_FILTER_LINEAR})[0])));
  return levels;
}

} // namespace

Json where_is_the_middle(const Lab& lab) {
  const std::vector<int> row{40, 80, 120, 160};
  struct Case {
    const char* coordinate;
    float shift;
    cl_addressing_mode addressing;
  };
  Json rows = Json::array();
  fmt::print("  a row {}, enlarged twice\n", fmt::join(row, " "));
  for (const Case& one : {Case{"(x + 0.5) / width", 0.5F, CL_ADDRESS_CLAMP_TO_EDGE},
                          Case{"x / width", 0.0F, CL_ADDRESS_CLAMP_TO_EDGE},
                          Case{"x / width", 0.0F, CL_ADDRESS_CLAMP}}) {
    const std::vector<int> want = expected(row, one.shift, one.addressing);
    std::vector<int> got = want; // without images: what the formulas say
    if (has_images(lab.device)) {
      got = enlarged(lab, row, one.shift, one.addressing);
      // The parts are quarters, which steps of 1/256 hold exactly; rounding may go either way.
      for (std::size_t i = 0; i < want.size(); ++i)
        verify(std::abs(got[i] - want[i]) <= 1, "the row is enlarged as the formulas say");
    }
    const std::string addressing = images::addressing_name(one.addressing);
    fmt::print("  at {:<18} {:<14} {:>3}\n", one.coordinate, addressing, fmt::join(got, " "));
    rows.push_back({{"coordinate", one.coordinate},
                    {"addressing", addressing},
                    {"levels", fmt::format("{}", fmt::join(got, " "))}});
  }
  return {{"rows", rows}};
}
