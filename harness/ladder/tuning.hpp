#pragma once

#include "harness/ladder/ladder.hpp"

namespace harness {

/// The parameter values that --tune found for this step of this kind of problem (Problem::kind()) on
/// this device: first the user's own (tuning_file()), then those that come with the project
/// (data/tuning.json); empty where there are none. Values that the step does not list are passed
/// over: files grow old, and kernels are not made for any value.
Values tuned_values(const std::string& chapter, const std::string& kind, const Step& step,
                    const cl::Device& device);

/// Where --tune remembers: opencl-step-by-step/tuning.json in $XDG_CACHE_HOME or ~/.cache.
std::string tuning_file();

/// Throws Error where tuning_file() cannot be written: to be asked before the search.
void require_tuning_file();

/// Adds an entry to tuning_file(), in the place of an older one for the same kind, step and device;
/// programs that do so at the same time wait for each other. A damaged file is kept under another
/// name, and stderr says so. Throws Error where the file cannot be written.
void remember_tuned_values(const std::string& chapter, const std::string& kind,
                           const std::string& step, const cl::Device& device, const Values& values,
                           double median_ms, const std::string& size);

/// Every combination of the parameters' values; one empty combination for no parameters.
std::vector<Values> all_combinations(const std::vector<Parameter>& parameters);

} // namespace harness
