#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <atomic>
#include <future>
#include <thread>

namespace {
int barriers = 0;
} // namespace

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                    cl_event* event) {
  ++barriers;
  return exercise::original<decltype(&clEnqueueBarrierWithWaitList)>(
      "clEnqueueBarrierWithWaitList")(queue, count, events, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                   cl_event* event) {
  ++barriers;
  return exercise::original<decltype(&clEnqueueMarkerWithWaitList)>("clEnqueueMarkerWithWaitList")(
      queue, count, events, event);
}

namespace {

// Whether a command that waits lets a later one of its queue go first: some drivers accept such a queue, and run its
// commands in order.
bool lets_others_go_first(const cl::CommandQueue& queue, const cl::Buffer& buffer) {
  cl::UserEvent gate(queue.getInfo<CL_QUEUE_CONTEXT>());
  const std::vector<cl::Event> wait_for{gate};
  cl::Event later;
  queue.enqueueFillBuffer(buffer, 0, 0, sizeof(cl_int), &wait_for);
  queue.enqueueFillBuffer(buffer, 0, sizeof(cl_int), sizeof(cl_int), nullptr, &later);
  queue.flush();
  bool first = false;
  for (int i = 0; i < 100 && !first; ++i) {
    first = later.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
    if (!first)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  gate.setStatus(CL_COMPLETE);
  queue.finish();
  return first;
}

} // namespace

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator runs commands in order.");
  const cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if ((bench.session.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & out_of_order) == 0)
    throw common::Skip("this device has no out-of-order queues.");
  const cl::Context& context = bench.session.context;
  const cl::CommandQueue queue(context, bench.session.device, out_of_order);
  const cl::Buffer buffer = bench.input(std::vector<cl_int>(5));
  if (!lets_others_go_first(queue, buffer))
    throw common::Skip("this device runs the commands of an out-of-order queue in order.");
  const cl::Buffer spare = bench.input(std::vector<cl_uint>(1));
  std::vector<cl::UserEvent> gates;
  std::vector<cl::Event> commands;
  for (cl_int i = 0; i < 5; ++i) {
    gates.emplace_back(context);
    const std::vector<cl::Event> wait_for{gates.back()};
    queue.enqueueFillBuffer(buffer, i, sizeof(cl_int) * static_cast<std::size_t>(i), sizeof(cl_int),
                            &wait_for, &commands.emplace_back());
  }
  const auto is_complete = [](const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
  };
  std::future<void> barrier_done;
  const auto call = [&](const std::vector<cl::Event>& events) {
    std::atomic<bool> entered = false;
    barrier_done = std::async(std::launch::async, [&, events] {
      entered = true;
      barrier(queue, events);
    });
    while (!entered)
      std::this_thread::yield();
  };
  const auto back_after = [&](std::chrono::milliseconds time) {
    return barrier_done.wait_for(time) == std::future_status::ready;
  };
  const std::chrono::milliseconds a_while(100), very_long(5000);

  // Three of the five, which become complete in their order: the one in the middle of the list last.
  const std::vector<cl::Event> three{commands[0], commands[2], commands[1]};
  std::future<cl::Event> marker_back =
      std::async(std::launch::async, [&] { return marker(queue, spare, three); });
  const bool marker_at_once = marker_back.wait_for(very_long / 2) == std::future_status::ready;
  call(three);
  bool waited = !back_after(a_while);
  gates[0].setStatus(CL_COMPLETE);
  gates[1].setStatus(CL_COMPLETE);
  commands[0].wait();
  commands[1].wait();
  waited = !back_after(a_while) && waited;
  cl::Event mark = marker_at_once ? marker_back.get() : cl::Event();
  const bool marked_too_early = mark() != nullptr && is_complete(mark);
  gates[2].setStatus(CL_COMPLETE);
  const bool no_longer = back_after(very_long);
  const bool was_complete = is_complete(commands[2]);
  bool marked = false;
  for (int i = 0; i < 50 && mark() != nullptr && !marked; ++i) {
    marked = is_complete(mark);
    std::this_thread::sleep_for(a_while / 2);
  }
  gates[3].setStatus(CL_COMPLETE);
  commands[3].wait();
  bool waited_for_all = true;
  if (no_longer) {
    call({});
    waited_for_all = !back_after(a_while);
  }
  gates[4].setStatus(CL_COMPLETE); // all gates are open before anything is judged
  barrier_done.get();
  if (!marker_at_once)
    marker_back.get();
  bench.expect(marker_at_once, "the marker does not return before its events are complete.");
  bench.expect(mark() != nullptr, "the marker returns no event.");
  bench.expect(!marked_too_early,
               "the marker's event was complete before all three events in the list were.");
  bench.expect(marked, "the marker's event is not complete, although all three in its list are.");
  bench.expect(
      waited,
      "with three events in the list, the barrier returned before all three were complete.");
  bench.expect(no_longer,
               "with three events in the list, the barrier waits for other commands too.");
  bench.expect(was_complete, "with three events in the list, the barrier returned too early.");
  bench.expect(waited_for_all,
               "without a list, the barrier returned before all commands were complete.");
  bench.expect(is_complete(commands[4]), "without a list, the barrier returned too early.");
  bench.expect(barriers == 0, "both are right, but OpenCL's own marker or barrier was called.");
}
