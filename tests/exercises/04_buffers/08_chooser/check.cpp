#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <deque>
#include <fmt/format.h>
#include <map>

namespace {

enum class Failure { none, context, queue, buffer, transfer };

// A device of the check's own: the machine's, with other answers and another speed.
struct Planted {
  std::string name;
  cl_device_type type = CL_DEVICE_TYPE_GPU;
  double write = 1.0, copy = 1.0, read = 1.0; // 1e9 bytes in a second
  cl_ulong largest_buffer = 1'000'000'000, memory = 4'000'000'000;
  cl_bool available = CL_TRUE;
  Failure failure = Failure::none;
  int transfers = 0;
};

std::deque<Planted> planted; // their addresses are the handles
cl_device_id real_device = nullptr;
std::map<cl_command_queue, Planted*> queues;
std::map<cl_command_queue, std::chrono::nanoseconds> busy_until;
std::map<cl_context, Planted*> contexts;
std::map<Planted*, std::map<std::string, int>> counted;
std::string misuse;

Planted* planted_of(cl_device_id device) {
  for (Planted& one : planted)
    if (reinterpret_cast<cl_device_id>(&one) == device)
      return &one;
  return nullptr;
}

// The time of the clocks below: while made-up devices are measured, it goes on by what their transfers take, and by one
// microsecond for each look at it, so that a busy machine changes nothing.
bool time_is_planted = false;
std::chrono::nanoseconds planted_time{};

std::chrono::nanoseconds time_of(clockid_t clock) {
  if (time_is_planted)
    return planted_time += std::chrono::microseconds(1);
  timespec now{};
  clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

void wait_for(cl_command_queue queue) {
  planted_time = std::max(planted_time, busy_until[queue]);
}

// Counts the command's time; the error that it gives.
cl_int transfer(cl_command_queue queue, const char* what, double Planted::*speed, std::size_t bytes,
                cl_bool blocking) {
  const auto found = queues.find(queue);
  if (found == queues.end())
    return CL_SUCCESS;
  Planted& device = *found->second;
  if (device.failure == Failure::transfer && device.transfers > 2)
    return CL_OUT_OF_RESOURCES;
  const int number = counted[&device][what]++;
  ++device.transfers;
  const double seconds =
      static_cast<double>(bytes) / (device.*speed * 1e9) * (number % 3 == 0 ? 4.0 : 1.0);
  busy_until[queue] =
      std::max(planted_time, busy_until[queue]) +
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
  if (blocking != CL_FALSE)
    wait_for(queue);
  return CL_SUCCESS;
}

// A planted device needs no more than a few bytes: its time is what busy_until says.
std::size_t moved(cl_command_queue queue, std::size_t bytes) {
  return queues.count(queue) > 0 ? std::min<std::size_t>(bytes, 64) : bytes;
}

template <typename T>
cl_int answer(const T* values, std::size_t bytes, std::size_t size, void* value,
              std::size_t* length) {
  if (length)
    *length = bytes;
  if (value && size < bytes)
    return CL_INVALID_VALUE;
  if (value)
    std::memcpy(value, values, bytes);
  return CL_SUCCESS;
}

} // namespace

// In the place of the library's, for the exercise and for whatever else this program measures.
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  return time_point(time_of(CLOCK_MONOTONIC));
}
std::chrono::system_clock::time_point std::chrono::system_clock::now() noexcept {
  return time_point(duration_cast<duration>(time_of(CLOCK_REALTIME)));
}

#define ORIGINAL(function) exercise::original<decltype(&function)>(#function)

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, std::size_t size, void* value,
                       std::size_t* length) {
  const Planted* const one = planted_of(device);
  if (one == nullptr)
    return ORIGINAL(clGetDeviceInfo)(device, info, size, value, length);
  switch (info) {
  case CL_DEVICE_NAME:
    return answer(one->name.c_str(), one->name.size() + 1, size, value, length);
  case CL_DEVICE_TYPE:
    return answer(&one->type, sizeof one->type, size, value, length);
  case CL_DEVICE_AVAILABLE:
    return answer(&one->available, sizeof one->available, size, value, length);
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return answer(&one->largest_buffer, sizeof one->largest_buffer, size, value, length);
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return answer(&one->memory, sizeof one->memory, size, value, length);
  default:
    return ORIGINAL(clGetDeviceInfo)(real_device, info, size, value, length);
  }
}
cl_int clRetainDevice(cl_device_id device) {
  return planted_of(device) != nullptr ? CL_SUCCESS : ORIGINAL(clRetainDevice)(device);
}
cl_int clReleaseDevice(cl_device_id device) {
  return planted_of(device) != nullptr ? CL_SUCCESS : ORIGINAL(clReleaseDevice)(device);
}
cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                           const cl_device_id* devices,
                           void(CL_CALLBACK* notify)(const char*, const void*, std::size_t, void*),
                           void* data, cl_int* error) {
  Planted* const one = count > 0 ? planted_of(devices[0]) : nullptr;
  if (one == nullptr)
    return ORIGINAL(clCreateContext)(properties, count, devices, notify, data, error);
  if (count > 1)
    misuse = "one context is made for several devices: make one for each.";
  if (one->failure == Failure::context) {
    if (error)
      *error = CL_OUT_OF_HOST_MEMORY;
    return nullptr;
  }
  const cl_context made =
      ORIGINAL(clCreateContext)(properties, 1, &real_device, notify, data, error);
  contexts[made] = one;
  return made;
}
namespace {
template <typename Create>
cl_command_queue queue_of(cl_device_id device, cl_int* error, const Create& create) {
  Planted* const one = planted_of(device);
  if (one != nullptr && one->failure == Failure::queue) {
    if (error)
      *error = CL_OUT_OF_RESOURCES;
    return nullptr;
  }
  const cl_command_queue made = create(one != nullptr ? real_device : device);
  if (one != nullptr)
    queues[made] = one;
  else
    queues.erase(made); // a handle that was used before
  busy_until.erase(made);
  return made;
}
} // namespace
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* error) {
  return queue_of(device, error, [&](cl_device_id real) {
    return ORIGINAL(clCreateCommandQueue)(context, real, properties, error);
  });
}
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* error) {
  return queue_of(device, error, [&](cl_device_id real) {
    return ORIGINAL(clCreateCommandQueueWithProperties)(context, real, properties, error);
  });
}
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, std::size_t size, void* data,
                      cl_int* error) {
  if (const auto found = contexts.find(context);
      found != contexts.end() && found->second->failure == Failure::buffer) {
    if (error)
      *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return nullptr;
  }
  return ORIGINAL(clCreateBuffer)(context, flags, size, data, error);
}
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                            std::size_t offset, std::size_t size, const void* from, cl_uint count,
                            const cl_event* list, cl_event* event) {
  if (const cl_int error = transfer(queue, "write", &Planted::write, size, blocking))
    return error;
  return ORIGINAL(clEnqueueWriteBuffer)(queue, buffer, blocking, offset, moved(queue, size), from,
                                        count, list, event);
}
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                           std::size_t offset, std::size_t size, void* to, cl_uint count,
                           const cl_event* list, cl_event* event) {
  if (const cl_int error = transfer(queue, "read", &Planted::read, size, blocking))
    return error;
  return ORIGINAL(clEnqueueReadBuffer)(queue, buffer, blocking, offset, moved(queue, size), to,
                                       count, list, event);
}
cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t from_offset,
                           std::size_t to_offset, std::size_t size, cl_uint count,
                           const cl_event* list, cl_event* event) {
  if (from == to)
    misuse = "a buffer is copied onto itself.";
  if (const cl_int error = transfer(queue, "copy", &Planted::copy, size, CL_FALSE))
    return error;
  return ORIGINAL(clEnqueueCopyBuffer)(queue, from, to, from_offset, to_offset, moved(queue, size),
                                       count, list, event);
}
cl_int clFinish(cl_command_queue queue) {
  wait_for(queue);
  return ORIGINAL(clFinish)(queue);
}
cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  for (cl_uint i = 0; i < count; ++i)
    wait_for(cl::Event(events[i], true).getInfo<CL_EVENT_COMMAND_QUEUE>()());
  return ORIGINAL(clWaitForEvents)(count, events);
}

EXERCISE_CHECK(bench) {
  real_device = bench.session.device();
  const std::size_t bytes = 2'000'000;
  const auto call = [&](const std::string& where, const std::vector<Planted>& list, Wish wish,
                        const std::vector<std::size_t>& want, bool judge_speeds = false) {
    bench.trying(where);
    planted.assign(list.begin(), list.end());
    queues.clear();
    contexts.clear();
    counted.clear();
    std::vector<cl::Device> devices;
    for (Planted& one : planted)
      devices.emplace_back(reinterpret_cast<cl_device_id>(&one), true);
    if (wish.bytes == 0)
      wish.bytes = bytes;
    time_is_planted = true;
    const std::vector<Row> rows = fastest(devices, wish);
    time_is_planted = false;
    std::vector<std::size_t> got;
    for (const Row& row : rows)
      got.push_back(row.index);
    const auto text = [](const std::vector<std::size_t>& numbers) {
      return numbers.empty() ? "none" : fmt::format("{}", fmt::join(numbers, ", "));
    };
    bench.expect(misuse.empty(), where + ": " + misuse);
    bench.expect(got == want, fmt::format("{}: the devices are {}, and should be {}", where,
                                          text(got), text(want)));
    for (const Row& row : rows) {
      const Planted& one = planted[row.index];
      bench.expect(row.name == one.name, fmt::format("{}: the name of device {} is '{}', not '{}'",
                                                     where, row.index, row.name, one.name));
      if (!judge_speeds)
        continue;
      for (const char* what : {"write", "copy", "read"})
        bench.expect(counted[&planted[row.index]][what] >= 5,
                     fmt::format("{}: there are only {} measurements of {}", where,
                                 counted[&planted[row.index]][what], what));
      const auto near = [&](const char* what, double speed, double planned) {
        bench.expect(
            speed > planned / 1.25 && speed < planned * 1.25,
            fmt::format("{}: the speed of {} is {:.3f}, and should be {:.3f}. (Every third "
                        "measurement takes four times as long as the others.)",
                        where, what, speed, planned));
      };
      near("write", row.write, one.write);
      near("copy", row.copy, one.copy);
      near("read", row.read, one.read);
    }
  };
  const double s = 0.2; // 10 ms for each transfer
  call("one device", {{"Alpha", CL_DEVICE_TYPE_GPU, s, s / 2, s / 3}}, {}, {0}, true);
  call("two devices, the second one faster",
       {{"Alpha", CL_DEVICE_TYPE_GPU, s, s, s}, {"Beta", CL_DEVICE_TYPE_CPU, 4 * s, 4 * s, 4 * s}},
       {}, {1, 0}, true);
  const double q = 1.0; // 2 ms
  call("a device of which the copy is fast, and one that reads and writes faster",
       {{"Alpha", CL_DEVICE_TYPE_GPU, q / 3, 20 * q, q / 3}, {"Beta", CL_DEVICE_TYPE_GPU, q, q, q}},
       {}, {1, 0});
  call(
      "a device that is fast in all but one thing",
      {{"Alpha", CL_DEVICE_TYPE_GPU, 20 * q, 20 * q, q / 8}, {"Beta", CL_DEVICE_TYPE_GPU, q, q, q}},
      {}, {1, 0});
  const double fast = 20.0;
  const auto plain = [&](const char* name, cl_device_type type, double speed) {
    return Planted{name, type, speed, speed, speed};
  };
  const std::vector<Planted> three{plain("Big Graphics 7", CL_DEVICE_TYPE_GPU, q / 2),
                                   plain("small graphics 8", CL_DEVICE_TYPE_GPU, fast),
                                   plain("Processor", CL_DEVICE_TYPE_CPU, 2 * q)};
  call("three devices", three, {}, {1, 2, 0});
  call("the name 'GRAPH'", three, {"GRAPH"}, {1, 0});
  call("the name 'graphics 7'", three, {"graphics 7"}, {0});
  call("the name 'nothing'", three, {"nothing"}, {});
  call("the type CPU", three, {"", CL_DEVICE_TYPE_CPU}, {2});
  call("the type CPU or accelerator", three, {"", CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR},
       {2});
  std::vector<Planted> some = three;
  some[1].available = CL_FALSE;
  call("device 1 is not available", some, {}, {2, 0});
  some = three;
  some[0].largest_buffer = bytes - 1;
  some[1].largest_buffer = bytes;
  call("the largest buffer of device 0 is too small", some, {}, {1, 2});
  some = three;
  some[2].memory = 2 * bytes - 1;
  some[1].memory = 2 * bytes;
  call("device 2 has no room for two buffers", some, {}, {1, 0});
  for (const auto& [failure, what] :
       {std::pair{Failure::context, "context"}, std::pair{Failure::queue, "queue"},
        std::pair{Failure::buffer, "buffer"}, std::pair{Failure::transfer, "transfer"}}) {
    some = three;
    some[1].failure = failure;
    call(fmt::format("device 1 fails when it is asked for a {}", what), some, {}, {2, 0});
  }
  call("no device", {}, {}, {});

  bench.trying("the device of this machine");
  planted.clear();
  queues.clear();
  contexts.clear();
  const std::vector<Row> rows = fastest({bench.session.device}, {"", CL_DEVICE_TYPE_ALL, 100'000});
  bench.expect(rows.size() == 1 && rows[0].index == 0 &&
                   rows[0].name == bench.session.device.getInfo<CL_DEVICE_NAME>(),
               "the device of this machine is not found.");
  for (const double speed : {rows[0].write, rows[0].copy, rows[0].read})
    bench.expect(std::isfinite(speed) && speed > 0.0,
                 fmt::format("the device of this machine has a speed of {}", speed));
}
