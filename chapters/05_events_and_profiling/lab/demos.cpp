// Mistakes with events, made on purpose. Each ends with what was seen and what to learn from it.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/process.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace {

cl_int ask_for_the_end(const cl::Event& event) {
  cl_ulong time = 0;
  return clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr);
}

// Each returns what was seen, and an empty text where the mistake did not show. Some try more than
// once: on a loaded machine the host may be held up until the command is done.
constexpr int attempts = 5;

std::string no_wait(Lab& lab, const std::string&) {
  for (int i = 0; i < attempts; ++i) {
    const common::Stopwatch watch;
    const cl::Event event = lab.enqueue_busy(50);
    const double stopwatch = watch.milliseconds();
    const double real = common::event_times(event).execution_ms();
    if (stopwatch < 0.5 * real)
      return fmt::format("the stopwatch says {:.3f} ms, the event {:.1f} ms", stopwatch, real);
  }
  return {};
}

std::string too_early(Lab& lab, const std::string&) {
  for (int i = 0; i < attempts; ++i) {
    const cl::Event event = lab.enqueue_busy(50);
    const cl_int error = ask_for_the_end(event);
    event.wait();
    if (error != CL_SUCCESS)
      return common::error_name(error);
  }
  return {};
}

std::string no_profiling(Lab& lab, const std::string&) {
  const cl::CommandQueue plain(lab.context, lab.device); // no CL_QUEUE_PROFILING_ENABLE
  const cl::Event event = lab.busy.enqueue(plain, lab.number, lab.number, lab.number, 1);
  event.wait();
  const cl_int error = ask_for_the_end(event);
  return error == CL_SUCCESS ? "" : common::error_name(error);
}

std::string forgotten_gate(Lab& lab, const std::string&) {
  need_gates(lab.device);
  Gate gate(lab.context);
  const cl::Event event = lab.enqueue_busy(1, {gate.event});
  lab.queue.flush();
  const bool done = poll([&] { return status_of(event) <= CL_RUNNING; }, 0.5);
  const std::string state = status_name(status_of(event));
  gate.set(CL_COMPLETE); // a demonstration has to come to an end
  event.wait();
  return done ? "" : "after half a second the command is still " + state;
}

// Runs `task` (see run_in_child) in a process of its own, which may hang.
std::string what_became_of_child(const std::string& task, const std::string& selector) {
  harness::ProcessOptions options;
  options.timeout_seconds = 5;
  options.environment = {{"POCL_MAX_PTHREAD_COUNT", "1"}}; // PoCL: one worker, the worst case
  std::vector<std::string> command{common::own_executable().string(), "--in-child", task};
  if (!selector.empty())
    command.insert(command.end(), {"--device", selector});
  const harness::ProcessResult child = harness::run_process(command, options);
  if (child.timed_out)
    return "the child process hung, and was killed after 5 seconds";
  return child.exit_code == 0
             ? ""
             : fmt::format("the child process ended with code {}", child.exit_code);
}

std::string waiting_callback(Lab& lab, const std::string& selector) {
  need_gates(lab.device);
  return what_became_of_child("waiting-callback", selector);
}

std::string late_waiter(Lab& lab, const std::string& selector) {
  need_gates(lab.device);
  return what_became_of_child("late-waiter", selector);
}

using Demo = harness::Mistake<Lab, const std::string>;

constexpr std::array demos{
    Demo{"no-wait", "a stopwatch around the enqueue of a kernel, without a wait",
         "enqueueing is not executing. Wait before you stop the watch, or ask the event.", no_wait},
    Demo{"too-early", "the times are asked for while the command runs",
         "wait first. common::event_times() does.", too_early},
    Demo{"no-profiling", "the queue was created without CL_QUEUE_PROFILING_ENABLE",
         "a queue records times only if you ask for that when you create it.", no_profiling},
    Demo{"forgotten-gate", "a user event is never set",
         "set it on every exit path, exceptions included: to CL_COMPLETE or to an error.",
         forgotten_gate},
    Demo{"waiting-callback", "a callback calls finish()",
         "the thread that runs a callback may be the one that finish() waits for. Set a flag or a "
         "user event in a callback, or enqueue something; do not wait.",
         waiting_callback},
    Demo{"late-waiter", "a command is to wait for an event that has failed already",
         "it should fail too, but do not count on it: look at the state of an event before you "
         "build on it.",
         late_waiter},
};

} // namespace

std::vector<std::string> demo_names() {
  return harness::names_of(demos);
}

int run_demo(const std::string& name, Lab& lab, const std::string& selector) {
  return harness::show_mistake(demos, name, lab, selector);
}

namespace {

// [waiting-callback]
void wait_in_a_callback(Lab& lab) {
  cl::Event first = lab.enqueue_busy(50);
  const cl::Event second = lab.enqueue_busy(50);
  const auto callback = [](cl_event, cl_int, void* queue) {
    clFinish(static_cast<cl_command_queue>(queue)); // forbidden: it waits for the second command
  };
  first.setCallback(CL_COMPLETE, callback, lab.queue());
  second.wait();
}
// [/waiting-callback]

void wait_for_what_has_failed(Lab& lab) {
  Gate gate(lab.context);
  const cl::Event first = lab.enqueue_busy(1, {gate.event});
  lab.queue.flush();
  gate.set(-42);
  poll([&] { return status_of(first) < 0; }, 1.0);
  const cl::Event second = lab.enqueue_busy(1, {first});
  try {
    second.wait();
  } catch (const cl::Error&) { // as it should be
  }
}

} // namespace

int run_in_child(const std::string& task, Lab& lab) {
  if (task == "waiting-callback")
    wait_in_a_callback(lab);
  else
    wait_for_what_has_failed(lab);
  return common::exit_passed;
}
