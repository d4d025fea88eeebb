#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <future>
#include <thread>
#include <vector>

namespace {
bool inside = false;
int waits = 0;
// PoCL 3.1 calls nobody back when an event ends with an error, so the check does it.
struct Callback {
  cl_event event;
  void(CL_CALLBACK* call)(cl_event, cl_int, void*);
  void* data;
};
bool keep_callbacks = false;
std::vector<Callback> kept;
} // namespace

cl_int clSetEventCallback(cl_event event, cl_int type,
                          void(CL_CALLBACK* call)(cl_event, cl_int, void*), void* data) {
  if (keep_callbacks) {
    kept.push_back({event, call, data});
    return CL_SUCCESS;
  }
  return exercise::original<decltype(&clSetEventCallback)>("clSetEventCallback")(event, type, call,
                                                                                 data);
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  waits += inside ? 1 : 0;
  return exercise::original<decltype(&clWaitForEvents)>("clWaitForEvents")(count, events);
}

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator has no user events.");
  const cl::Context& context = bench.session.context;
  const std::chrono::milliseconds a_while(30), very_long(2000);
  const auto status_of = [](const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
  };
  const auto ends = [&](const cl::Event& event) { // callbacks may come late
    const auto until = std::chrono::steady_clock::now() + very_long;
    while (status_of(event) > 0 && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return status_of(event);
  };
  // Calls it in another thread, so that one which waits can be freed and told.
  const auto call = [&](const std::string& where, std::vector<cl::UserEvent>& gates,
                        const std::vector<std::size_t>& list) {
    std::vector<cl::Event> events;
    for (const std::size_t i : list)
      events.push_back(gates[i]);
    inside = true;
    std::future<cl::Event> back =
        std::async(std::launch::async, [&context, events] { return when_all(context, events); });
    const bool at_once = back.wait_for(very_long) == std::future_status::ready;
    inside = false;
    if (!at_once)
      for (cl::UserEvent& gate : gates)
        if (status_of(gate) > 0)
          gate.setStatus(CL_COMPLETE);
    cl::Event all = back.get();
    bench.expect(at_once, where + ": it has not returned after 2 s. It must not wait.");
    bench.expect(waits == 0, where + ": it calls clWaitForEvents.");
    bench.expect(all() != nullptr, where + ": it returns no event.");
    return all;
  };
  const auto gates_of = [&](std::size_t count) {
    std::vector<cl::UserEvent> gates;
    for (std::size_t i = 0; i < count; ++i)
      gates.emplace_back(context);
    return gates;
  };

  { // first, because a starter that waits does so here
    std::vector<cl::UserEvent> gates = gates_of(1);
    const std::string where = "one event";
    bench.trying(where);
    const cl::Event all = call(where, gates, {0});
    bench.expect(status_of(all) > 0, where + ": complete before that event is.");
    gates[0].setStatus(CL_COMPLETE);
    bench.expect(ends(all) == CL_COMPLETE, where + ": not complete, although that event is.");
  }
  {
    std::vector<cl::UserEvent> none;
    bench.trying("no event");
    bench.expect(ends(call("no event", none, {})) == CL_COMPLETE,
                 "no event: it should be complete, but is not.");
  }
  std::vector<std::size_t> order{0, 1, 2};
  do { // each event in each place
    std::vector<cl::UserEvent> gates = gates_of(3);
    const std::string where =
        fmt::format("three events that end in the order {}", fmt::join(order, ", "));
    bench.trying(where);
    const cl::Event all = call(where, gates, {0, 1, 2});
    for (std::size_t k = 0; k < order.size(); ++k) {
      bench.expect(status_of(all) > 0, fmt::format("{}: complete when {} of them are.", where, k));
      gates[order[k]].setStatus(CL_COMPLETE);
      if (k < 2)
        std::this_thread::sleep_for(a_while);
    }
    bench.expect(ends(all) == CL_COMPLETE, where + ": not complete when all of them are.");
  } while (std::next_permutation(order.begin(), order.end()));
  for (const std::size_t early : {0, 1, 2}) {
    std::vector<cl::UserEvent> gates = gates_of(3);
    const std::string where = fmt::format("three events, of which {} is complete before", early);
    bench.trying(where);
    gates[early].setStatus(CL_COMPLETE);
    const cl::Event all = call(where, gates, {0, 1, 2});
    bench.expect(status_of(all) > 0, where + ": complete at once.");
    gates[(early + 1) % 3].setStatus(CL_COMPLETE);
    std::this_thread::sleep_for(a_while);
    bench.expect(status_of(all) > 0, where + ": complete when two of them are.");
    gates[(early + 2) % 3].setStatus(CL_COMPLETE);
    bench.expect(ends(all) == CL_COMPLETE, where + ": not complete when all of them are.");
  }
  {
    std::vector<cl::UserEvent> gates = gates_of(2);
    const std::string where = "a list with event 0 twice, and event 1";
    bench.trying(where);
    const cl::Event all = call(where, gates, {0, 1, 0});
    gates[0].setStatus(CL_COMPLETE);
    std::this_thread::sleep_for(a_while);
    bench.expect(status_of(all) > 0, where + ": complete before event 1 is.");
    gates[1].setStatus(CL_COMPLETE);
    bench.expect(ends(all) == CL_COMPLETE, where + ": not complete, although both events are.");
  }
  for (const std::size_t failing : {0, 1, 2}) { // the first, second or last that ends
    std::vector<cl::UserEvent> gates = gates_of(3);
    const std::string where = fmt::format("three events, of which {} ends with -9999", failing);
    bench.trying(where);
    kept.clear();
    keep_callbacks = true;
    const cl::Event all = call(where, gates, {0, 1, 2});
    keep_callbacks = false;
    bench.expect(kept.size() == 3,
                 fmt::format("{}: {} callbacks are registered for them, and should be 3.", where,
                             kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) {
      bench.expect(status_of(all) > 0, where + ": it has ended before all three have.");
      kept[i].call(kept[i].event, i == failing ? -9999 : CL_COMPLETE, kept[i].data);
    }
    const cl_int status = ends(all);
    bench.expect(status == -9999,
                 fmt::format("{}: its status should become -9999, but is {}.", where, status));
    for (cl::UserEvent& gate : gates)
      gate.setStatus(CL_COMPLETE);
  }
  { // the caller forgets everything but the gates, and then those
    bench.trying("events whose result was released before they ended");
    for (int i = 0; i < 50; ++i) {
      std::vector<cl::UserEvent> gates = gates_of(2);
      call("a result that is released", gates, {0, 1});
      gates[1].setStatus(CL_COMPLETE);
      gates[0].setStatus(CL_COMPLETE);
    }
  }
  // A command that waits for it.
  const cl::Buffer buffer = bench.input(std::vector<cl_int>{5});
  cl::CommandQueue queue(context, bench.session.device);
  {
    std::vector<cl::UserEvent> gates = gates_of(2);
    bench.trying("a command that waits for it");
    const std::vector<cl::Event> list{call("a command that waits for it", gates, {0, 1})};
    cl::Event filled;
    queue.enqueueFillBuffer(buffer, cl_int{7}, 0, sizeof(cl_int), &list, &filled);
    queue.flush();
    gates[0].setStatus(CL_COMPLETE);
    std::this_thread::sleep_for(a_while);
    const bool early = status_of(filled) == CL_COMPLETE;
    gates[1].setStatus(CL_COMPLETE);
    const bool late = ends(filled) != CL_COMPLETE;
    bench.expect(!early, "a command that waits for it has run too early.");
    bench.expect(!late, "a command that waits for it does not run.");
  }
  // Two threads call back at the same time, thousands of times.
  for (int round = 0; round < 20; ++round) {
    const std::string where = "4000 callbacks from two threads at the same time";
    bench.trying(where);
    std::vector<cl::UserEvent> gates = gates_of(1);
    kept.clear();
    keep_callbacks = true;
    const cl::Event all = call(where, gates, std::vector<std::size_t>(4000, 0));
    keep_callbacks = false;
    bench.expect(kept.size() == 4000, where + ": some are not registered.");
    std::atomic<int> ready = 0;
    const auto half = [&](std::size_t first) {
      ++ready;
      while (ready < 2) {
      }
      for (std::size_t i = first; i < kept.size(); i += 2)
        kept[i].call(kept[i].event, CL_COMPLETE, kept[i].data);
    };
    std::future<void> other = std::async(std::launch::async, half, 1);
    half(0);
    other.get();
    gates[0].setStatus(CL_COMPLETE);
    bench.expect(ends(all) == CL_COMPLETE,
                 where + ": the event is not complete when all are. Do two callbacks that count "
                         "at the same time count twice?");
  }
}
