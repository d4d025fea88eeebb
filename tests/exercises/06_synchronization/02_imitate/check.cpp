#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <atomic>
#include <future>
#include <thread>

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator runs commands in order.");
  const cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if ((bench.session.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & out_of_order) == 0)
    throw common::Skip("this device has no out-of-order queues.");
  const cl::Context& context = bench.session.context;
  const cl::CommandQueue queue(context, bench.session.device, out_of_order);
  const std::vector<cl_int> zeros(100);
  const cl::Buffer a = bench.input(zeros), b = bench.input(zeros);
  const auto fill = [&](const cl::Buffer& buffer, const cl::Event& gate) {
    const std::vector<cl::Event> wait_for{gate};
    cl::Event event;
    queue.enqueueFillBuffer(buffer, cl_int{1}, 0, 100 * sizeof(cl_int), &wait_for, &event);
    return event;
  };
  const auto is_complete = [](const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
  };
  // Does the learner's barrier still wait after a while, with the gates as they are?
  std::future<void> barrier_done;
  const auto waits = [&](const std::vector<cl::Event>& events) {
    std::atomic<bool> entered = false;
    barrier_done = std::async(std::launch::async, [&, events] {
      entered = true;
      barrier(queue, events);
    });
    while (!entered)
      std::this_thread::yield();
    return barrier_done.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready;
  };

  cl::UserEvent first(context), second(context);
  const cl::Event one = fill(a, first);
  const cl::Event two = fill(b, second);
  const bool waited = waits({one});
  first.setStatus(CL_COMPLETE);
  barrier_done.get(); // does not come back if it waits for the second as well
  const bool one_was_complete = is_complete(one);
  const bool waited_for_all = waits({});
  second.setStatus(CL_COMPLETE);
  barrier_done.get();
  bench.expect(waited, "with an event in the list, it came back before the event was complete.");
  bench.expect(one_was_complete, "with an event in the list, it came back too early.");
  bench.expect(waited_for_all, "without a list, it came back before all commands were complete.");
  bench.expect(is_complete(two), "without a list, it came back too early.");
}
