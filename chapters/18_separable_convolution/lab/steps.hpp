#pragma once

#include "separable.hpp"

#include <vector>

namespace separable {

/// The ladder. The launchers refer to `problem` and its buffers, which may still be empty.
std::vector<harness::Step> steps_for(const Separable& problem);

/// MAX_RADIUS of v6 to v8: the least multiple of 16, and not 0, that is not less than both radii. A
/// larger filter adds 16, and the program is built again.
int max_radius(const Setup& setup);

/// The counts that the head of a kernel file states for this problem and these values, by kernel;
/// none where it states none for them.
harness::Counts stated_counts(const Separable& problem, const std::string& kernel_file,
                              const harness::Values& values);

} // namespace separable
