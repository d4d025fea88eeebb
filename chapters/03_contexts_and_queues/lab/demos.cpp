// Mistakes with contexts and queues, made on purpose. What a driver may die of happens in a child
// process: this program, started again.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/lab/experiment.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace {

// What the child has said, or how it has ended.
std::string told_by(const harness::ProcessResult& child) {
  const std::size_t at = child.output.find("answer: ");
  if (at == std::string::npos)
    return "the process " + fate_of(child);
  return child.output.substr(at + 8, child.output.find('\n', at) - at - 8);
}

// --- the children ---------------------------------------------------------------------------

int say(const std::string& what) {
  fmt::print("answer: {}\n", what);
  return common::exit_passed;
}

int make_a_context_without_platform(const Lab&) {
  // [without-platform]
  cl_int code = CL_SUCCESS;
  const cl_context context =
      clCreateContextFromType(nullptr, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &code);
  // [/without-platform]
  if (code != CL_SUCCESS)
    return say(answer(code));
  const auto devices = cl::Context(context).getInfo<CL_CONTEXT_DEVICES>();
  return say("accepted, on platform " + platform_of(devices.front()).getInfo<CL_PLATFORM_NAME>());
}

int use_a_foreign_argument(const Lab& lab) {
  const cl::Context abroad(lab.device);
  const cl::Program program =
      common::build_kernel_file(lab.context, lab.device, "03_contexts_and_queues/turns.cl");
  cl::Kernel kernel(program, "take_turn");
  // [foreign-argument]
  const cl::Buffer foreign = number_in(abroad, 7);
  const cl_int set = code_of([&] { common::set_args(kernel, foreign, cl_uint{1}, cl_uint{2}); });
  const cl_int launched = code_of([&] {
    lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    lab.queue.finish();
  });
  // [/foreign-argument]
  return say(
      fmt::format("setting the argument: {}; the launch: {}", answer(set), answer(launched)));
}

int mix_platforms(const Lab& lab) {
  for (const cl::Device& other : common::all_devices())
    if (platform_of(other)() != platform_of(lab.device)())
      return say(answer(code_of([&] { cl::Context(std::vector<cl::Device>{lab.device, other}); })));
  return say("one platform");
}

int make_a_device_queue(const Lab& lab) {
  // [device-queue]
  const cl_queue_properties list[]{CL_QUEUE_PROPERTIES,
                                   CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int code = CL_SUCCESS;
  const cl_command_queue queue =
      clCreateCommandQueueWithProperties(lab.context(), lab.device(), list, &code);
  // [/device-queue]
  if (code == CL_SUCCESS)
    clReleaseCommandQueue(queue);
  return say(answer(code));
}

struct Child {
  const char* task;
  int (*run)(const Lab&);
};
constexpr std::array children{Child{"wrong-calls", make_wrong_calls},
                              Child{"write-through-null", write_through_null},
                              Child{"without-platform", make_a_context_without_platform},
                              Child{"foreign-argument", use_a_foreign_argument},
                              Child{"two-platforms", mix_platforms},
                              Child{"device-queue", make_a_device_queue}};

// --- the demonstrations ---------------------------------------------------------------------

// Each returns what was to be seen; empty where the device does not notice.

std::string no_platform(const Lab& lab) {
  const std::string here = told_by(lab.start_child("without-platform"));
  const std::string there =
      told_by(lab.start_child("without-platform", {60, {{"OCL_ICD_DEFAULT_PLATFORM", "99"}}, {}}));
  if (here == there && here.rfind("accepted", 0) == 0)
    return "";
  return fmt::format("{}.\n  With OCL_ICD_DEFAULT_PLATFORM=99, for some other program: {}.", here,
                     there);
}

std::string carry_on(const Lab& lab) {
  // [carry-on]
  cl_uint devices = 0;
  clGetContextInfo(lab.context(), CL_CONTEXT_NUM_DEVICES, sizeof devices, &devices, nullptr);

  const cl_context_properties nowhere[]{CL_CONTEXT_PLATFORM, 0, 0};
  const cl_context context =
      clCreateContextFromType(nowhere, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr);
  clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof devices, &devices, nullptr);
  // [/carry-on]
  if (context != nullptr) {
    clReleaseContext(context);
    return "";
  }
  return fmt::format("the program reports a second context with {} device. There is no such "
                     "context: the number is what the variable held before.",
                     devices);
}

std::string handle_test(const Lab& lab) {
  const cl_context_properties properties[]{
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform_of(lab.device)()), 0};
  for (const cl_device_type type : {CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM}) {
    // [handle-test]
    cl_int code = CL_SUCCESS;
    const cl_context context = clCreateContextFromType(properties, type, nullptr, nullptr, &code);
    const bool looks_good = context != nullptr;
    // [/handle-test]
    if (code == CL_SUCCESS)
      clReleaseContext(context);
    else if (looks_good)
      return fmt::format("the code is {}, and yet the handle is not null.", answer(code));
  }
  return "";
}

std::string foreign_argument(const Lab& lab) {
  return told_by(lab.start_child("foreign-argument")) + ".";
}

std::string two_platforms(const Lab& lab) {
  const std::string told = told_by(lab.start_child("two-platforms"));
  if (told == "one platform")
    throw common::Skip("there is only one platform here.");
  return told == "accepted" ? "" : told + " from clCreateContext.";
}

std::string no_profiling(const Lab& lab) {
  // [no-profiling]
  const cl::CommandQueue queue(lab.context, lab.device);
  cl::Event event;
  queue.enqueueMarkerWithWaitList(nullptr, &event);
  const cl_int code = code_of([&] { common::event_times(event); });
  // [/no-profiling]
  return code == CL_SUCCESS ? "" : answer(code) + " from clGetEventProfilingInfo.";
}

std::string device_queue(const Lab& lab) {
  const std::string told = told_by(lab.start_child("device-queue"));
  return told == "accepted" ? "" : told + ".";
}

using Demo = harness::Mistake<const Lab>;

constexpr std::array demos{
    Demo{"no-platform", "a context is made from a type, without naming a platform",
         "without a platform, the loader, the driver and the environment choose. Always pass "
         "CL_CONTEXT_PLATFORM, or a device.",
         no_platform},
    Demo{"carry-on", "the error codes of C are ignored",
         "after one failed call, the results of the next ones mean nothing. Check every code; "
         "the bindings throw.",
         carry_on},
    Demo{"handle-test", "a program looks at the handle to see whether there is a context",
         "only the error code tells.", handle_test},
    Demo{"foreign-argument", "a kernel gets a buffer of another context",
         "the specification forbids it, but not every driver checks. Keep what works together in "
         "one "
         "context.",
         foreign_argument},
    Demo{"two-platforms", "a context is made from devices of two platforms",
         "a context belongs to one platform. Two platforms need two contexts, and host memory "
         "between them.",
         two_platforms},
    Demo{"no-profiling", "a command is asked for its times, but its queue does not profile",
         "profiling has to be switched on when the queue is created.", no_profiling},
    Demo{"device-queue",
         "a queue for kernels is created, without asking whether the device has any",
         "ask for a feature before you use it. A driver may do worse than return an error.",
         device_queue},
};

} // namespace

std::vector<std::string> child_names() {
  std::vector<std::string> names;
  for (const Child& child : children)
    names.emplace_back(child.task);
  return names;
}

int run_in_child(const std::string& task, const Lab& lab) {
  return std::find_if(children.begin(), children.end(),
                      [&](const Child& child) { return child.task == task; })
      ->run(lab);
}

std::vector<std::string> demo_names() {
  return harness::names_of(demos);
}

int run_demo(const std::string& name, const Lab& lab) {
  return harness::show_mistake(demos, name, lab);
}
