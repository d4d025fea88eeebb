// The measured roof of a device.

#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/measure.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/modes.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace harness {
using namespace common;
namespace {

// The best of some runs, of more where they are short, after one to warm up: a ceiling is what the device can do, not what
// it does on average.
double best_ms(const std::function<cl::Event()>& run) {
  run().wait();
  double best = elapsed_ms({run()});
  for (int i = 1, samples = calibrated_samples(1e-3 * best, {0.02, 7, 100}); i < samples; ++i)
    best = std::min(best, elapsed_ms({run()}));
  return best;
}

double copy_bandwidth(const Session& session, double working_set_bytes) {
  const auto bytes = std::max<cl_ulong>(static_cast<cl_ulong>(working_set_bytes / 2) / 16 * 16, 16);
  const cl::Buffer from(session.context, CL_MEM_READ_WRITE, bytes);
  const cl::Buffer to(session.context, CL_MEM_READ_WRITE, bytes);
  session.queue.enqueueFillBuffer(from, 1.0F, 0, bytes);
  session.queue.enqueueFillBuffer(to, 2.0F, 0, bytes);

  const cl_uint count = static_cast<cl_uint>(bytes / 16);
  cl::Kernel kernel(build_kernel_file(session.context, session.device, "common/ceilings.cl"),
                    "copy_float4");
  set_args(kernel, from, to, count);
  const cl::NDRange local = fit_local_size(session.device, kernel, {256});
  const double by_kernel = best_ms(
      [&] { return launch(session.queue, kernel, round_up(cl::NDRange(count), local), local); });
  // Some drivers copy buffers faster than any kernel (a CPU's memcpy can write past the caches).
  const double by_driver = best_ms([&] {
    cl::Event event;
    session.queue.enqueueCopyBuffer(from, to, 0, 0, bytes, nullptr, &event);
    return event;
  });
  return 2.0 * static_cast<double>(bytes) / (1e6 * std::min(by_kernel, by_driver));
}

double multiply_add_rate(const Session& session) {
  constexpr int chains = 8;
  const auto units = session.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const bool is_cpu = (session.device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
  // Long enough that a thread which wakes up late does not count.
  const std::size_t items = std::size_t{units} * (is_cpu ? 512 : 2048);
  const cl_uint rounds = is_cpu ? 4000 : 2000;
  const cl::Buffer result(session.context, CL_MEM_WRITE_ONLY, items * sizeof(cl_float));
  double best = 0.0;
  // No width is best everywhere: a GPU's lanes are work-items, a CPU's are vector elements.
  for (const int width : is_cpu ? std::vector<int>{4, 8, 16} : std::vector<int>{1, 2, 4}) {
    cl::Kernel kernel(build_kernel_file(session.context, session.device, "common/ceilings.cl",
                                        fmt::format("-DWIDTH={} -DCHAINS={}", width, chains)),
                      "fma_chains");
    set_args(kernel, result, cl_float{1e-3F}, cl_float{0.5F}, rounds);
    const cl::NDRange local =
        fit_local_size(session.device, kernel, {is_cpu ? std::size_t{8} : std::size_t{256}});
    const double ms = best_ms(
        [&] { return launch(session.queue, kernel, round_up(cl::NDRange(items), local), local); });
    best = std::max(best, 2.0 * chains * width * rounds * static_cast<double>(items) / (1e6 * ms));
  }
  return best;
}

} // namespace

double memory_working_set(const cl::Device& device) {
  constexpr cl_ulong wanted = 256u << 20;
  return 2.0 * static_cast<double>(std::min({wanted, device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(),
                                             device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 8}));
}

double measure_copy_gbps(const Session& session, double working_set_bytes) {
  return copy_bandwidth(session, std::min(working_set_bytes, memory_working_set(session.device)));
}

Ceilings measure_ceilings(const Session& session) {
  return {measure_copy_gbps(session, memory_working_set(session.device)),
          multiply_add_rate(session)};
}

void ladder::find_ceilings(SizeResult& result, Ceilings& device, const Session& session) {
  const double memory_set = memory_working_set(session.device);
  const auto measured = [&] {
    return Ceilings{result.cost.bytes < memory_set ? measure_copy_gbps(session, result.cost.bytes)
                                                   : device.copy_gbps,
                    device.fma_gflops};
  };
  result.ceilings = measured();
  double best = std::numeric_limits<double>::infinity();
  std::string who;
  for (const Row& row : result.rows)
    if (row.is_verified() && row.same_arithmetic() && row.times.ms.median() < best) {
      best = row.times.ms.median();
      who = row.who();
    }
  if (roof_ms(result.cost, result.ceilings) > best) {
    const Ceilings again = measure_ceilings(session);
    device.copy_gbps = std::max(device.copy_gbps, again.copy_gbps);
    device.fma_gflops = std::max(device.fma_gflops, again.fma_gflops);
    const double copy = result.ceilings.copy_gbps;
    result.ceilings = measured();
    result.ceilings.copy_gbps = std::max(result.ceilings.copy_gbps, copy);
  }
  if (roof_ms(result.cost, result.ceilings) > best) {
    result.ceilings.copy_gbps = std::max(result.ceilings.copy_gbps, gbps(result.cost, best));
    result.ceilings.fma_gflops = std::max(result.ceilings.fma_gflops, gflops(result.cost, best));
    device.fma_gflops = result.ceilings.fma_gflops;
    result.raised = fmt::format("{} did better than the ceilings that were measured twice: they "
                                "are raised to what it reached",
                                who);
  }
}

} // namespace harness
