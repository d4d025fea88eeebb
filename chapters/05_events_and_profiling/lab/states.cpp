// What an event knows while its command lives: its state, who wants to be called, who holds it back.

#include "common/error.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "lab.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <mutex>
#include <numeric>
#include <thread>

Json where_is_my_command_now(Lab& lab) {
  need_gates(lab.device);
  Json rows = Json::array();
  cl_int before = CL_QUEUED;
  const auto note = [&](const char* when, cl_int status) {
    verify(status <= before, "the states are passed in order"); // they count down: 3, 2, 1, 0
    before = status;
    fmt::print("  {:<24} {}\n", when, status_name(status));
    rows.push_back({{"when", when}, {"state", status_name(status)}});
  };

  // [states]
  Gate gate(lab.context); // an event that this program completes, not a command
  const cl::Event event = lab.enqueue_busy(lab.quick ? 5 : 20, {gate.event});
  note("enqueued", status_of(event));
  lab.queue.flush(); // now it has to go to the device
  note("flushed", status_of(event));
  verify(before > CL_RUNNING, "a command whose wait list is not complete does not run");
  gate.set(CL_COMPLETE);
  if (poll([&] { return status_of(event) <= CL_RUNNING; }, 10.0))
    note("the gate is open", status_of(event));
  event.wait();
  note("wait() has returned", status_of(event));
  // [/states]
  verify(before == CL_COMPLETE, "wait() returns when the command is complete");
  return {{"rows", rows}};
}

Json what_does_an_event_know(Lab& lab) {
  const cl::Event event = lab.enqueue_busy(1);
  event.wait();
  // [event-info]
  cl_uint holders = 0, with_copy = 0, after = 0;
  const auto count_holders = [&] {
    holders = event.getInfo<CL_EVENT_REFERENCE_COUNT>();
    {
      // Events are counted like all objects: a copy of the handle calls clRetainEvent, the end of
      // each calls clReleaseEvent, and with the last one the event is gone.
      const cl::Event copy = event;
      with_copy = event.getInfo<CL_EVENT_REFERENCE_COUNT>();
    }
    after = event.getInfo<CL_EVENT_REFERENCE_COUNT>();
    return with_copy == holders + 1 && after == holders;
  };
  // [/event-info]
  // More than once, because the driver holds the event too, and lets go when it likes.
  verify(poll(count_holders, 10.0), "a copy of an event is one holder more");
  verify(event.getInfo<CL_EVENT_COMMAND_TYPE>() == CL_COMMAND_NDRANGE_KERNEL &&
             event.getInfo<CL_EVENT_COMMAND_QUEUE>()() == lab.queue() &&
             event.getInfo<CL_EVENT_CONTEXT>()() == lab.context(),
         "the event knows its command, its queue and its context");
  fmt::print("  command type            CL_COMMAND_NDRANGE_KERNEL\n"
             "  queue and context       the ones it was enqueued in\n"
             "  state                   {}\n"
             "  holders                 {}; while there is a copy {}; then {}\n",
             status_name(status_of(event)), holders, with_copy, after);
  return {{"holders", holders}, {"with_copy", with_copy}, {"after", after}};
}

struct Call {
  std::string registered_for;
  cl_int status = 0;
  std::thread::id thread;
  double milliseconds = 0.0;
};

struct CallLog {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Call> calls;
  common::Stopwatch watch;
};

struct Registration {
  CallLog* log;
  std::string name;
};

// [callback]
// The driver calls this, from a thread of its choice. It only takes notes, under a lock: an
// exception must not leave it, and it must not wait for any command.
void CL_CALLBACK take_note(cl_event, cl_int status, void* user_data) {
  const auto* registration = static_cast<const Registration*>(user_data);
  CallLog& log = *registration->log;
  const std::lock_guard lock(log.mutex);
  log.calls.push_back(
      {registration->name, status, std::this_thread::get_id(), log.watch.milliseconds()});
  log.changed.notify_all();
}
// [/callback]

Json which_thread_calls_back(Lab& lab) {
  static CallLog log; // static: a late callback must not find it gone
  static std::deque<Registration> registrations;
  // [callbacks]
  const auto call_me = [&](cl::Event& event, cl_int state, const std::string& name) {
    event.setCallback(state, take_note, &registrations.emplace_back(Registration{&log, name}));
  };
  log.watch.restart();
  cl::Event event = lab.enqueue_busy(lab.quick ? 5 : 20);
  for (const cl_int state : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
    call_me(event, state, status_name(state));
  event.wait();
  std::unique_lock lock(log.mutex);
  const std::size_t in_time = log.calls.size(); // how many were called before wait() returned
  const auto wait_for_calls = [&](std::size_t count, int seconds) {
    return log.changed.wait_for(lock, std::chrono::seconds(seconds),
                                [&] { return log.calls.size() >= count; });
  };
  verify(wait_for_calls(3, 30), "every callback is called");
  lock.unlock();
  call_me(event, CL_COMPLETE, "CL_COMPLETE, too late");
  lock.lock();
  const bool late_called = wait_for_calls(4, 3); // it should be, at once
  // [/callbacks]

  fmt::print("  {:<23} {:<13} {:<13} after\n", "registered for", "called with", "by the thread");
  Json rows = Json::array();
  for (const Call& call : log.calls) {
    const bool own = call.thread == std::this_thread::get_id();
    fmt::print("  {:<23} {:<13} {:<13} {:.2f} ms\n", call.registered_for, status_name(call.status),
               own ? "of main()" : "of the driver", call.milliseconds);
    rows.push_back({{"registered_for", call.registered_for},
                    {"status", status_name(call.status)},
                    {"own_thread", own},
                    {"ms", call.milliseconds}});
    if (call.registered_for.find("COMPLETE") != std::string::npos)
      verify(call.status == CL_COMPLETE, "a callback for CL_COMPLETE sees CL_COMPLETE");
  }
  verify(log.calls.size() == (late_called ? 4 : 3), "every callback is called once");
  if (!late_called)
    fmt::print("  The one that came too late was never called: a fault of this driver.\n");
  fmt::print("  When wait() returned, {} of 3 callbacks had been called.\n", in_time);
  log.calls.clear();
  return {{"rows", rows}, {"called_when_wait_returned", in_time}, {"late_called", late_called}};
}

Json can_the_host_be_part_of_the_queue(Lab& lab) {
  need_gates(lab.device);
  const std::size_t n = lab.quick ? 10'000 : 1'000'000;
  std::vector<cl_uint> data(n);
  std::iota(data.begin(), data.end(), 7U);
  const std::size_t bytes = n * sizeof(cl_uint);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);
  cl::Kernel kernel(lab.program, "multiply");
  const cl::NDRange local_size = common::fit_local_size(lab.device, kernel, cl::NDRange(64));
  const cl::NDRange global_size = common::round_up(cl::NDRange(n), local_size);
  common::set_args(kernel, buffer, cl_uint{1}, static_cast<cl_uint>(n));
  const auto multiply =
      [&](cl_uint factor) { // not common::launch(), which asks for the device and releases it
        cl::Event event;
        kernel.setArg(1, factor);
        lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, global_size, local_size, nullptr,
                                       &event);
        return event;
      };

  const cl::Context& context = lab.context;
  const cl::CommandQueue& queue = lab.queue;
  // [host-step]
  // The whole plan goes into the queue at once; nothing here waits.
  Gate host_is_done(context);
  const std::vector<cl::Event> host_step{host_is_done.event};
  cl::Event halfway;
  queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, bytes, data.data());
  multiply(2);
  queue.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, data.data(), nullptr, &halfway);
  queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, bytes, data.data(), &host_step);
  const cl::Event second = multiply(3);
  cl::Event last;
  queue.enqueueReadBuffer(buffer, CL_FALSE, 0, bytes, data.data(), nullptr, &last);
  queue.flush();

  halfway.wait(); // the device has doubled the data; the rest of the plan waits at the gate
  const cl_int state = status_of(second); // it has not started
  for (cl_uint& value : data)
    value += 1;
  host_is_done.set(CL_COMPLETE);
  last.wait();
  // [/host-step]

  verify(state > CL_RUNNING, "the second kernel waits for the host");
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (data[i] != 3 * (2 * static_cast<cl_uint>(i + 7) + 1))
      ++wrong;
  verify(wrong == 0, fmt::format("device, host and device worked in turn ({} wrong)", wrong));
  fmt::print("  {} numbers: doubled on the device, plus 1 on the host, tripled on the device: "
             "all right.\n",
             n);
  return {{"elements", n}, {"wrong", wrong}};
}

Json what_if_a_command_fails(Lab& lab) {
  need_gates(lab.device);
  // A context of its own, which is thrown away: after a command has failed, its queue, the context and all queues of
  // that context may be unusable (clGetEventInfo, section 5.11).
  Lab own(lab.device, true);
  const auto enqueue = [&](const cl::Event& after) { return own.enqueue_busy(0.0, {after}); };
  // [failure]
  Gate gate(own.context);
  const cl::Event first = enqueue(gate.event);
  const cl::Event second = enqueue(first);
  own.queue.flush();
  gate.set(-42); // any negative number says: this has failed, do not go on
  verify(poll([&] { return status_of(first) <= 0 && status_of(second) <= 0; }, 10.0),
         "commands that wait for a failed event end");
  std::string complaint = "nothing";
  try {
    second.wait();
  } catch (const cl::Error& error) {
    complaint = common::error_name(error.err());
  }
  // [/failure]
  fmt::print("  the gate was set to       {}\n"
             "  what waits for it has     {}\n"
             "  what waits for that has   {}\n"
             "  and wait() says           {}\n",
             status_of(gate.event), status_of(first), status_of(second), complaint);
  verify(status_of(first) < 0 && status_of(second) < 0, "what waits for a failure fails");
  verify(complaint == "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", "wait() reports a failure");
  return {{"gate", status_of(gate.event)},
          {"first", status_of(first)},
          {"second", status_of(second)},
          {"wait", complaint}};
}
