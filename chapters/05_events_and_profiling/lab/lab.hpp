// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "common/device.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;

/// Device, context, profiling queue, and commands of any length.
struct Lab : harness::Session {
  Lab(const cl::Device& chosen, bool quick);

  /// Enqueues a command of about `milliseconds`, which changes `number`.
  cl::Event enqueue_busy(double milliseconds, const std::vector<cl::Event>& wait_for = {});

  const bool quick;
  harness::BusyKernel busy;
  cl::Buffer number;
  cl::Program program; ///< multiply.cl
};

/// A user event that is set on every exit path, exceptions included. While a command waits for a user
/// event, no OpenCL call may release an object other than an event (clSetUserEventStatus, section 5.11): a gate is
/// declared after all other objects, and opens before they go.
class Gate {
 public:
  explicit Gate(const cl::Context& context) : event(context) {}
  ~Gate() {
    try {
      set(-1);                   // what waits for it will not run
    } catch (const cl::Error&) { // there is nothing more to do
    }
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void set(cl_int status) { // once; what comes later is left out
    if (!is_set_)
      event.setStatus(status);
    is_set_ = true;
  }
  cl::UserEvent event;

 private:
  bool is_set_ = false;
};

using harness::need_gates;
using harness::poll;
using harness::status_name;
using harness::status_of;
using harness::verify;

// states.cpp
Json where_is_my_command_now(Lab& lab);
Json what_does_an_event_know(Lab& lab);
Json which_thread_calls_back(Lab& lab);
Json can_the_host_be_part_of_the_queue(Lab& lab);
Json what_if_a_command_fails(Lab& lab);

// clocks.cpp
Json what_happened_when(Lab& lab);
Json whose_clock_is_it(Lab& lab);
Json what_does_a_launch_cost(Lab& lab);

// demos.cpp
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice. `selector` is the program's --device.
int run_demo(const std::string& name, Lab& lab, const std::string& selector);
/// What the demos "waiting-callback" and "late-waiter" start this program again for.
int run_in_child(const std::string& task, Lab& lab);
