#pragma once

#include "filters.hpp"

#include <functional>
#include <string>
#include <vector>

namespace filters {

/// The ladder of the problem's filter. The launchers refer to `problem` and its buffers, which may still be empty.
std::vector<harness::Step> steps_for(const Filter& problem);

/// The counts that the head of a kernel file states for this problem and these values, by kernel; `dimensions` of the
/// NDRange, for files that state them for two and three.
harness::Counts stated_counts(const Filter& problem, const std::string& kernel_file,
                              const harness::Values& values, int dimensions = 2);

/// v9: the kernel is chosen from the radius, and the device's local memory: v2's or v4's.
bool prefers_tile(const Setup& setup, const cl::Device& device, const harness::Values& values);

/// One launch of a kernel whose arguments are set, but for its tile.
struct Command {
  cl::Kernel kernel;
  cl::NDRange work;       ///< work-items, before they are rounded up to whole groups
  cl::NDRange group;      ///< the usual one
  bool fixed = false;     ///< the kernel is written for this group; else any will do
  int tile_argument = -1; ///< which argument is local memory for a group's pixels; -1: none

  /// What that tile takes for groups of this shape.
  std::size_t tile_bytes(const cl::NDRange& shape, int radius) const;
};

/// Builds a kernel: file, function, options.
using Builder =
    std::function<cl::Kernel(const std::string&, const std::string&, const std::string&)>;

/// The launches of a step with these values, for NDRanges of `dimensions`; buffers between them are put into `keep`.
/// Throws UsageError for a step that has no form with these dimensions.
std::vector<Command> commands_for(const Filter& problem, const std::string& step, int dimensions,
                                  const harness::Values& values, const Builder& build,
                                  const cl::Context& context, const cl::Buffer& output,
                                  std::vector<cl::Memory>& keep);

} // namespace filters
