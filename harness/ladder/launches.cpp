#include "harness/ladder/launches.hpp"

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace harness {
using namespace common;

std::vector<Values> with(std::vector<Values> presets, const Values& own) {
  for (Values& values : presets)
    values.insert(own.begin(), own.end());
  return presets;
}

std::vector<Parameter> with(std::vector<Parameter> parameters, const std::vector<Parameter>& own) {
  parameters.insert(parameters.end(), own.begin(), own.end());
  return parameters;
}

std::string group_obstacle(const cl::Device& device, const cl::NDRange& group,
                           std::uint64_t tile_bytes, std::size_t most_simulated) {
  if (range_size(group) > most_simulated && is_simulator(device))
    return "on the simulator only small work-groups show what happens between two of them";
  const std::string wanted = range_text(group);
  const std::string largest = range_text(fit_local_size(device, {}, group));
  if (largest != wanted)
    return fmt::format("needs work-groups of {}: this device has {} at most", wanted, largest);
  const auto available = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (tile_bytes > available)
    return fmt::format("the tile of a work-group of {} needs {} bytes of local memory: this device "
                       "has {}",
                       wanted, tile_bytes, available);
  return "";
}

cl::Buffer Launches::buffer(std::uint64_t bytes) {
  const auto most = bench_.session.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  if (bytes > most)
    throw Skip(
        fmt::format("needs a buffer of {} bytes: this device allocates {} at most", bytes, most));
  const cl::Buffer made(bench_.session.context, CL_MEM_READ_WRITE,
                        std::max<std::uint64_t>(bytes, 16));
  keep(made);
  return made;
}

Launches& Launches::add(const cl::Kernel& kernel, const cl::NDRange& global,
                        const cl::NDRange& local) {
  if (const std::string problem = launch_problem(bench_.session.device, kernel, global, local);
      !problem.empty())
    throw Skip(problem);
  return add([=](const cl::CommandQueue& queue) { return launch(queue, kernel, global, local); });
}

Launches& Launches::add_items(const cl::Kernel& kernel, const cl::NDRange& items,
                              const cl::NDRange& group) {
  const cl::NDRange local = fit_local_size(bench_.session.device, kernel, group);
  return add(kernel, round_up(items, local), local);
}

Launches& Launches::add(std::function<cl::Event(const cl::CommandQueue&)> command) {
  commands_.push_back(std::move(command));
  return *this;
}

// Written on the simulator, for which filled memory stays uninitialised.
Launches& Launches::clear(const cl::Buffer& buffer, std::uint64_t bytes) {
  return add([=, simulator = is_simulator(bench_.session.device)](const cl::CommandQueue& queue) {
    cl::Event event;
    if (simulator)
      queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, std::vector<std::byte>(bytes).data(),
                               nullptr, &event);
    else
      queue.enqueueFillBuffer(buffer, cl_uint{0}, 0, bytes, nullptr, &event);
    return event;
  });
}

cl::Buffer FileLaunches::zeros(std::uint64_t bytes) {
  const cl::Buffer made = buffer(bytes);
  const std::vector<std::byte> nothing(made.getInfo<CL_MEM_SIZE>());
  bench_.session.queue.enqueueWriteBuffer(made, CL_TRUE, 0, nothing.size(), nothing.data());
  return made;
}

cl::Kernel FileLaunches::kernel_named(const char* function) {
  if (!first_())
    return first_ = bench_.kernel(file_, function, options_);
  const cl::Kernel made(first_.getInfo<CL_KERNEL_PROGRAM>(), function);
  if (bench_.kernels != nullptr)
    bench_.kernels->push_back(made);
  return made;
}

Run Launches::run() const {
  return [commands = commands_, kept = kept_, queue = bench_.session.queue] {
    std::vector<cl::Event> events;
    for (const auto& command : commands)
      events.push_back(command(queue));
    return events;
  };
}

} // namespace harness
