#include "harness/ladder/launches.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace harness {
using namespace common;

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

Launches& Launches::add(std::function<cl::Event(const cl::CommandQueue&)> command) {
  commands_.push_back(std::move(command));
  return *this;
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
