// What a queue can be told when it is created, and what comes of it.

#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"

#include <fmt/format.h>

namespace {

constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
constexpr cl_command_queue_properties profiling = CL_QUEUE_PROFILING_ENABLE;

std::string words_for(cl_command_queue_properties bits) {
  const std::string order = bits & out_of_order ? "out of order" : "in order";
  return bits & profiling ? order + ", profiling" : order;
}

// [both-functions]
// OpenCL 2.0: a list of names and values, with 0 at its end.
cl_int create_now(const Lab& lab, const std::vector<cl_queue_properties>& list,
                  cl::CommandQueue& queue) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue created =
      clCreateCommandQueueWithProperties(lab.context(), lab.device(), list.data(), &code);
  queue = code == CL_SUCCESS ? cl::CommandQueue(created) : cl::CommandQueue();
  return code;
}

// OpenCL 1.0: one bit field, which has no room for anything else. Deprecated by 2.0.
cl_int create_then(const Lab& lab, cl_command_queue_properties bits, cl::CommandQueue& queue) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue created = clCreateCommandQueue(lab.context(), lab.device(), bits, &code);
  queue = code == CL_SUCCESS ? cl::CommandQueue(created) : cl::CommandQueue();
  return code;
}
// [/both-functions]

// Does a command of this queue tell its times?
std::string times_of_a_marker(const cl::CommandQueue& queue) {
  cl::Event event;
  queue.enqueueMarkerWithWaitList(nullptr, &event);
  event.wait();
  const cl_int code = code_of([&] { event.getProfilingInfo<CL_PROFILING_COMMAND_START>(); });
  return code == CL_SUCCESS ? "yes" : answer(code);
}

// What the extension cl_khr_priority_hints adds: which queue is served first.
Json try_priorities(const Lab& lab) {
  // [priority]
  const auto with_priority = [&](cl_queue_properties priority, cl::CommandQueue& queue) {
    return create_now(lab, {CL_QUEUE_PROPERTIES, profiling, CL_QUEUE_PRIORITY_KHR, priority, 0},
                      queue);
  };
  cl::CommandQueue low, high;
  const cl_int code = with_priority(CL_QUEUE_PRIORITY_LOW_KHR, low);
  if (!common::has_extension(lab.device, "cl_khr_priority_hints")) {
    fmt::print("  priority hints: the device does not offer cl_khr_priority_hints; {}\n",
               answer(code));
    return {{"offered", false}, {"answer", answer(code)}};
  }
  // [/priority]
  verify(code == CL_SUCCESS && with_priority(CL_QUEUE_PRIORITY_HIGH_KHR, high) == CL_SUCCESS,
         "queues with priorities can be created");
  harness::BusyKernel busy(lab);
  const cl_uint steps = busy.steps(5.0);
  std::vector<cl::Buffer> numbers;
  std::vector<cl::Event> low_events;
  const auto enqueue = [&](const cl::CommandQueue& queue) {
    numbers.push_back(number_in(lab.context, 7));
    const cl::Event event =
        busy.enqueue(queue, numbers.back(), numbers.back(), numbers.back(), steps);
    queue.flush();
    return event;
  };
  for (int i = 0; i < 64; ++i)
    low_events.push_back(enqueue(low));
  const cl::Event late = enqueue(high);
  late.wait();
  const cl_ulong late_end = common::event_times(late).ended;
  int before = 0;
  for (const cl::Event& event : low_events)
    before += common::event_times(event).ended < late_end;
  for (const cl::Buffer& number : numbers)
    verify(value_of(lab.queue, number) == harness::BusyKernel::expected(7, 7, steps),
           "priorities do not change results");
  fmt::print("  priority hints: {} of 64 commands of low priority were done before the one of high "
             "priority that came last\n",
             before);
  return {{"offered", true}, {"answer", answer(code)}, {"before", before}};
}

// A queue that kernels fill (OpenCL 2.0, optional in 3.0).
Json try_device_queue(const Lab& lab) {
  const int version = common::device_version(lab.device);
  // [default-queue]
  // Ask first. A driver that has no such queues need not be polite about it: see the demo.
  bool offered = version >= 210 && lab.device.getInfo<CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES>() != 0;
  if (offered && version >= 300) {
    cl_device_device_enqueue_capabilities can = 0;
    clGetDeviceInfo(lab.device(), CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof can, &can, nullptr);
    offered = (can & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT) != 0;
  }
  if (!offered) {
    fmt::print("  queues for kernels: the device has none, so none can be its default\n");
    return {{"offered", false}};
  }
  cl::CommandQueue first, second;
  const std::vector<cl_queue_properties> list{
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | out_of_order, 0};
  const cl_int codes[]{
      create_now(lab, list, first),
      create_now(lab, {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | out_of_order, 0}, second),
      clSetDefaultDeviceCommandQueue(lab.context(), lab.device(), second())};
  // [/default-queue]
  for (const cl_int code : codes)
    verify(code == CL_SUCCESS, "a default queue can be replaced");
  cl_command_queue now = nullptr;
  clGetCommandQueueInfo(second(), CL_QUEUE_DEVICE_DEFAULT, sizeof now, &now, nullptr);
  verify(now == second(), "the default queue is the one that was set");
  fmt::print("  queues for kernels: created two, and made the second the default\n");
  return {{"offered", true}};
}

} // namespace

Json what_can_a_queue_be_told(const Lab& lab) {
  const auto offered = lab.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>();
  const bool new_function =
      common::device_version(lab.device) >= 200 &&
      platform_of(lab.device).getInfo<CL_PLATFORM_VERSION>().rfind("OpenCL 1.", 0) != 0;
  harness::Table table({{"asked for"}, {"since 2.0"}, {"since 1.0"}, {"times of a command"}});
  Json rows = Json::array();
  // [properties]
  for (const cl_command_queue_properties bits :
       {cl_command_queue_properties{0}, profiling, out_of_order, out_of_order | profiling}) {
    cl::CommandQueue now, then;
    const cl_int code = create_then(lab, bits, then);
    verify((code == CL_SUCCESS) == ((bits & offered) == bits), "a device keeps what it offers");
    const std::string new_answer =
        new_function ? answer(create_now(lab, {CL_QUEUE_PROPERTIES, bits, 0}, now)) : "not there";
    std::string times;
    for (const cl::CommandQueue& queue : {now, then}) {
      if (!queue())
        continue;
      verify(queue.getInfo<CL_QUEUE_PROPERTIES>() == bits, "a queue knows its properties");
      verify(queue.getInfo<CL_QUEUE_DEVICE>()() == lab.device(), "and its device");
      verify(queue.getInfo<CL_QUEUE_CONTEXT>()() == lab.context(), "and its context");
      times = times_of_a_marker(queue);
      verify(!(bits & profiling) || times == "yes", "a queue that profiles tells the times");
    }
    // [/properties]
    table.add({words_for(bits), new_answer, answer(code), times});
    rows.push_back({{"asked_for", words_for(bits)},
                    {"with_properties", new_answer},
                    {"predecessor", answer(code)},
                    {"times", times}});
  }
  fmt::print("{}", table.text());
  Json result{{"rows", rows}};
  if (!new_function) {
    fmt::print("  OpenCL 1.x: no list of properties, so no hints and no queues for kernels\n");
    return result;
  }
  // [unknown]
  cl::CommandQueue queue;
  const std::string unknown = answer(create_now(lab, {0x7777, 1, 0}, queue));
  // [/unknown]
  fmt::print("  an unknown property: {}\n", unknown);
  result["unknown"] = unknown;
  if (common::device_version(lab.device) >= 300) {
    // [remembers]
    const std::vector<cl_queue_properties> list{CL_QUEUE_PROPERTIES, profiling, 0};
    verify(create_now(lab, list, queue) == CL_SUCCESS, "a queue is created");
    std::vector<cl_queue_properties> remembered(list.size());
    clGetCommandQueueInfo(queue(), CL_QUEUE_PROPERTIES_ARRAY,
                          remembered.size() * sizeof(cl_queue_properties), remembered.data(),
                          nullptr);
    result["remembers"] = remembered == list;
    fmt::print("  the list it was made from: {}\n",
               remembered == list ? "remembered" : "forgotten");
    // [/remembers]
  }
  result["priorities"] = try_priorities(lab);
  result["device_queue"] = try_device_queue(lab);
  return result;
}

Json does_the_queue_keep_the_order(const Lab& lab) {
  harness::BusyKernel busy(lab);
  const cl_uint slow = busy.steps(lab.quick ? 10.0 : 30.0);
  constexpr cl_uint seed = 5, old_value = 1;
  const cl_uint new_value = harness::BusyKernel::expected(seed, seed, slow);
  const bool has_times = harness::clock_runs(lab);
  const bool has_out_of_order =
      (lab.device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & out_of_order) != 0;
  Json rows = Json::array();
  const auto run = [&](const std::string& name, cl_command_queue_properties bits, bool with_list) {
    // [order]
    const cl::CommandQueue queue(lab.context, lab.device, bits | profiling);
    const cl::Buffer s = number_in(lab.context, seed), x = number_in(lab.context, old_value),
                     y = number_in(lab.context, 0);
    const cl::Event first = busy.enqueue(queue, s, s, x, slow); // x becomes new
    const std::vector<cl::Event> list =
        with_list ? std::vector<cl::Event>{first} : std::vector<cl::Event>{};
    const cl::Event second = busy.enqueue(queue, x, s, y, 1, list); // needs the new x
    queue.finish();
    const bool saw_new = value_of(queue, y) == harness::BusyKernel::expected(new_value, seed, 1);
    // [/order]
    const bool saw_old = value_of(queue, y) == harness::BusyKernel::expected(old_value, seed, 1);
    verify(saw_new || saw_old, "the second command has seen the old number or the new one");
    const bool early =
        has_times && common::event_times(second).started < common::event_times(first).ended;
    if (bits == 0 || with_list) {
      verify(saw_new, name + ": the second command sees the result of the first");
      verify(!early, name + ": the second command starts after the first has ended");
    }
    fmt::print("  {:<28} the second command started {} the end of the first, and used the {} "
               "number\n",
               name,
               !has_times ? "before or after"
               : early    ? "before"
                          : "after",
               saw_new ? "new" : "old");
    rows.push_back({{"queue", name}, {"early", early}, {"saw", saw_new ? "new" : "old"}});
  };
  run("in order", 0, false);
  if (has_out_of_order) {
    run("out of order", out_of_order, false);
    run("out of order, with wait list", out_of_order, true);
  } else {
    fmt::print("  skipped: this device has no out-of-order queues.\n");
  }
  return {{"rows", rows}};
}

Json what_do_they_cost(const Lab& lab) {
  Json rows = Json::array();
  const harness::Repetition repetition{lab.quick ? 0.02 : 0.3, 5, 200};
  const auto measure = [&](const std::string& what, const std::function<void()>& body) {
    const common::Samples samples = harness::measure_ms(body, repetition);
    fmt::print("  {:<36} {:>9}\n", what, harness::duration_text(samples.median()));
    rows.push_back(
        {{"what", what}, {"median_us", 1e3 * samples.median()}, {"spread", samples.spread()}});
  };
  const cl::Buffer number = number_in(lab.context, 7);
  // [cost]
  measure("a context, made and ended", [&] { cl::Context context(lab.device); });
  measure("a queue, made and ended", [&] { cl::CommandQueue queue(lab.context, lab.device); });
  measure("a buffer, made and ended",
          [&] { cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, sizeof(cl_uint)); });
  measure("4 bytes read, with a queue kept", [&] { value_of(lab.queue, number); });
  measure("4 bytes read, with a new queue each",
          [&] { value_of(cl::CommandQueue(lab.context, lab.device), number); });
  // [/cost]
  verify(value_of(lab.queue, number) == 7, "the number is still there");
  return {{"rows", rows}};
}
