// Mistakes with host functions, made on purpose. Each ends with what was seen and what to learn.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/process.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>
#include <stdexcept>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show. All but
// `sub-buffer` show on every device that runs host functions.

// The bindings say that the list may be left out; those of Debian 13 look into it all the same, and crash.
const std::vector<cl::Memory> no_buffers;

struct Looked {
  void* place;
  void** seen;
};

void CL_CALLBACK look_only(void* raw) {
  const auto* job = static_cast<const Looked*>(raw);
  *job->seen = job->place;
}

// [no-place]
std::string no_place(Lab& lab, const std::string&) {
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, 64);
  void* seen = nullptr;
  Looked job{buffer(), &seen};
  lab.queue.enqueueNativeKernel(look_only, {&job, sizeof job}, &no_buffers); // which, and where to?
  lab.queue.finish();
  return seen == buffer() ? "the function got the buffer's handle, which points to no numbers" : "";
}
// [/no-place]

struct Multiply {
  void* number;
  const cl_uint* factor; // the record is copied, what it points to is not
};

void CL_CALLBACK multiply(void* raw) {
  const auto* job = static_cast<const Multiply*>(raw);
  *static_cast<cl_uint*>(job->number) *= *job->factor;
}

// [shallow-copy]
std::string shallow_copy(Lab& lab, const std::string&) {
  need_gates(lab.device);
  cl_uint number = 10, factor = 2;
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, sizeof number);
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof number, &number);
  Multiply job{buffer(), &factor};
  const std::vector<cl::Memory> buffers{buffer};
  const std::vector<const void*> places{&job.number};
  cl::UserEvent gate(lab.context); // the function runs later, as it may on any day
  const std::vector<cl::Event> wait_list{gate};
  lab.queue.enqueueNativeKernel(multiply, {&job, sizeof job}, &buffers, &places, &wait_list);
  factor = 3; // for the next command, thinks the host
  gate.setStatus(CL_COMPLETE);
  lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof number, &number);
  return number == 20 ? "" : fmt::format("10 times 2 is {}", number);
}
// [/shallow-copy]

struct AddOne {
  void* number;
  std::atomic<int>* readers; // how many have read the number
};

// [lost-updates]
void CL_CALLBACK add_one(void* raw) {
  const auto* job = static_cast<const AddOne*>(raw);
  const std::atomic_ref<cl_uint> number(*static_cast<cl_uint*>(job->number));
  const cl_uint seen = number.load();
  ++*job->readers; // long work: until the other one has read too, but no more than two seconds
  harness::poll([&] { return *job->readers == 2; }, 2.0);
  number.store(seen + 1);
}

std::string lost_updates(Lab& lab, const std::string&) {
  const cl::CommandQueue queue = lab.out_of_order_queue();
  cl_uint number = 0;
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, sizeof number);
  queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof number, &number);
  std::atomic<int> readers = 0;
  AddOne job{buffer(), &readers};
  const std::vector<cl::Memory> buffers{buffer};
  const std::vector<const void*> places{&job.number};
  for (int i = 0; i < 2; ++i) // no wait list says that they follow each other
    queue.enqueueNativeKernel(add_one, {&job, sizeof job}, &buffers, &places);
  queue.finish();
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof number, &number);
  return number == 2 ? ""
                     : fmt::format("two functions have added 1 to 0, and the sum is {}", number);
}
// [/lost-updates]

struct Both {
  void* whole;
  void* half;
  std::ptrdiff_t* distance;
};

void CL_CALLBACK compare_places(void* raw) {
  const auto* job = static_cast<const Both*>(raw);
  *job->distance = static_cast<const char*>(job->half) - static_cast<const char*>(job->whole);
}

// [sub-buffer]
std::string sub_buffer(Lab& lab, const std::string&) {
  constexpr std::size_t bytes = 1 << 16;
  cl::Buffer whole(lab.context, CL_MEM_READ_WRITE, bytes);
  const cl_buffer_region region{bytes / 2, bytes / 2};
  const cl::Buffer half =
      whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
  std::ptrdiff_t distance = 0;
  Both job{whole(), half(), &distance};
  const std::vector<cl::Memory> buffers{whole, half};
  const std::vector<const void*> places{&job.whole, &job.half};
  lab.queue.enqueueNativeKernel(compare_places, {&job, sizeof job}, &buffers, &places);
  lab.queue.finish();
  return distance == bytes / 2 ? ""
                               : "the pointer for the second half does not point into the buffer";
}
// [/sub-buffer]

// Runs `task` (see run_in_child) in a process of its own, which may crash or hang.
harness::ProcessResult in_child(const std::string& task, const std::string& selector) {
  std::vector<std::string> command{common::own_executable().string(), "--in-child", task};
  if (!selector.empty())
    command.insert(command.end(), {"--device", selector});
  return harness::run_process(command, {3, {}, {}});
}

std::string exception(Lab&, const std::string& selector) {
  const harness::ProcessResult child = in_child("exception", selector);
  return child.exit_code == 0
             ? ""
             : fmt::format("the child process ended with code {}: {}", child.exit_code,
                           child.output.substr(0, child.output.find('\n')));
}

std::string waiting_function(Lab&, const std::string& selector) {
  const harness::ProcessResult child = in_child("waiting-function", selector);
  return child.timed_out ? "nothing: the child process hung, and was killed after 3 seconds"
         : child.exit_code == 0
             ? ""
             : fmt::format("the child process ended with code {}", child.exit_code);
}

using Demo = harness::Mistake<Lab, const std::string>;

constexpr std::array demos{
    Demo{"no-place", "a buffer's handle stands in the record, but the call does not say where",
         "name each buffer, and the address of its place in the record. Then the driver puts a "
         "pointer there.",
         no_place},
    Demo{"shallow-copy", "the record points to a variable that changes after the call",
         "the record is copied, what it points to is not. Put values into the record, or wait.",
         shallow_copy},
    Demo{"lost-updates", "two functions in an out-of-order queue add to the same number",
         "they run in threads, so they can disturb each other. Give each its own numbers, or order "
         "them by a wait list.",
         lost_updates},
    Demo{"exception", "an exception leaves the function",
         "catch everything inside, and report it through the record.", exception},
    Demo{"waiting-function", "the function calls finish() on its own queue",
         "the function is a command of that queue: it waits for itself. Call nothing of OpenCL in "
         "it.",
         waiting_function},
    Demo{"sub-buffer", "a buffer and a sub-buffer of it are handed over together",
         "PoCL 3.1 gets sub-buffers wrong here. Hand over the whole buffer, and the range as "
         "numbers.",
         sub_buffer},
};

void CL_CALLBACK throw_something(void*) {
  throw std::runtime_error("who shall catch this?");
}

void CL_CALLBACK finish_own_queue(void* raw) {
  clFinish(*static_cast<cl_command_queue*>(raw));
}

} // namespace

std::vector<std::string> demo_names() {
  return harness::names_of(demos);
}

int run_demo(const std::string& name, Lab& lab, const std::string& selector) {
  lab.need_native_kernels();
  return harness::show_mistake(demos, name, lab, selector);
}

int run_in_child(const std::string& task, Lab& lab) {
  cl_command_queue queue = lab.queue();
  if (task == "exception")
    lab.queue.enqueueNativeKernel(throw_something, {nullptr, 0}, &no_buffers);
  else if (task == "refusal") // the answer does not matter: does the call come back?
    clEnqueueNativeKernel(queue, throw_something, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                          nullptr);
  else
    lab.queue.enqueueNativeKernel(finish_own_queue, {&queue, sizeof queue}, &no_buffers);
  lab.queue.finish();
  return common::exit_passed;
}
