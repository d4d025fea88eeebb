// The bandwidths of local memory and of the caches: the roofs above that of the device's memory.

#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace {

// [shape]
// What the kernel of caches.cl is built with, and how much of it runs.
struct Shape {
  std::size_t group, width, chains, groups;
  std::size_t
      bytes_of_a_group; ///< that a work-group reads at least, so that the time can be measured
};

Shape shape_of(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const std::size_t units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (scale.gpu) // 8 groups fill a compute unit
    return {std::min<std::size_t>(256, lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>()), 4, 4,
            8 * units, std::size_t{lab.quick ? 1U : 4U} << 20};
  // One work-item, so that a core reads one address after the other; the short form tries real groups, too.
  const std::size_t group =
      std::min<std::size_t>(lab.quick ? 4 : 1, lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  return {group, 16, 8, scale.groups, std::size_t{lab.quick ? 16U : 1U << 17} << 10};
}
// [/shape]

// [measure]
// Each group reads the first `bytes` of a buffer again and again, from local memory or through the caches.
Measured read_again(const Lab& lab, const Shape& shape, std::size_t bytes, bool local,
                    double& total) {
  const std::size_t vectors = bytes / 4 / shape.width;
  const std::size_t rounds = std::max<std::size_t>(1, shape.bytes_of_a_group / bytes);
  std::vector<float> numbers(bytes / 4);
  for (std::size_t i = 0; i < numbers.size(); ++i) // 0 to 3: their sums are exact in floats
    numbers[i] = static_cast<float>(static_cast<std::uint32_t>(i) * 2654435761U >> 30);
  const cl::Buffer in = lab.buffer(numbers);
  const cl::Buffer result =
      lab.buffer(std::vector<float>(shape.groups * shape.group * shape.width, -1.0F));
  cl::Kernel kernel =
      lab.kernel("caches", "caches",
                 fmt::format("-DGROUP={} -DWIDTH={} -DCHAINS={} -DLOCAL={:d} -DBYTES={}",
                             shape.group, shape.width, shape.chains, local, bytes));
  common::set_args(kernel, in, result, static_cast<cl_uint>(vectors), static_cast<cl_uint>(rounds));
  const Measured time = device_ms(lab, [&] {
    return common::launch(lab.queue, kernel, {shape.groups * shape.group}, {shape.group});
  });
  std::vector<float> want(shape.group * shape.width);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    want[i % want.size()] += numbers[i] * static_cast<float>(rounds);
  verify_all(lab.read<float>(result), harness::size_text(static_cast<double>(bytes)),
             [&](std::size_t i) { return want[i % want.size()]; });
  total = static_cast<double>(bytes * rounds * shape.groups);
  return time;
}
// [/measure]

} // namespace

// [caches]
Json how_fast_are_the_caches(const Lab& lab) {
  const Shape shape = shape_of(lab);
  const std::size_t small = std::min<std::size_t>(
      16 << 10, std::bit_floor(lab.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>()));
  Json rows = Json::array();
  const auto add = [&](const std::string& where, std::size_t bytes) {
    double total = 0.0;
    const Measured time = read_again(lab, shape, bytes, where == "local memory", total);
    rows.push_back({{"where", where},
                    {"bytes", bytes},
                    {"size", harness::size_text(static_cast<double>(bytes))},
                    {"ms", time.ms},
                    {"spread", time.spread},
                    {"gbps", 1e-6 * total / time.ms}});
  };
  add("local memory", small);
  for (std::size_t bytes = small; bytes <= (lab.quick ? 64U : 16384U) << 10; bytes *= 4)
    add("buffer", bytes);
  // [/caches]
  print_rows(rows, {{"where", "", "from"},
                    {"size", "", "size"},
                    {"ms", "{:.3f}", "ms"},
                    {"gbps", "{:.1f}", "GB/s"}});
  return {{"rows", rows}};
}
