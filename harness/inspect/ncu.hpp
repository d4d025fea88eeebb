#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace harness {

/// The counters of one kernel launch, as Nsight Compute has read them; times in milliseconds, memory in bytes.
struct KernelCounters {
  std::string kernel;
  std::map<std::string, double> values; ///< by our names: those of counter_metrics()
};

/// Our names and Nsight Compute's metrics (CUDA toolkit documentation, "Nsight Compute, Metrics Reference").
/// "stalled_..." are the reasons for which a warp could not issue, in cycles of warps for each issued instruction.
const std::vector<std::pair<std::string, std::string>>& counter_metrics();

/// Reads what `ncu --csv --page raw --print-units base` has written, one element for each launch. A counter that this
/// GPU does not have is not among the values. Throws common::Error with the text where it holds no launch.
std::vector<KernelCounters> parse_ncu(const std::string& text);

} // namespace harness
