// Are wide types faster? A copy with elements of 4 to 64 bytes, and the same numbers as float and as
// half.

#include "common/error.hpp"
#include "common/report.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "lab.hpp"

#include <fmt/format.h>

namespace {

using Bytes = std::vector<unsigned char>;

// The median time of a launch, its result compared with `expected` each time.
double median_ms(const Lab& lab, cl::Kernel& kernel, const Bytes& in, const Bytes& expected,
                 std::size_t elements, std::size_t work_items) {
  const cl::Buffer from = lab.buffer(in), to = lab.buffer(Bytes(in.size()));
  common::set_args(kernel, from, to, static_cast<cl_uint>(elements));
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, {256});
  common::Samples samples;
  for (int i = 0; i < (lab.quick ? 2 : 12); ++i) {
    lab.queue.enqueueFillBuffer(to, cl_uchar{0xee}, 0, in.size());
    const cl::Event event =
        common::launch(lab.queue, kernel, common::round_up(cl::NDRange(work_items), local), local);
    const double time = common::event_times(event).execution_ms();
    const auto result = common::compare(lab.read<unsigned char>(to), expected);
    if (!result.passed())
      throw common::Error(fmt::format("the copy is wrong: {}", result.summary()));
    if (i > 0) // the first compiles
      samples.values.push_back(time);
  }
  return samples.median();
}

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const unsigned char*>(values.data());
  return {first, first + values.size() * sizeof(T)};
}

} // namespace

// [widths]
Json are_wide_types_faster(const Lab& lab) {
  const std::size_t floats = lab.quick ? 1 << 12 : 1 << 24;
  const Bytes numbers = bytes_of(common::random_floats(floats, lab.seed));
  const cl::Program copies = lab.program("copies"), halves = lab.program("half");
  Json rows = Json::array();
  double best = 0;
  for (const std::size_t width : {1, 2, 4, 8, 16}) {
    if (lab.quick && (width == 2 || width == 8))
      continue;
    const std::string type = width == 1 ? "float" : fmt::format("float{}", width);
    cl::Kernel kernel(copies, ("copy_" + type).c_str());
    const std::size_t work_items = floats / width;
    const double ms = median_ms(lab, kernel, numbers, numbers, work_items, work_items);
    const double gbps = 2e-6 * static_cast<double>(numbers.size()) / ms;
    best = std::max(best, gbps);
    rows.push_back({{"type", type}, {"work_items", work_items}, {"median_ms", ms}, {"gbps", gbps}});
  }
  fmt::print("  {} floats copied, each copy verified\n", floats);
  for (const Json& row : rows)
    fmt::print("  {:<8} {:>9.2f} GB/s  {}\n", row["type"].get<std::string>(),
               row["gbps"].get<double>(), common::bar(row["gbps"], best));
  // [/widths]

  // Small whole numbers: doubled they are the same in both types. A half below 2048 ends in zeros.
  std::vector<float> in(floats), doubled(floats);
  std::vector<cl_half> half_in(floats), half_doubled(floats);
  for (std::size_t i = 0; i < floats; ++i) {
    const bool two = i % 3 == 1;
    in[i] = two ? 2.0F : 1.0F;
    doubled[i] = 2 * in[i];
    half_in[i] = two ? 0x4000 : 0x3c00;
    half_doubled[i] = two ? 0x4400 : 0x4000;
  }
  cl::Kernel with_float(halves, "scale_float"), with_half(halves, "scale_half");
  const double float_ms =
      median_ms(lab, with_float, bytes_of(in), bytes_of(doubled), floats, floats / 4);
  const double half_ms =
      median_ms(lab, with_half, bytes_of(half_in), bytes_of(half_doubled), floats, floats / 4);
  fmt::print("  doubled in place of copied, as float: {}, as half: {}\n",
             common::duration_text(float_ms), common::duration_text(half_ms));
  return {
      {"floats", floats}, {"rows", rows}, {"scale_float_ms", float_ms}, {"scale_half_ms", half_ms}};
}
