// Mistakes with waiting, made on purpose. Each ends with what was seen and what to learn from it.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/process.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show.

// [missing-wait]
std::string missing_wait(Lab& lab, const std::string&) {
  const cl::CommandQueue producers = lab.new_queue(), readers = lab.new_queue();
  const cl::Buffer s = lab.number(seed), x = lab.number(old_value);
  int stale = 0;
  for (int i = 0; i < 5; ++i) {
    lab.queue.enqueueWriteBuffer(x, CL_TRUE, 0, sizeof old_value, &old_value);
    cl_uint got = 0;
    lab.busy.enqueue(producers, s, s, x, lab.steps(1.0)); // the delay: a slow producer
    producers.flush();
    readers.enqueueReadBuffer(x, CL_TRUE, 0, sizeof got,
                              &got); // blocks, but for its own queue only
    stale += got == old_value;
    producers.finish();
  }
  return stale > 0 ? fmt::format("{} of 5 reads came too early", stale) : "";
}
// [/missing-wait]

std::string read_too_early(Lab& lab, const std::string&) {
  const cl::Buffer s = lab.number(seed), x = lab.number(old_value);
  lab.busy.enqueue(lab.queue, s, s, x, lab.steps(1.0));
  cl_uint result = 0;
  lab.queue.enqueueReadBuffer(x, CL_FALSE, 0, sizeof result, &result);
  const cl_uint at_once = result;
  lab.queue.finish();
  return at_once == result ? "" : fmt::format("the host reads {}, and later {}", at_once, result);
}

// [reuse]
std::string reuse(Lab& lab, const std::string&) {
  const cl::Buffer s = lab.number(seed), x = lab.number(0);
  lab.busy.enqueue(lab.queue, s, s, s, lab.steps(1.0)); // the queue is busy for a while
  cl_uint value = 1;
  lab.queue.enqueueWriteBuffer(x, CL_FALSE, 0, sizeof value, &value);
  value = 2; // for the next command, thinks the host
  lab.queue.finish();
  const cl_uint arrived = lab.value_of(x);
  return arrived == 1 ? "" : fmt::format("the host wrote 1, and {} has arrived", arrived);
}
// [/reuse]

// [marker-for-barrier]
std::string marker_for_barrier(Lab& lab, const std::string&) {
  const cl::CommandQueue queue = lab.new_queue(true);
  const cl::Buffer s = lab.number(seed), x = lab.number(old_value), y = lab.number(0);
  lab.busy.enqueue(queue, s, s, x, lab.steps(1.0));
  queue.enqueueMarkerWithWaitList();
  lab.busy.enqueue(queue, x, s, y, 1);
  queue.finish();
  return lab.value_of(y) == harness::BusyKernel::expected(old_value, seed, 1)
             ? "the kernel after the marker has used the old number"
             : "";
}
// [/marker-for-barrier]

// [no-flush]
std::string no_flush(Lab& lab, const std::string&) {
  const cl::CommandQueue first = lab.new_queue(), second = lab.new_queue();
  const cl::Buffer s = lab.number(seed), x = lab.number(old_value), y = lab.number(0);
  const cl::Event written = lab.busy.enqueue(first, s, s, x, 1);
  const cl::Event used = lab.busy.enqueue(second, x, s, y, 1, {written});
  second.flush(); // and first?
  const bool done = poll([&] { return status_of(used) == CL_COMPLETE; }, 1.0);
  first.flush();
  used.wait();
  return done ? "" : "after one second the second queue still waits";
}
// [/no-flush]

std::string deadlock(Lab& lab, const std::string& selector) {
  harness::need_gates(lab.device);
  std::vector<std::string> command{common::own_executable().string(), "--in-child"};
  if (!selector.empty())
    command.insert(command.end(), {"--device", selector});
  const harness::ProcessResult child = harness::run_process(command, {3, {}, {}});
  return child.timed_out ? "nothing: the child process hung, and was killed after 3 seconds" : "";
}

// [foreign-event]
std::string foreign_event(Lab& lab, const std::string&) {
  const cl::Context other(lab.device); // the same device, but another context
  cl::UserEvent event(other);
  const std::vector<cl::Event> wait_list{event};
  std::string answer;
  try {
    lab.queue.enqueueMarkerWithWaitList(&wait_list);
  } catch (const cl::Error& error) {
    answer = common::error_name(error.err());
  }
  event.setStatus(CL_COMPLETE);
  lab.queue.finish();
  return answer;
}
// [/foreign-event]

using Demo = harness::Mistake<Lab, const std::string>;

constexpr std::array demos{
    Demo{"missing-wait", "one queue writes, another reads, and nothing says which comes first",
         "queues do not wait for each other. Put the writer's event into the reader's wait list.",
         missing_wait},
    Demo{"read-too-early", "a result is used right after a non-blocking read",
         "until its event is complete, the array belongs to the command.", read_too_early},
    Demo{"reuse", "an array is changed right after a non-blocking write",
         "until its event is complete, the array belongs to the command.", reuse},
    Demo{
        "marker-for-barrier", "a marker is to hold back the commands after it",
        "a marker only tells you when everything before it is complete. To hold commands back, use "
        "a barrier or a wait list.",
        marker_for_barrier},
    Demo{"no-flush", "a queue waits for a command of another queue that was never flushed",
         "flush every queue whose events others wait for. Blocking calls flush their own queue "
         "only.",
         no_flush},
    Demo{"foreign-event", "a command waits for an event of another context",
         "wait lists work within one context. Between contexts the host has to wait.",
         foreign_event},
    Demo{"deadlock", "the host waits for a command that waits for the host",
         "set all user events before you wait, or let another thread set them.", deadlock},
};

} // namespace

std::vector<std::string> demo_names() {
  return harness::names_of(demos);
}

int run_demo(const std::string& name, Lab& lab, const std::string& selector) {
  return harness::show_mistake(demos, name, lab, selector);
}

int wait_behind_a_closed_gate(Lab& lab) {
  cl::UserEvent gate(lab.context);
  const cl::Buffer s = lab.number(seed);
  lab.busy.enqueue(lab.queue, s, s, s, 1, {gate});
  lab.queue.finish();          // waits for the command, which waits for the gate,
  gate.setStatus(CL_COMPLETE); // which is opened here
  return common::exit_passed;
}
