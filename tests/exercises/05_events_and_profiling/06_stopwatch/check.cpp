#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <future>
#include <map>

namespace {
// The times of the check's own commands, in the device's place; so they can overlap.
std::map<cl_event, std::array<cl_ulong, 4>> chosen;
// What the learner's function has done: it has begun to wait for something, or it has asked for times.
std::atomic<bool> acts = false, too_early = false;

bool has_ended(cl_event event) {
  cl_int status = CL_QUEUED;
  exercise::original<decltype(&clGetEventInfo)>("clGetEventInfo")(
      event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return status <= CL_COMPLETE;
}
} // namespace

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info info, std::size_t size,
                               void* value, std::size_t* length) {
  const auto found = chosen.find(event);
  acts = true;
  if (found != chosen.end() && !has_ended(event)) {
    too_early = true;
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  }
  const cl_int error = exercise::original<decltype(&clGetEventProfilingInfo)>(
      "clGetEventProfilingInfo")(event, info, size, value, length);
  if (error == CL_SUCCESS && value != nullptr && found != chosen.end() &&
      info >= CL_PROFILING_COMMAND_QUEUED && info <= CL_PROFILING_COMMAND_END)
    *static_cast<cl_ulong*>(value) = found->second[info - CL_PROFILING_COMMAND_QUEUED];
  return error;
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  acts = true;
  return exercise::original<decltype(&clWaitForEvents)>("clWaitForEvents")(count, events);
}

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator runs commands only when the host waits for them.");
  using Times = std::array<cl_ulong, 4>; // queued, submitted, started, ended: nanoseconds
  const cl_ulong t = 1'785'000'000'123'456'789;
  const std::vector<std::vector<Times>> cases{
      {{t, t + 1, t + 1'000'000, t + 4'000'000}, {t + 2, t + 3, t + 3'000'000, t + 9'000'000}},
      {{t, t, t + 77, t + 1234}},
      {{t, t + 9, t + 700'000, t + 900'001}, // the second of them starts first and ends last
       {t + 1, t + 9, t + 20'003, t + 5'000'000},
       {t + 2, t + 9, t + 800'000, t + 800'500}}};
  const cl::Buffer buffer = bench.input(std::vector<float>(1000, 1.0F));
  std::vector<std::vector<float>> back(3, std::vector<float>(1000));
  for (const std::vector<Times>& times : cases) {
    // Each command waits in a queue of its own, so that any of them may be the last to end.
    std::vector<cl::CommandQueue> queues;
    std::vector<cl::UserEvent> gates;
    std::vector<cl::Event> events(times.size());
    cl_ulong busy = 0, first = times[0][2], last = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      queues.emplace_back(bench.session.context, bench.session.device, CL_QUEUE_PROFILING_ENABLE);
      gates.emplace_back(bench.session.context);
      const std::vector<cl::Event> wait_for{gates.back()};
      queues[i].enqueueReadBuffer(buffer, CL_FALSE, 0, back[i].size() * sizeof(float),
                                  back[i].data(), &wait_for, &events[i]);
      queues[i].flush();
      chosen[events[i]()] = times[i];
      busy += times[i][3] - times[i][2];
      first = std::min(first, times[i][2]);
      last = std::max(last, times[i][3]);
    }
    acts = false;
    std::future<Spent> answer = std::async(std::launch::async, [&] { return spent(events); });
    for (int i = 0; i < 100 && !acts; ++i) // it may wait by other means, too
      answer.wait_for(std::chrono::milliseconds(10));
    for (std::size_t i = 0; i < gates.size(); ++i) {
      answer.wait_for(std::chrono::milliseconds(40)); // a right one is still waiting now
      // One time the first one is the last to end, the other time the last one.
      const std::size_t next = gates.size() == 2 ? gates.size() - 1 - i : i;
      gates[next].setStatus(CL_COMPLETE);
      queues[next].finish();
    }
    answer.wait();
    bench.expect(!too_early, "your code asked for the times of a command that had not ended: wait "
                             "for all of them first.");
    const Spent got = answer.get();
    chosen.clear();
    const auto compare = [&](const char* what, double ms, cl_ulong ns) {
      const double want = 1e-6 * static_cast<double>(ns);
      bench.expect(std::abs(ms - want) <= 1e-9 * want,
                   fmt::format("{} commands: got {} = {}, want {}", times.size(), what, ms, want));
    };
    compare("busy_ms", got.busy_ms, busy);
    compare("span_ms", got.span_ms, last - first);
  }
}
