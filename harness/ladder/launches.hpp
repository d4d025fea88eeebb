#pragma once

#include "common/launch.hpp"
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

/// For tables of steps: the presets, each with these values besides; the parameters, with these behind them.
std::vector<Values> with(std::vector<Values> presets, const Values& own);
std::vector<Parameter> with(std::vector<Parameter> parameters, const std::vector<Parameter>& own);

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
  /// As many work-items as `items`, rounded up to groups of that shape, or of a smaller one where the kernel does not fit.
  Launches& add_items(const cl::Kernel& kernel, const cl::NDRange& items, const cl::NDRange& group);
  /// Any other command.
  Launches& add(std::function<cl::Event(const cl::CommandQueue&)> command);

  /// Zeros, as a part of each run and of its time.
  Launches& clear(const cl::Buffer& buffer, std::uint64_t bytes);

  Run run() const;

 protected:
  const Workbench& bench_;

 private:
  std::vector<std::function<cl::Event(const cl::CommandQueue&)>> commands_;
  std::vector<cl::Memory> kept_;
};

/// The same for the kernels of one file, which is built once.
class FileLaunches : public Launches {
 public:
  FileLaunches(const Workbench& bench, std::string file, std::string options)
      : Launches(bench), file_(std::move(file)), options_(std::move(options)) {}

  /// One of its kernels, with these arguments, or without any.
  template <typename... Args>
  cl::Kernel kernel(const char* function, const Args&... args) {
    cl::Kernel made = kernel_named(function);
    if constexpr (sizeof...(args) > 0)
      common::set_args(made, args...);
    return made;
  }

  /// Launches so many groups of so many work-items.
  template <typename... Args>
  void run_groups(const char* function, std::uint64_t groups, int group, const Args&... args) {
    add(kernel(function, args...), cl::NDRange(static_cast<std::size_t>(groups) * group),
        cl::NDRange(group));
  }

  /// Launches as many work-items as `items`, in groups that the device likes.
  template <typename... Args>
  void run_items(const char* function, const cl::NDRange& items, const Args&... args) {
    add_items(kernel(function, args...), items,
              items.dimensions() == 1 ? cl::NDRange(256) : cl::NDRange(16, 16));
  }

  /// A buffer of zeros, before the first run.
  cl::Buffer zeros(std::uint64_t bytes);

 private:
  cl::Kernel kernel_named(const char* function);

  std::string file_, options_;
  cl::Kernel first_;
};

} // namespace harness
