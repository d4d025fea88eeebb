// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "common/device.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

using Json = nlohmann::json;
using harness::need_gates;
using harness::verify;

struct Lab : harness::Session {
  /// With `without`, the device counts as one that cannot run host functions.
  Lab(const cl::Device& chosen, bool quick, bool without);

  /// Throws common::Skip where the device cannot run host functions.
  void need_native_kernels() const;
  /// A profiling queue in any order. Throws common::Skip where the device has none.
  cl::CommandQueue out_of_order_queue() const;
  /// Enqueues data[i] = factor * data[i] for `n` numbers. Releases nothing, so it may be called while a command waits
  /// for a user event.
  cl::Event multiply(const cl::Buffer& data, cl_uint factor, std::size_t n);

  const bool quick;
  const bool native; ///< the device runs host functions
  cl::Program program;
  cl::Kernel multiply_kernel;
  cl::NDRange multiply_local_size;
};

/// Does the device run host functions (CL_EXEC_NATIVE_KERNEL)?
bool runs_native_kernels(const cl::Device& device);

/// Who ran a function, and when, in milliseconds of the host's clock.
struct Timing {
  std::string name;
  std::thread::id thread;
  double started = 0.0;
  double ended = 0.0;
};

/// Notes the time of its own construction and destruction, and the thread.
class ScopedTiming {
 public:
  explicit ScopedTiming(Timing& timing);
  ~ScopedTiming();
  ScopedTiming(const ScopedTiming&) = delete;
  ScopedTiming& operator=(const ScopedTiming&) = delete;

 private:
  Timing& timing_;
};

/// Draws one line for each function, and returns {"rows", "threads", "at_a_time"}: how many ran at
/// the same time on average.
Json show_timings(const std::vector<Timing>& timings);

// functions.cpp
Json what_does_the_function_get(Lab& lab);
Json is_it_a_command_like_any_other(Lab& lab);

// parallel.cpp
Json may_parts_run_at_the_same_time(Lab& lab);
Json may_different_functions_run_together(Lab& lab);

// blocks.cpp
Json how_large_should_a_block_be(Lab& lab);

// without.cpp
Json how_do_i_do_without(Lab& lab);
Json what_does_a_host_step_cost(Lab& lab);

// demos.cpp
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice. `selector` is the program's --device.
int run_demo(const std::string& name, Lab& lab, const std::string& selector);
/// What the demos "exception" and "waiting-function" start this program again for.
int run_in_child(const std::string& task, Lab& lab);
