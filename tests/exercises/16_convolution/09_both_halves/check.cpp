#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <set>

namespace {

// Whoever waits for one half meets the other half here, unless that one has not been sent off.
std::mutex mutex;
std::condition_variable sent;
std::vector<cl_device_id> devices; ///< of each launch
std::set<cl_command_queue> launched, on_their_way;
bool waited_for_one = false, one_behind_the_other = false, watching = false;

cl_device_id device_of(cl_command_queue queue) {
  return cl::CommandQueue(queue, true).getInfo<CL_QUEUE_DEVICE>()();
}

// Flushes the queue, or waits for it, which flushes it too.
void send(cl_command_queue queue, bool wait) {
  std::unique_lock lock(mutex);
  if (!watching || !launched.contains(queue))
    return;
  on_their_way.insert(queue);
  sent.notify_all();
  if (wait && !waited_for_one &&
      !sent.wait_for(lock, std::chrono::seconds(2), [] { return on_their_way.size() >= 2; }))
    waited_for_one = true;
}

bool is_launch(cl_event event) {
  return cl::Event(event, true).getInfo<CL_EVENT_COMMAND_TYPE>() == CL_COMMAND_NDRANGE_KERNEL;
}

} // namespace

cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property* properties,
                          cl_uint entries, cl_device_id* parts, cl_uint* count) {
  const cl_int error = exercise::original<decltype(&clCreateSubDevices)>("clCreateSubDevices")(
      device, properties, entries, parts, count);
  for (cl_uint i = 0; error == CL_SUCCESS && parts != nullptr && i < entries; ++i)
    clRetainDevice(parts[i]); // never released: PoCL 3.1 may look at a part after its last command
  return error;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const std::size_t* offset, const std::size_t* global,
                              const std::size_t* local, cl_uint events, const cl_event* wait_for,
                              cl_event* event) {
  if (const std::lock_guard lock(mutex); watching) {
    devices.push_back(device_of(queue));
    launched.insert(queue);
    one_behind_the_other =
        one_behind_the_other || std::any_of(wait_for, wait_for + events, is_launch);
  }
  return exercise::original<decltype(&clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel")(
      queue, kernel, dimensions, offset, global, local, events, wait_for, event);
}

cl_int clFlush(cl_command_queue queue) {
  send(queue, false);
  return exercise::original<decltype(&clFlush)>("clFlush")(queue);
}

cl_int clFinish(cl_command_queue queue) {
  send(queue, true);
  return exercise::original<decltype(&clFinish)>("clFinish")(queue);
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  for (const bool wait : {false, true}) // it flushes all of their queues before it waits
    for (cl_uint i = 0; i < count; ++i)
      send(cl::Event(events[i], true).getInfo<CL_EVENT_COMMAND_QUEUE>()(), wait);
  return exercise::original<decltype(&clWaitForEvents)>("clWaitForEvents")(count, events);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                           std::size_t offset, std::size_t size, void* to, cl_uint events,
                           const cl_event* wait_for, cl_event* event) {
  if (blocking != CL_FALSE)
    send(queue, true);
  return exercise::original<decltype(&clEnqueueReadBuffer)>("clEnqueueReadBuffer")(
      queue, buffer, blocking, offset, size, to, events, wait_for, event);
}

void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, std::size_t offset, std::size_t size, cl_uint events,
                         const cl_event* wait_for, cl_event* event, cl_int* error) {
  if (blocking != CL_FALSE)
    send(queue, true);
  return exercise::original<decltype(&clEnqueueMapBuffer)>("clEnqueueMapBuffer")(
      queue, buffer, blocking, flags, offset, size, events, wait_for, event, error);
}

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator's device cannot be divided.");
  const cl::Device& device = bench.session.device;
  std::vector<cl_device_partition_property> ways;
  if (common::device_version(device) >= 120)
    ways = device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
  for (const auto way : {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS})
    if (std::find(ways.begin(), ways.end(), way) == ways.end())
      throw common::Skip("this device cannot be divided.");
  if (device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() < 2)
    throw common::Skip("this device has one compute unit, which cannot be divided.");
  struct Size {
    int width, height;
  };
  for (const Size& s : {Size{1, 1}, Size{31, 17}, Size{64, 48}}) {
    const auto count = static_cast<std::size_t>(s.width * s.height);
    const std::vector<float> picture = bench.random(count);
    const auto at = [&](int x, int y) -> double {
      return picture[static_cast<std::size_t>(std::clamp(y, 0, s.height - 1) * s.width +
                                              std::clamp(x, 0, s.width - 1))];
    };
    std::vector<double> right, down;
    for (int y = 0; y < s.height; ++y)
      for (int x = 0; x < s.width; ++x) {
        right.push_back(at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) -
                        2 * at(x - 1, y) - at(x - 1, y + 1));
        down.push_back(at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) -
                       2 * at(x, y - 1) - at(x + 1, y - 1));
      }
    devices.clear();
    launched.clear();
    on_their_way.clear();
    watching = true;
    const Edges got = both_edges(device, picture, s.width, s.height);
    watching = false;
    const std::string where = fmt::format("{} x {} pixels", s.width, s.height);
    const auto wide = static_cast<std::size_t>(s.width);
    bench.expect(got.right, right, {1e-5, 0.0}, where + ", to the right", wide);
    bench.expect(got.down, down, {1e-5, 0.0}, where + ", downwards", wide);
    bench.expect(devices.size() == 2, fmt::format("{}: there are {} launches, and should be two.",
                                                  where, devices.size()));
    for (const cl_device_id id : devices) {
      const cl::Device part(id, true);
      bench.expect(part() != device() && part.getInfo<CL_DEVICE_PARENT_DEVICE>()() == device(),
                   "a filter runs on the whole device, and not on a sub-device.");
      bench.expect(part.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() ==
                       device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() / 2,
                   "a sub-device does not have half of the device's compute units.");
    }
    bench.expect(devices[0] != devices[1],
                 "both filters run on one sub-device, and the other is idle.");
    bench.expect(!one_behind_the_other, "one filter waits for the other.");
    bench.expect(!waited_for_one, "the host waits for one half while the other has not been sent "
                                  "off: enqueue and flush both first.");
  }
}
