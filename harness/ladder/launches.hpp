#pragma once

#include "harness/ladder/ladder.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

/// What the launchers of the case studies share.
namespace harness {

/// a / b, rounded up: how many groups of b hold a things.
template <typename A, typename B>
constexpr auto ceil_div(A a, B b) {
  return (a + b - 1) / b;
}

/// Why a kernel that is written for work-groups of this size, each with a tile of `tile_bytes` in local memory, cannot
/// run on `device` (in words that end "... : this device has ..."); empty if it can. The simulator takes a while for
/// large groups: there at most `most_simulated` work-items. (What the built kernel needs beside that is found by Launches.)
std::string group_obstacle(const cl::Device& device, const cl::NDRange& group,
                           std::uint64_t tile_bytes = 0,
                           std::size_t most_simulated = std::numeric_limits<std::size_t>::max());

/// The commands of one run of a step, made ready in their order: what the device does not allow is found here, and not
/// while the step is timed.
class Launches {
 public:
  explicit Launches(const Workbench& bench) : bench_(bench) {}

  /// A buffer for what one kernel leaves to the next, of 16 bytes at least. Throws Skip where the device makes none of that size.
  cl::Buffer buffer(std::uint64_t bytes);
  /// The run keeps `memory`, because kernels do not: clSetKernelArg() retains nothing.
  void keep(const cl::Memory& memory) { kept_.push_back(memory); }

  /// Launches a kernel whose arguments are set. Throws Skip where the built kernel does not allow that: it may need
  /// registers, too, and some drivers count more than the tiles (rusticl 22.3 counts them twice).
  Launches& add(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local);
  /// Any other command.
  Launches& add(std::function<cl::Event(const cl::CommandQueue&)> command);

  Run run() const;

 private:
  const Workbench& bench_;
  std::vector<std::function<cl::Event(const cl::CommandQueue&)>> commands_;
  std::vector<cl::Memory> kept_;
};

} // namespace harness
