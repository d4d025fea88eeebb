// Are wide types faster? A copy with elements of 4 to 64 bytes, and the same numbers doubled as float
// and as half.

#include "common/error.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>

namespace {

using Bytes = std::vector<unsigned char>;

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const unsigned char*>(values.data());
  return {first, first + values.size() * sizeof(T)};
}

// A kernel, its data, and the times of its launches.
struct Run {
  Run(const Lab& lab, std::string name, const cl::Program& program, const char* kernel_name,
      const Bytes& in, const Bytes& out, std::size_t elements, std::size_t items)
      : type(std::move(name)), kernel(program, kernel_name), work_items(items), expected(out),
        from(lab.buffer(in)), to(lab.buffer(Bytes(out.size()))) {
    common::set_args(kernel, from, to, static_cast<cl_uint>(elements));
  }

  // One launch into a poisoned buffer; its result has to be right.
  void once(const Lab& lab, bool keep) {
    const cl::NDRange local = common::fit_local_size(lab.device, kernel, {256});
    lab.queue.enqueueFillBuffer(to, cl_uchar{0xee}, 0, expected.size());
    const cl::Event event =
        common::launch(lab.queue, kernel, common::round_up(cl::NDRange(work_items), local), local);
    const double time = common::event_times(event).execution_ms();
    if (const Bytes got = lab.read<unsigned char>(to); got != expected)
      throw common::Error(
          fmt::format("{}: the copy is wrong: {}", type, common::compare(got, expected).summary()));
    if (keep)
      samples.values.push_back(time);
  }

  std::string type;
  cl::Kernel kernel;
  std::size_t work_items;
  Bytes expected;
  cl::Buffer from, to;
  common::Samples samples;
};

// Ones and twos: doubled they are exact in both types.
std::vector<Run> doublings(const Lab& lab, std::size_t floats) {
  const cl::Program program = lab.program("half");
  std::vector<float> in(floats, 1.0F), doubled(floats, 2.0F);
  std::vector<cl_half> half_in(floats, 0x3c00), half_doubled(floats, 0x4000); // 1 and 2
  for (std::size_t i = 1; i < floats; i += 3) {
    in[i] = 2.0F;
    doubled[i] = 4.0F;
    half_in[i] = 0x4000;
    half_doubled[i] = 0x4400;
  }
  return {Run(lab, "float", program, "scale_float", bytes_of(in), bytes_of(doubled), floats,
              floats / 4),
          Run(lab, "half", program, "scale_half", bytes_of(half_in), bytes_of(half_doubled), floats,
              floats / 4)};
}

} // namespace

// [widths]
Json are_wide_types_faster(const Lab& lab) {
  const std::size_t floats = lab.quick ? 1 << 12 : 1 << 22;
  const Bytes numbers = bytes_of(common::random_floats(floats, lab.seed));
  const cl::Program copies = lab.program("copies");
  std::vector<Run> runs = doublings(lab, floats);
  for (const std::size_t width : {1, 2, 4, 8, 16}) {
    if (lab.quick && (width == 2 || width == 8))
      continue;
    const std::string type = width == 1 ? "float" : fmt::format("float{}", width);
    runs.emplace_back(lab, type, copies, ("copy_" + type).c_str(), numbers, numbers, floats / width,
                      floats / width);
  }
  for (int round = 0; round < (lab.quick ? 2 : 31); ++round)
    for (Run& run : runs) // in turns, so that a disturbance hits all of them
      run.once(lab, round > 0);

  Json rows = Json::array();
  fmt::print("  {} floats copied, each copy verified\n", floats);
  const auto gbps = [&](const Run& run) {
    return 2e-6 * static_cast<double>(run.expected.size()) / run.samples.median();
  };
  double best = 0;
  for (std::size_t i = 2; i < runs.size(); ++i)
    best = std::max(best, gbps(runs[i]));
  for (std::size_t i = 2; i < runs.size(); ++i) {
    fmt::print("  {:<8} {:>9.2f} GB/s  {}\n", runs[i].type, gbps(runs[i]),
               harness::bar(gbps(runs[i]), best));
    rows.push_back({{"type", runs[i].type},
                    {"work_items", runs[i].work_items},
                    {"median_ms", runs[i].samples.median()},
                    {"min_ms", runs[i].samples.min()},
                    {"gbps", gbps(runs[i])}});
  }
  const double float_ms = runs[0].samples.median(), half_ms = runs[1].samples.median();
  fmt::print("  doubled in place of copied, as float: {}, as half: {}\n",
             harness::duration_text(float_ms), harness::duration_text(half_ms));
  return {{"floats", floats},
          {"mib", static_cast<double>(numbers.size()) / (1 << 20)},
          {"rows", rows},
          {"scale_float_ms", float_ms},
          {"scale_half_ms", half_ms}};
}
// [/widths]
