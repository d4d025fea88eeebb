#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <thread>

namespace {

// Both threads meet in front of the launch, unless a lock keeps one of them away.
std::mutex mutex;
std::condition_variable arrived;
std::set<std::thread::id> launching;
std::set<cl_command_queue> unfinished;
bool watching = false;

} // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const std::size_t* offset, const std::size_t* global,
                              const std::size_t* local, cl_uint events, const cl_event* wait_for,
                              cl_event* event) {
  std::unique_lock lock(mutex);
  if (watching) {
    launching.insert(std::this_thread::get_id());
    unfinished.insert(queue);
    arrived.notify_all();
    arrived.wait_for(lock, std::chrono::milliseconds(300), [] { return launching.size() >= 2; });
  }
  return exercise::original<decltype(&clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel")(
      queue, kernel, dimensions, offset, global, local, events, wait_for, event);
}

cl_int clFinish(cl_command_queue queue) {
  const std::lock_guard lock(mutex); // the simulator runs only one kernel at a time
  const cl_int code = exercise::original<decltype(&clFinish)>("clFinish")(queue);
  unfinished.erase(queue);
  return code;
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  const std::lock_guard lock(mutex);
  const cl_int code =
      exercise::original<decltype(&clWaitForEvents)>("clWaitForEvents")(count, events);
  for (cl_uint i = 0; i < count; ++i)
    unfinished.erase(cl::Event(events[i], true).getInfo<CL_EVENT_COMMAND_QUEUE>()());
  return code;
}

EXERCISE_CHECK(bench) {
  const cl::Program program(bench.session.context,
                            "kernel void fill(global int* numbers, int value, uint n) {\n"
                            "  if (get_global_id(0) < n)\n"
                            "    numbers[get_global_id(0)] = value;\n"
                            "}\n");
  program.build(bench.session.device);
  for (const cl_uint n : bench.sizes<cl_uint>({1, 31, 1000}, {1, 31})) {
    bench.trying(fmt::format("n = {}", n));
    const auto first = bench.output<cl_int>(n), second = bench.output<cl_int>(n);
    const Job jobs[]{
        {cl::CommandQueue(bench.session.context, bench.session.device), first.buffer, 7},
        {cl::CommandQueue(bench.session.context, bench.session.device), second.buffer, -11}};
    launching.clear();
    unfinished.clear();
    watching = true;
    run_both(program, jobs[0], jobs[1], n);
    watching = false;
    bench.expect(launching.size() == 2,
                 fmt::format("n = {}: the kernel was launched by {} thread(s), and should be by 2",
                             n, launching.size()));
    bench.expect(unfinished.empty(),
                 fmt::format("n = {}: it returns before both queues have finished", n));
    bench.expect(first, std::vector<cl_int>(n, 7), fmt::format("n = {}, the first buffer", n));
    bench.expect(second, std::vector<cl_int>(n, -11), fmt::format("n = {}, the second buffer", n));
  }
}
