#pragma once

#include "common/opencl.hpp"
#include "harness/lab/session.hpp"

#include <string>

/// What drivers are known to get wrong, found by asking and not by their names, so that a laboratory says so and goes on.
namespace harness {

/// For what a driver does wrong, where the program goes on without it: prints
/// "  error of the driver PLATFORM VERSION: WHAT", a line that the tour repeats at its end, and returns
/// it without the indentation. Only for what the specification settles, and what the caller has just
/// seen in a test that is independent of what is being taught.
std::string report_driver_error(const cl::Device& device, const std::string& what);

/// True if the driver counts what kernels declare as local, asked of a small kernel of ours. Each has
/// to (CL_KERNEL_LOCAL_MEM_SIZE, section 5.9.4); PoCL 5 and 6 answer 0, and Mesa's rusticl 22.3
/// twice as much. Reports that as its error.
bool counts_local_arrays(const Session& session);

/// True if the ends of commands differ, one after the other. Where a driver gives each command the same
/// times (Mesa's rusticl 22.3 does), reports that as its error.
bool clock_runs(const Session& session);

/// True if clFinish (section 5.15) waits for commands that a clFlush has sent off before. With Mesa's rusticl 22.3 it does not;
/// reports that as its error.
bool finish_waits(const Session& session);

} // namespace harness
