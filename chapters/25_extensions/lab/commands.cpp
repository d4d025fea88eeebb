// Command buffers and semaphores, which the host may lack, and what does the same: a list of commands, and events.

#include "lab.hpp"

#include "common/timing.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"

#include <fmt/format.h>

namespace {

constexpr std::size_t numbers = 1024;
constexpr cl_uint commands = 20, replays = 10;

// What all of that makes of the numbers 0, 1, 2, ...
std::vector<cl_uint> expected(cl_uint times) {
  std::vector<cl_uint> values(numbers);
  for (std::size_t i = 0; i < numbers; ++i)
    values[i] = static_cast<cl_uint>(i);
  for (cl_uint round = 0; round < times; ++round)
    for (cl_uint by = 0; by < commands; ++by)
      for (cl_uint& each : values)
        each = each * 1664525 + by;
  return values;
}

void check(cl_int error, const char* function) {
  if (error != CL_SUCCESS)
    throw cl::Error(error, function);
}

// [twin]
// The twin of a command buffer: commands are kept, with their arguments as they were, and enqueued again and again.
// A kernel object of its own for each, since arguments belong to the object.
class Recording {
 public:
  void add(const cl::Kernel& with_arguments, const cl::NDRange& global, const cl::NDRange& local) {
    list_.push_back({with_arguments, global, local});
  }
  void
  enqueue(const cl::CommandQueue& queue) const { // in order: each sees what those before it did
    for (const Command& each : list_)
      queue.enqueueNDRangeKernel(each.kernel, cl::NullRange, each.global, each.local);
  }

 private:
  struct Command {
    cl::Kernel kernel;
    cl::NDRange global, local;
  };
  std::vector<Command> list_;
};
// [/twin]

std::vector<cl::Kernel> recorded_kernels(const Lab& lab, const cl::Buffer& values) {
  const cl::Program program = lab.program("twins");
  std::vector<cl::Kernel> kernels;
  for (cl_uint by = 0; by < commands; ++by) {
    kernels.emplace_back(program, "next");
    common::set_args(kernels.back(), values, by);
  }
  return kernels;
}

struct Outcome {
  std::vector<cl_uint> values;
  double milliseconds; // of one replay, on the host's clock
};

template <typename Replay>
Outcome replayed(const Lab& lab, const cl::Buffer& values, const Replay& replay) {
  replay(); // to warm up; counts as well
  lab.queue.finish();
  const common::Stopwatch watch;
  for (cl_uint i = 1; i < replays; ++i)
    replay();
  lab.queue.finish();
  const double milliseconds = watch.milliseconds() / (replays - 1);
  return {lab.read<cl_uint>(values), milliseconds};
}

Outcome by_list(const Lab& lab) {
  const cl::Buffer values = lab.buffer(expected(0));
  Recording recording;
  for (const cl::Kernel& kernel : recorded_kernels(lab, values))
    recording.add(kernel, {numbers}, common::fit_local_size(lab.device, kernel, {64}));
  return replayed(lab, values, [&] { recording.enqueue(lab.queue); });
}

// ---- the extension ----

Outcome by_command_buffer(const Lab& lab) {
#ifdef cl_khr_command_buffer
  // [command-buffer]
  const auto create =
      address_of<clCreateCommandBufferKHR_fn>(lab.device, "clCreateCommandBufferKHR");
  const auto add_kernel =
      address_of<clCommandNDRangeKernelKHR_fn>(lab.device, "clCommandNDRangeKernelKHR");
  const auto finalize =
      address_of<clFinalizeCommandBufferKHR_fn>(lab.device, "clFinalizeCommandBufferKHR");
  const auto enqueue =
      address_of<clEnqueueCommandBufferKHR_fn>(lab.device, "clEnqueueCommandBufferKHR");
  const auto release =
      address_of<clReleaseCommandBufferKHR_fn>(lab.device, "clReleaseCommandBufferKHR");
  const cl::Buffer values = lab.buffer(expected(0));
  const auto kernels = recorded_kernels(lab, values);
  const std::size_t global = numbers;
  const std::size_t local = common::fit_local_size(lab.device, kernels[0], {64}).get()[0];
  const cl_command_queue queue = lab.queue();
  cl_int error = CL_SUCCESS;
  const cl_command_buffer_khr buffer = create(1, &queue, nullptr, &error);
  check(error, "clCreateCommandBufferKHR");
  cl_sync_point_khr done = 0; // of the command before
  for (const cl::Kernel& kernel : kernels)
    check(add_kernel(buffer, nullptr, nullptr, kernel(), 1, nullptr, &global, &local, done ? 1 : 0,
                     done ? &done : nullptr, &done, nullptr),
          "clCommandNDRangeKernelKHR");
  check(finalize(buffer), "clFinalizeCommandBufferKHR");
  const Outcome outcome = replayed(lab, values, [&] {
    check(enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    lab.queue.finish(); // it may not be enqueued again before it is done
  });
  release(buffer);
  return outcome;
  // [/command-buffer]
#else
  (void)lab;
  throw common::Skip("the headers that this program was built with do not know them");
#endif
}

// Not final: later versions changed arguments of these functions. This program knows the first ones.
void need_command_buffers(const Lab& lab) {
  if (!is_listed(lab.device, "cl_khr_command_buffer"))
    throw common::Skip("not listed");
  std::vector<cl_name_version> versions;
  if (common::device_version(lab.device) >= 300)
    lab.device.getInfo(CL_DEVICE_EXTENSIONS_WITH_VERSION, &versions);
  for (const cl_name_version& each : versions)
    if (std::string("cl_khr_command_buffer") == each.name &&
        each.version > CL_MAKE_VERSION(0, 9, 4))
      throw common::Skip(fmt::format("version {}.{}.{} is newer than this program",
                                     CL_VERSION_MAJOR(each.version), CL_VERSION_MINOR(each.version),
                                     CL_VERSION_PATCH(each.version)));
}

} // namespace

std::string prove_command_buffer(const Lab& lab) {
  need_command_buffers(lab);
  verify(by_command_buffer(lab).values == expected(replays), "a command buffer does its commands");
  return fmt::format("{} commands, enqueued {} times", commands, replays);
}

// [commands]
Json what_if_there_are_no_command_buffers(const Lab& lab) {
  const auto want = expected(replays);
  const Outcome list = by_list(lab);
  verify(list.values == want, "a list of commands does the same each time");
  const auto time = [&](double milliseconds) {
    return lab.quick ? "" : fmt::format(", {} each time", harness::duration_text(milliseconds));
  };
  fmt::print("  a list of {} commands, enqueued {} times: the host's bits{}\n", commands, replays,
             time(list.milliseconds));
  try {
    need_command_buffers(lab);
    const Outcome buffer = by_command_buffer(lab);
    verify(buffer.values == want, "a command buffer does the same each time");
    fmt::print("  cl_khr_command_buffer: the same bits{}\n", time(buffer.milliseconds));
    return {{"list_ms", list.milliseconds}, {"buffer_ms", buffer.milliseconds}};
  } catch (const common::Skip& reason) {
    fmt::print("  cl_khr_command_buffer: left out, {}\n", reason.what());
    return {{"list_ms", list.milliseconds}, {"buffer", reason.what()}};
  }
}
// [/commands]

namespace {

// Two queues take turns on the same numbers. `pass_on` lets the second wait for the first.
template <typename PassOn>
std::vector<cl_uint> taken_in_turns(const Lab& lab, const PassOn& pass_on) {
  const cl::CommandQueue other(lab.context, lab.device);
  const cl::Buffer values = lab.buffer(expected(0));
  auto kernels = recorded_kernels(lab, values);
  for (cl_uint by = 0; by < commands; ++by) {
    const cl::CommandQueue& mine = by % 2 == 0 ? lab.queue : other;
    const cl::CommandQueue& next = by % 2 == 0 ? other : lab.queue;
    mine.enqueueNDRangeKernel(kernels[by], cl::NullRange, {numbers},
                              common::fit_local_size(lab.device, kernels[by], {64}));
    pass_on(mine, next);
  }
  lab.queue.finish();
  other.finish();
  return lab.read<cl_uint>(values);
}

std::vector<cl_uint> with_events(const Lab& lab) {
  // [events]
  return taken_in_turns(lab, [](const cl::CommandQueue& mine, const cl::CommandQueue& next) {
    cl::Event done;
    mine.enqueueMarkerWithWaitList(nullptr, &done);
    mine.flush(); // or the other queue may wait for ever
    const std::vector<cl::Event> before{done};
    next.enqueueBarrierWithWaitList(&before);
  });
  // [/events]
}

std::vector<cl_uint> with_semaphores(const Lab& lab) {
#ifdef cl_khr_semaphore
  // [semaphore]
  const auto create = address_of<clCreateSemaphoreWithPropertiesKHR_fn>(
      lab.device, "clCreateSemaphoreWithPropertiesKHR");
  const auto signal =
      address_of<clEnqueueSignalSemaphoresKHR_fn>(lab.device, "clEnqueueSignalSemaphoresKHR");
  const auto wait =
      address_of<clEnqueueWaitSemaphoresKHR_fn>(lab.device, "clEnqueueWaitSemaphoresKHR");
  const auto release = address_of<clReleaseSemaphoreKHR_fn>(lab.device, "clReleaseSemaphoreKHR");
  const cl_semaphore_properties_khr properties[] = {CL_SEMAPHORE_TYPE_KHR,
                                                    CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  const auto create_semaphore = [&] {
    cl_int error = CL_SUCCESS;
    const cl_semaphore_khr semaphore = create(lab.context(), properties, &error);
    check(error, "clCreateSemaphoreWithPropertiesKHR");
    return semaphore;
  };
  // One for each direction: with a single one, a queue could consume the signal that it has just given itself.
  const cl_semaphore_khr there = create_semaphore(), back = create_semaphore();
  const auto result = taken_in_turns(lab, [&](const cl::CommandQueue& mine,
                                              const cl::CommandQueue& next) {
    const cl_semaphore_khr& semaphore = mine() == lab.queue() ? there : back;
    check(signal(mine(), 1, &semaphore, nullptr, 0, nullptr, nullptr),
          "clEnqueueSignalSemaphoresKHR");
    mine.flush();
    check(wait(next(), 1, &semaphore, nullptr, 0, nullptr, nullptr), "clEnqueueWaitSemaphoresKHR");
  });
  release(there);
  release(back);
  return result;
  // [/semaphore]
#else
  (void)lab;
  throw common::Skip("the headers that this program was built with do not know them");
#endif
}

} // namespace

std::string prove_semaphore(const Lab& lab) {
  verify(with_semaphores(lab) == expected(1), "two queues take turns");
  return fmt::format("two queues took turns {} times", commands);
}

// [semaphores]
Json what_if_there_are_no_semaphores(const Lab& lab) {
  harness::need_gates(lab.device); // two queues of a simulator would wait for each other
  verify(with_events(lab) == expected(1), "with events two queues take turns");
  fmt::print("  events: two queues took turns {} times, the host's bits\n", commands);
  if (!is_listed(lab.device, "cl_khr_semaphore")) {
    fmt::print("  cl_khr_semaphore: left out, not listed\n");
    return {{"events", "verified"}, {"semaphores", "not listed"}};
  }
  try {
    prove_semaphore(lab);
  } catch (const common::Skip& reason) {
    fmt::print("  cl_khr_semaphore: left out, {}\n", reason.what());
    return {{"events", "verified"}, {"semaphores", reason.what()}};
  }
  fmt::print("  cl_khr_semaphore: the same bits\n");
  return {{"events", "verified"}, {"semaphores", "verified"}};
}
// [/semaphores]
