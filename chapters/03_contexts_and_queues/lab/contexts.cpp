// How contexts are made, and when they end.

#include "experiments.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <mutex>

namespace {

using Properties = std::vector<cl_context_properties>;

// A way that was tried: what OpenCL answered, and the context if there is one.
struct Attempt {
  std::string way;
  cl_int code = CL_SUCCESS;
  cl::Context context;
};

// [from-type]
Attempt from_type(const std::string& way, const Properties& properties, cl_device_type type) {
  cl_int code = CL_SUCCESS;
  const cl_context context = clCreateContextFromType(
      properties.empty() ? nullptr : properties.data(), type, nullptr, nullptr, &code);
  // Only the code says whether there is a context: some drivers return a handle to nothing.
  return {way, code, code == CL_SUCCESS ? cl::Context(context) : cl::Context()};
}
// [/from-type]

cl_context_properties value_of_platform(const cl::Device& device) {
  return reinterpret_cast<cl_context_properties>(platform_of(device)());
}

std::string names_of(const cl::Context& context) {
  std::string names;
  for (const cl::Device& device : context.getInfo<CL_CONTEXT_DEVICES>())
    names += (names.empty() ? "" : ", ") + device.getInfo<CL_DEVICE_NAME>();
  return names;
}

// A type of device that the platform does not have.
cl_device_type missing_type(const cl::Platform& platform) {
  for (const cl_device_type type :
       {CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM, CL_DEVICE_TYPE_GPU}) {
    std::vector<cl::Device> devices;
    if (code_of([&] { platform.getDevices(type, &devices); }) != CL_SUCCESS || devices.empty())
      return type;
  }
  return CL_DEVICE_TYPE_CPU;
}

} // namespace

Json which_way_to_a_context(const Lab& lab) {
  const cl::Device device = lab.device;
  // [three-ways]
  const cl_context_properties platform = value_of_platform(device);
  const Properties with_platform{CL_CONTEXT_PLATFORM, platform, 0}; // pairs, and 0 at the end
  std::vector<Attempt> attempts;

  // 1. From a list of devices: the program has chosen them.
  attempts.push_back({"a list of devices", CL_SUCCESS,
                      cl::Context(std::vector<cl::Device>{device}, with_platform.data())});
  // 2. From a type and a platform: all devices of this kind there.
  attempts.push_back({"a type, with the platform", CL_SUCCESS,
                      cl::Context(device.getInfo<CL_DEVICE_TYPE>(), with_platform.data())});
  // 3. From a type alone: of which platform?
  attempts.push_back(from_type("a type, no platform, in C", {}, device.getInfo<CL_DEVICE_TYPE>()));
  // [/three-ways]

  for (const Attempt& attempt : attempts) {
    if (!attempt.context())
      continue;
    const auto in_it = attempt.context.getInfo<CL_CONTEXT_DEVICES>();
    verify(in_it.size() == attempt.context.getInfo<CL_CONTEXT_NUM_DEVICES>(),
           "a context counts its devices");
  }
  verify(attempts[0].context.getInfo<CL_CONTEXT_DEVICES>().front()() == device(),
         "the context has the device it was made from");
  verify(attempts[0].context.getInfo<CL_CONTEXT_DEVICES>().size() == 1, "it has no other device");
  verify(attempts[0].context.getInfo<CL_CONTEXT_PROPERTIES>() == with_platform,
         "a context remembers its properties");
  const auto of_type = attempts[1].context.getInfo<CL_CONTEXT_DEVICES>();
  verify(std::any_of(of_type.begin(), of_type.end(),
                     [&](const cl::Device& each) { return each() == device(); }),
         "the context of a type has all devices of the type");

  // [wrong-ways]
  const cl_device_type missing = missing_type(platform_of(device));
  attempts.push_back({"a device, no platform", CL_SUCCESS, cl::Context(device)});
  attempts.push_back(from_type("a type that is not there", with_platform, missing));
  attempts.push_back(
      from_type("platform 0", {CL_CONTEXT_PLATFORM, 0, 0}, device.getInfo<CL_DEVICE_TYPE>()));
  attempts.push_back(from_type("the platform given twice",
                               {CL_CONTEXT_PLATFORM, platform, CL_CONTEXT_PLATFORM, platform, 0},
                               device.getInfo<CL_DEVICE_TYPE>()));
  // [/wrong-ways]

  harness::Table table({{"made from"}, {"answer"}, {"devices in it"}});
  Json rows = Json::array();
  for (const Attempt& attempt : attempts) {
    const bool there = attempt.context() != nullptr;
    table.add({attempt.way, answer(attempt.code), there ? names_of(attempt.context) : ""});
    rows.push_back({{"way", attempt.way},
                    {"answer", answer(attempt.code)},
                    {"devices", there ? attempt.context.getInfo<CL_CONTEXT_NUM_DEVICES>() : 0}});
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}

namespace {

// [destructor]
// What the callback writes into. It is never destroyed: the driver decides when it calls.
struct DestructorCalls {
  std::mutex mutex;
  std::vector<std::string> lines;

  std::vector<std::string> read() {
    const std::lock_guard lock(mutex);
    return lines;
  }
};
DestructorCalls& destructor_calls() {
  static auto* const only = new DestructorCalls;
  return *only;
}

template <int Number>
void CL_CALLBACK context_ended(cl_context, void* user_data) {
  auto* const log = static_cast<DestructorCalls*>(user_data);
  const std::lock_guard lock(log->mutex);
  log->lines.push_back(fmt::format("callback {}", Number));
}
// [/destructor]

} // namespace

Json how_long_does_a_context_live(const Lab& lab) {
  Json steps = Json::array();
  const auto show = [&](const std::string& what, const cl::Context& context) {
    const cl_uint count = context.getInfo<CL_CONTEXT_REFERENCE_COUNT>();
    fmt::print("  {:<30} references: {}\n", what, count);
    steps.push_back({{"step", what}, {"references", count}});
    return count;
  };
  // [references]
  auto context = std::make_unique<cl::Context>(lab.device);
  const cl_uint one = show("created", *context);
  auto copy = std::make_unique<cl::Context>(*context); // clRetainContext
  const cl_uint two = show("copied", *context);
  copy.reset(); // clReleaseContext
  const cl_uint again = show("the copy is gone", *context);
  verify(one == 1 && two == 2 && again == 1, "each handle counts once");
  auto queue = std::make_unique<cl::CommandQueue>(*context, lab.device);
  show("a queue is in it", *context);
  auto buffer = std::make_unique<cl::Buffer>(number_in(*context, 7));
  show("a buffer is in it", *context);
  // [/references]
  // [counted]
  const auto count = [](const cl::Device& device) {
    return device.getInfo<CL_DEVICE_REFERENCE_COUNT>();
  };
  const cl_uint before = common::device_version(lab.device) < 120 ? 1 : count(lab.device);
  {
    const cl::Device same_device = lab.device;  // clRetainDevice
    const cl::CommandQueue same_queue = *queue; // clRetainCommandQueue
    verify(queue->getInfo<CL_QUEUE_REFERENCE_COUNT>() == 2, "a copy of a queue is counted");
    if (common::device_version(lab.device) >= 120)
      verify(count(lab.device) == before, "the devices of a platform are not counted");
  } // clReleaseCommandQueue, clReleaseDevice
  verify(queue->getInfo<CL_QUEUE_REFERENCE_COUNT>() == 1, "the end of a copy is counted");
  // [/counted]
  fmt::print("  {:<30} references: 2 to the queue, {} to the device\n", "queue and device copied",
             before);

  Json result{{"steps", steps}};
  if (common::device_version(lab.device) < 300) {
    fmt::print("  no callback at its end: that came with OpenCL 3.0\n");
    result["callbacks"] = nullptr;
    return result;
  }
  // [last-reference]
  clSetContextDestructorCallback((*context)(), context_ended<1>, &destructor_calls());
  clSetContextDestructorCallback((*context)(), context_ended<2>, &destructor_calls());
  context.reset(); // our last handle
  const bool outlived_handle = destructor_calls().read().empty();
  queue.reset();
  const bool outlived_queue = destructor_calls().read().empty();
  buffer.reset();
  // [/last-reference]
  const auto state = [](bool alive) { return alive ? "lives on" : "has ended"; };
  fmt::print("  our last handle is gone: the context {}; the queue, too: it {}\n",
             state(outlived_handle), state(outlived_queue));
  verify(harness::poll([] { return destructor_calls().read().size() == 2; }, 10.0),
         "both callbacks come at its end");
  const std::vector<std::string> lines = destructor_calls().read();
  fmt::print("  the buffer, too: {}, then {}\n", lines[0], lines[1]);
  verify(lines == std::vector<std::string>{"callback 2", "callback 1"},
         "the callback registered last is called first");
  result["outlived_handle"] = outlived_handle;
  result["outlived_queue"] = outlived_queue;
  result["callbacks"] = lines;
  return result;
}
