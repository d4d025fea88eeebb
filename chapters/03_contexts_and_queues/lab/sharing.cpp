// What a context keeps together: objects that its queues share, and devices that share objects.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "experiments.hpp"
#include "harness/lab/busy_kernel.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

constexpr cl_uint seven = 7;

cl::Program turns_program(const cl::Context& context, const cl::Device& device) {
  return common::build_kernel_file(context, device, "03_contexts_and_queues/turns.cl");
}

} // namespace

Json what_can_be_shared(const Lab& lab) {
  // [two-contexts]
  const cl::Context& home = lab.context;
  const cl::Context abroad(lab.device); // the same device: devices belong to all
  const cl::CommandQueue second(home, lab.device), foreign(abroad, lab.device);

  const cl::Buffer buffer = number_in(home, seven);
  const cl::Program program = turns_program(home, lab.device);
  cl::Kernel kernel(program, "take_turn");
  common::set_args(kernel, buffer, cl_uint{1}, cl_uint{2});
  cl::Event event;
  lab.queue.enqueueMarkerWithWaitList(nullptr, &event);
  lab.queue.finish();
  // [/two-contexts]

  Json rows = Json::array();
  const auto use = [&](const std::string& what, const auto& right_in) {
    const auto outcome = [&](const cl::CommandQueue& queue) -> std::string {
      bool right = false;
      const cl_int code = code_of([&] { right = right_in(queue); });
      return code == CL_SUCCESS && !right ? "accepted, but wrong" : answer(code);
    };
    const std::string at_home = outcome(second), away = outcome(foreign);
    fmt::print("  {:<26} {:<26} {}\n", what, at_home, away);
    verify(at_home == "accepted", what + " by any queue of the context");
    rows.push_back({{"what", what}, {"same_context", at_home}, {"other_context", away}});
  };
  fmt::print("  {:<26} {:<26} {}\n", "", "queue of the same context", "queue of another context");
  // [uses]
  use("a buffer is read",
      [&](const cl::CommandQueue& queue) { return value_of(queue, buffer) == seven; });
  use("an event is waited for", [&](const cl::CommandQueue& queue) {
    const std::vector<cl::Event> events{event};
    queue.enqueueMarkerWithWaitList(&events);
    queue.finish();
    return true;
  });
  use("a kernel is launched", [&](const cl::CommandQueue& queue) {
    lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof seven, &seven);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    queue.finish();
    return value_of(lab.queue, buffer) == 3 * seven + 2;
  });
  // [/uses]

  // [bridges]
  // What is not OpenCL's crosses over: numbers in host memory, and the bytes of a binary.
  const cl_uint on_host = value_of(lab.queue, buffer);
  const cl::Buffer there = number_in(abroad, on_host);
  const cl::Program loaded(abroad, {lab.device}, program.getInfo<CL_PROGRAM_BINARIES>());
  loaded.build({lab.device});
  cl::Kernel kernel_there(loaded, "take_turn");
  common::set_args(kernel_there, there, cl_uint{1}, cl_uint{5});
  foreign.enqueueNDRangeKernel(kernel_there, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  verify(value_of(foreign, there) == 3 * on_host + 5, "numbers and binaries cross over");
  verify(value_of(lab.queue, buffer) == on_host, "and the copy is separate");
  // [/bridges]
  fmt::print(
      "  through host memory: the number, and the binary of the program. Both work there.\n");
  return {{"rows", rows}, {"crossed", true}};
}

namespace {

// [build-for]
// One program object, with an executable for each device.
cl::Program build_for(const cl::Context& context, const std::vector<cl::Device>& devices,
                      const std::string& file) {
  cl::Program program(context, common::read_text(common::find_kernel(file)));
  program.build(devices);
  return program;
}
// [/build-for]

struct Pair {
  std::vector<cl::Device> devices; ///< two, maybe the same twice
  std::string what;
};

bool can_be_halved(const cl::Device& device) {
  if (common::device_version(device) < 120)
    return false; // it does not even know the question
  const auto ways = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  return std::find(ways.begin(), ways.end(), CL_DEVICE_PARTITION_EQUALLY) != ways.end();
}

// [two-devices]
// Two devices that can be in one context: those that the user chose, two parts of a device, or two
// of one platform.
Pair two_devices(const Lab& lab) {
  if (lab.chosen.size() >= 2)
    return {{lab.chosen[0], lab.chosen[1]}, "the first two of the chosen devices"};
  const cl_uint units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (can_be_halved(lab.device) && units >= 2) { // ask first: a driver without it may crash
    const cl_device_partition_property halves[]{CL_DEVICE_PARTITION_EQUALLY, units / 2, 0};
    std::vector<cl::Device> parts;
    const cl_int code = code_of([&] { cl::Device(lab.device).createSubDevices(halves, &parts); });
    // Kept to the end: a thread of PoCL 3.1 may look at a part after its last command is complete.
    static auto* const kept = new std::vector<cl::Device>;
    kept->insert(kept->end(), parts.begin(), parts.end());
    if (code == CL_SUCCESS && parts.size() >= 2)
      return {{parts[0], parts[1]}, "two halves of the device (chapter 2)"};
  }
  for (const cl::Device& other : common::all_devices())
    if (other() != lab.device() && platform_of(other)() == platform_of(lab.device)())
      return {{lab.device, other}, "two devices of the platform"};
  return {{lab.device, lab.device},
          "one device twice, because it cannot be divided and its platform has no other"};
}
// [/two-devices]

// A command for each queue that needs nothing of the other one.
Json do_they_work_at_the_same_time(const Lab& lab, const cl::Context& context,
                                   const std::vector<cl::Device>& devices,
                                   const std::vector<cl::CommandQueue>& queues) {
  const cl_uint steps = harness::BusyKernel(lab).steps(lab.quick ? 10.0 : 30.0);
  cl::Kernel kernel(build_for(context, devices, "common/busy.cl"), "busy");
  std::vector<cl::Buffer> buffers;
  const auto start = [&](std::size_t i, cl_uint count) {
    buffers.push_back(number_in(context, seven));
    common::set_args(kernel, buffers.back(), buffers.back(), buffers.back(), count);
    cl::Event event;
    queues[i].enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1), nullptr,
                                   &event);
    queues[i].flush();
    return event;
  };
  for (const std::size_t i : {0, 1})
    start(i, 1).wait(); // some drivers compile at the first launch
  const common::Stopwatch watch;
  const std::vector<cl::Event> events{start(0, steps), start(1, steps)};
  cl::WaitForEvents(events);
  const double wall_ms = watch.milliseconds();
  const double one_by_one_ms =
      common::event_times(events[0]).execution_ms() + common::event_times(events[1]).execution_ms();
  for (const std::size_t i : {2, 3})
    verify(value_of(queues[i - 2], buffers[i]) ==
               harness::BusyKernel::expected(seven, seven, steps),
           "both results are right");
  fmt::print(
      "  two commands that do not depend on each other: {:.1f} ms of work done in {:.1f} ms\n",
      one_by_one_ms, wall_ms);
  return {{"work_ms", one_by_one_ms}, {"wall_ms", wall_ms}};
}

} // namespace

Json can_two_devices_use_one_buffer(const Lab& lab) {
  const Pair pair = two_devices(lab);
  const bool really_two = pair.devices[0]() != pair.devices[1]();
  fmt::print("  {}\n", pair.what);

  // [one-context]
  const std::vector<cl::Device> devices(pair.devices.begin(),
                                        pair.devices.begin() + 1 + really_two);
  const cl::Context context(devices);
  const std::vector<cl::CommandQueue> queues{
      cl::CommandQueue(context, pair.devices[0], CL_QUEUE_PROFILING_ENABLE),
      cl::CommandQueue(context, pair.devices[1], CL_QUEUE_PROFILING_ENABLE)};
  const cl::Program program = build_for(context, devices, "03_contexts_and_queues/turns.cl");
  cl::Kernel kernel(program, "take_turn");
  // [/one-context]

  // [turns]
  constexpr cl_uint n = 1000;
  constexpr cl_uint turns = 8;
  std::vector<cl_uint> numbers(n);
  for (cl_uint i = 0; i < n; ++i)
    numbers[i] = i;
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(cl_uint),
                          numbers.data());
  std::vector<cl::Event> last; // nothing to wait for at first
  for (cl_uint turn = 1; turn <= turns; ++turn) {
    const cl::CommandQueue& queue = queues[turn % 2];
    common::set_args(kernel, buffer, n, turn);
    cl::Event done;
    const cl::NDRange local_size =
        common::fit_local_size(pair.devices[turn % 2], kernel, cl::NDRange(8));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, common::round_up(cl::NDRange(n), local_size),
                               local_size, &last, &done);
    queue.flush(); // the other queue waits for it
    last = {done};
  }
  // [/turns]
  std::vector<int> expected(n);
  for (cl_uint i = 0; i < n; ++i) {
    cl_uint x = i;
    for (cl_uint turn = 1; turn <= turns; ++turn)
      x = 3 * x + turn;
    expected[i] = static_cast<int>(x);
  }
  last.front().wait();
  for (const cl::CommandQueue& queue : queues) {
    std::vector<int> got(n, -1);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, n * sizeof(cl_uint), got.data());
    if (const auto comparison = common::compare(got, expected); !comparison.passed())
      throw common::Error("turns: " + comparison.summary());
  }
  fmt::print("  {} turns, first one queue, then the other: both read the right {} numbers\n", turns,
             n);

  const Json together = do_they_work_at_the_same_time(lab, context, devices, queues);

  Json outsider;
  if (common::device_version(lab.device) >= 120 &&
      pair.devices[0].getInfo<CL_DEVICE_PARENT_DEVICE>()() == lab.device()) {
    outsider = answer(code_of([&] { cl::CommandQueue(context, lab.device); }));
    const cl::Device part = pair.devices[0];
    const cl_uint count = part.getInfo<CL_DEVICE_REFERENCE_COUNT>();
    const cl::Device copy = part; // clRetainDevice
    verify(part.getInfo<CL_DEVICE_REFERENCE_COUNT>() == count + 1, "parts of a device are counted");
    fmt::print("  a queue here for the whole device, which is not in this context: {}\n",
               outsider.get<std::string>());
  }
  return {{"devices", pair.what},
          {"two", really_two},
          {"turns", turns},
          {"together", together},
          {"outsider", outsider}};
}
