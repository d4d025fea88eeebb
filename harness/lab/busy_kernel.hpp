#pragma once

#include "common/device.hpp"
#include "harness/lab/session.hpp"

#include <vector>

namespace harness {

/// Commands of any wanted length, for experiments on queues and events. Each is one work-item that
/// reads two numbers, computes for a while and writes one number. The host can compute that number
/// too, so every experiment can prove in which order its commands saw each other's results.
class BusyKernel {
 public:
  /// Builds kernels/common/busy.cl and measures how long a step takes, in a moment. The
  /// session's queue must profile. Reports a driver's error where a long loop ends too early.
  explicit BusyKernel(const Session& session);

  /// How many steps take about `milliseconds` on this device; at least 1, and no more than the
  /// device has been seen to compute.
  cl_uint steps(double milliseconds) const;

  /// Enqueues result[0] = expected(a[0], b[0], steps), on any queue of the session's context.
  cl::Event enqueue(const cl::CommandQueue& queue, const cl::Buffer& a, const cl::Buffer& b,
                    const cl::Buffer& result, cl_uint steps,
                    const std::vector<cl::Event>& wait_for = {});

  /// What the kernel computes, without its loop: `steps` times the map x -> 1664525 x + 1013904223
  /// (modulo 2^32), applied to a + 3 b. Source of the constants: Numerical Recipes in C, 2nd
  /// edition, section 7.1 ("quick and dirty" generators).
  static cl_uint expected(cl_uint a, cl_uint b, cl_uint steps);

 private:
  cl::Kernel kernel_;
  double step_ms_ = 0.0;
  cl_uint most_steps_;
};

} // namespace harness
