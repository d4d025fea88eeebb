// What the steps with work-groups of a fixed size share: what they need of a device, and their launch.

#include "blocked.hpp"

#include "common/launch.hpp"
#include "harness/lab/device.hpp"

#include <fmt/format.h>

namespace matmul {

std::string file_of(const Step& step) {
  return fmt::format("15_matmul/{}_{}.cl", step.id, step.name);
}

bool aligned(const Extents& x) {
  return x.k % 4 == 0 && x.n % 4 == 0;
}

// [variants]
// The promises of vector.clh: rows of whole float4s; nothing beyond an edge.
std::string variant(const Blocked& step, const Extents& x, const Values& v) {
  const bool whole = aligned(x) && x.k > 0 && x.m % value(v, "BM", 1) == 0 &&
                     x.n % value(v, "BN", 1) == 0 &&
                     x.k % (value(v, "BK", 1) * value(v, "SPLIT", 1)) == 0;
  return fmt::format("{}{}", step.vectors ? fmt::format(" -DALIGNED={:d}", aligned(x)) : "",
                     step.guard ? fmt::format(" -DGUARD={:d}", !whole) : "");
}
// [/variants]

std::string tensor_core_obstacle(const cl::Device& device, bool hopper) {
  if (!harness::is_nvidia(device))
    return "inline PTX for NVIDIA's tensor cores: this device is of another vendor";
  const auto attribute = [&](cl_device_info name) { // cl_nv_device_attribute_query
    cl_uint number = 0;
    clGetDeviceInfo(device(), name, sizeof number, &number, nullptr);
    return number;
  };
  const cl_uint major = attribute(0x4000), minor = attribute(0x4001);
  // What is called sm_90a exists in 9.0 and nowhere else: later generations do not run it.
  if (hopper ? major != 9 || minor != 0 : major < 8)
    return fmt::format("needs compute capability {}: this device has {}.{}",
                       hopper ? "9.0 exactly (sm_90a)" : "8.0", major, minor);
  return "";
}

namespace {

// [obstacle]
// Constraints as code: what the search of --tune leaves out, and the presets fall back from.
std::string obstacle(const Blocked& step, const Extents& x, const cl::Device& device,
                     const Values& v) {
  if (step.tensor_cores)
    if (const std::string reason = tensor_core_obstacle(device, false); !reason.empty())
      return reason;
  if (step.misfit)
    if (const std::string reason = step.misfit(v); !reason.empty())
      return reason;
  const Geometry g = step.geometry(x, v);
  if (std::string reason = harness::group_obstacle(device, g.local, g.local_bytes, 64);
      !reason.empty())
    return reason;
  const std::uint64_t groups = harness::range_size(g.global) / harness::range_size(g.local);
  const std::uint64_t units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (step.wants_crowd && value(v, "BM") * value(v, "BN") > 128 * 64 && 2 * groups < 3 * units)
    return fmt::format("tiles of this size make {} work-groups: too few for {} compute units",
                       groups, units);
  return "";
}
// [/obstacle]

} // namespace

Step blocked_step(const Matmul& problem, Step step, Blocked blocked) {
  step.kernel_file = file_of(step);
  const Extents x(problem.operands().shape);
  step.obstacle = [=](const cl::Device& device, const Values& values) {
    return obstacle(blocked, x, device, values);
  };
  step.prepare = [&problem, step, blocked, x](const harness::Workbench& bench) -> harness::Run {
    const Operands in = problem.operands();
    cl::Kernel kernel =
        bench.kernel(step.kernel_file, "matmul_" + step.name, variant(blocked, x, bench.values));
    common::set_args(kernel, in.a_on_device, in.b_on_device, bench.output, in.shape.m, in.shape.n,
                     in.shape.k);
    const Geometry g = blocked.geometry(x, bench.values);
    return harness::Launches(bench).add(kernel, g.global, g.local).run();
  };
  if (blocked.accesses)
    step.accesses = [=](const Values& values) {
      return Counts{{"matmul_" + step.name, blocked.accesses(x, values)}};
    };
  if (blocked.factor_error > 0.0)
    step.check = [&problem, error = blocked.factor_error](std::span<const std::byte> output) {
      return problem.check_to(error, output);
    };
  return step;
}

std::string tile_misfit(const Values& v) {
  const auto divides = [&](const char* part, const char* whole) {
    return !v.count(part) || !v.count(whole) || value(v, whole) % value(v, part) == 0;
  };
  for (const auto& [part, whole] :
       {std::pair{"TM", "BM"}, std::pair{"TN", "BN"}, std::pair{"WM", "BM"}, std::pair{"WN", "BN"},
        std::pair{"TM", "WM"}, std::pair{"TN", "WN"}})
    if (!divides(part, whole))
      return fmt::format("{} must divide {}", part, whole);
  return "";
}

} // namespace matmul
