#include "sub_devices.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace platforms {
namespace {

using Property = cl_device_partition_property;

bool offers(const cl::Device& device, Property way) {
  if (common::device_version(device) < 120)
    return false; // it does not even know the question
  const auto offered = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  return std::find(offered.begin(), offered.end(), way) != offered.end();
}

// [divide]
// `properties` is a list that ends with 0: the way to divide, and what belongs to it.
Division try_to_divide(const cl::Device& device, const std::string& way,
                       const std::vector<Property>& properties) {
  Division result{way, {}, {}};
  if (!offers(device, properties.front())) {
    result.reason = "the device does not offer it";
    return result;
  }
  try {
    // Sub-devices are created, unlike devices, and so they are counted: each copy of the handle
    // calls clRetainDevice, each end of a copy clReleaseDevice; with the last one the part is gone.
    cl::Device(device).createSubDevices(properties.data(), &result.parts);
  } catch (const cl::Error& error) {
    result.reason = common::error_name(error.err());
  }
  return result;
}
// [/divide]

// Steps of the Collatz sequence from each number down to 1: 27 takes 111 of them.
std::vector<int> collatz_on_host(std::size_t count) {
  std::vector<int> steps(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (cl_ulong value = i + 1; value != 1; ++steps[i])
      value = value % 2 == 0 ? value / 2 : 3 * value + 1;
  return steps;
}

std::string units_of(const std::vector<cl::Device>& parts) {
  std::vector<cl_uint> units;
  for (const cl::Device& part : parts)
    units.push_back(part.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  return fmt::format("{}", fmt::join(units, " + "));
}

} // namespace

// [three-ways]
std::vector<Division> divide(const cl::Device& device) {
  const auto units = static_cast<Property>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  const Property half = std::max<Property>(1, units / 2);
  std::vector<Property> counts{CL_DEVICE_PARTITION_BY_COUNTS, 1};
  if (units > 1)
    counts.push_back(units - 1);
  counts.insert(counts.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return {
      try_to_divide(device, fmt::format("equally, {} each", half),
                    {CL_DEVICE_PARTITION_EQUALLY, half, 0}),
      try_to_divide(device, "by counts, 1 and the rest", counts),
      try_to_divide(device, "by affinity, where caches or memory part",
                    {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                     CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}),
  };
}
// [/three-ways]

// [run-on-part]
Run run_collatz(const cl::Device& device, const std::string& where, bool quick) {
  const std::size_t count = quick ? 1000 : 300'000;
  const harness::Session session(device); // a sub-device opens a context like any other device
  const cl::Program program =
      common::build_kernel_file(session.context, device, "02_platforms_and_devices/collatz.cl");
  const cl::Buffer buffer(session.context, CL_MEM_WRITE_ONLY, count * sizeof(cl_int));
  cl::Kernel kernel(program, "collatz");
  kernel.setArg(0, buffer);
  kernel.setArg(1, static_cast<cl_uint>(count));
  const cl::NDRange local_size = common::fit_local_size(device, kernel, cl::NDRange(64));
  const cl::NDRange global_size = common::round_up(cl::NDRange(count), local_size);
  // [/run-on-part]

  common::Samples samples;
  for (int i = 0; i < (quick ? 3 : 15); ++i) {
    cl::Event event;
    session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_size, local_size, nullptr,
                                       &event);
    samples.values.push_back(common::event_times(event).execution_ms());
  }
  std::vector<cl_int> steps(count, -1);
  session.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(cl_int), steps.data());
  const common::Comparison comparison = common::compare(steps, collatz_on_host(count));
  if (!comparison.passed())
    throw common::Error(fmt::format("collatz on {}: {}", where, comparison.summary()));
  return {where, device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(), samples.median(), samples.spread()};
}

nlohmann::json show_sub_devices(const cl::Device& device, bool quick) {
  fmt::print("Dividing it: {} compute units become\n",
             device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  nlohmann::json divisions = nlohmann::json::array();
  // The first sub-device that any of the ways gives. Never released: a thread of PoCL 3.1 may look at it after its last
  // command is complete.
  static cl::Device& part = *new cl::Device;
  for (const Division& division : divide(device)) {
    const bool worked = !division.parts.empty();
    fmt::print("  {:<40} {}\n", division.way,
               worked ? units_of(division.parts) : "no: " + division.reason);
    divisions.push_back({{"way", division.way},
                         {"parts", worked ? nlohmann::json(units_of(division.parts)) : nullptr},
                         {"reason", division.reason}});
    if (worked && !part())
      part = division.parts.front();
  }

  std::vector<Run> runs{run_collatz(device, "the whole device", quick)};
  if (part())
    runs.push_back(run_collatz(part, "one sub-device", quick));
  nlohmann::json rows = nlohmann::json::array();
  for (const Run& run : runs) {
    fmt::print("  collatz on {:<17} compute units: {:<3} {:>9.2f} ms  verified\n", run.where,
               run.compute_units, run.median_ms);
    rows.push_back({{"where", run.where},
                    {"compute_units", run.compute_units},
                    {"median_ms", run.median_ms},
                    {"spread", run.spread}});
  }
  return {{"divisions", divisions}, {"rows", rows}};
}

} // namespace platforms
