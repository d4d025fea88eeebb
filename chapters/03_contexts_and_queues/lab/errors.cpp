// The error callback of a context: who says what was wrong?

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "experiments.hpp"
#include "harness/inspect/oclgrind.hpp"

#include <fmt/format.h>
#include <mutex>
#include <sstream>

namespace {

// [callback]
// Messages of the driver. The driver may call from any thread and late, so there is a lock, and the
// log is never destroyed.
struct ErrorLog {
  std::mutex mutex;
  std::vector<std::string> messages;

  std::vector<std::string> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(messages, {});
  }
};
ErrorLog& error_log() {
  static auto* const only = new ErrorLog;
  return *only;
}

// `text` ends when the call ends: copy it. No OpenCL in here, and no exception out of here. We do
// without user_data: Oclgrind 21.10 hands it over in the wrong place.
void CL_CALLBACK write_down(const char* text, const void* /*private_info*/, std::size_t,
                            void* /*user_data*/) noexcept {
  const std::lock_guard lock(error_log().mutex);
  error_log().messages.emplace_back(text);
}

cl::Context context_with_callback(const cl::Device& device) {
  return cl::Context(device, nullptr, write_down);
}
// [/callback]

std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

struct WrongCall {
  std::string what;
  cl_int code; ///< what the call returned
  std::vector<std::string> messages;
};

std::vector<WrongCall> make_all_wrong_calls(const cl::Device& device) {
  const cl::Context context = context_with_callback(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer number = number_in(context, 7);
  // Not built by the constructor: the bindings would ask for OpenCL C 2.0, which a device need not have.
  cl::Program program(context, "kernel void twice(global int* a) { a[0] *= 2; }");
  program.build(device);
  std::vector<WrongCall> calls;
  const auto add = [&](const std::string& what, const std::function<void()>& call) {
    error_log().take();
    const cl_int code = code_of(call);
    calls.push_back({what, code, error_log().take()});
  };
  // [wrong-calls]
  add("a buffer of no bytes", [&] { cl::Buffer(context, CL_MEM_READ_WRITE, 0); });
  add("reading past the end", [&] {
    cl_uint value = 0;
    queue.enqueueReadBuffer(number, CL_TRUE, sizeof value, sizeof value, &value);
  });
  add("building nonsense", [&] { cl::Program(context, std::string("nonsense")).build(device); });
  add("a kernel that is not there", [&] { cl::Kernel(program, "thrice"); });
  add("a kernel without arguments", [&] {
    queue.enqueueNDRangeKernel(cl::Kernel(program, "twice"), cl::NullRange, cl::NDRange(1),
                               cl::NDRange(1));
  });
  add("a work-group too large", [&] {
    cl::Kernel kernel(program, "twice");
    kernel.setArg(0, number);
    const std::size_t size = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() + 1;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(size), cl::NDRange(size));
  });
  // [/wrong-calls]
  queue.finish();
  return calls;
}

Json to_json(const std::vector<WrongCall>& calls) {
  Json rows = Json::array();
  for (const WrongCall& call : calls)
    rows.push_back({{"call", call.what},
                    {"answer", answer(call.code)},
                    {"messages", call.messages.size()},
                    {"first", call.messages.empty() ? "" : one_line(call.messages.front())}});
  return rows;
}

// What follows `word` at the beginning of a line.
std::vector<std::string> lines_with(const std::string& word, const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(word, 0) == 0)
      found.push_back(line.substr(word.size()));
  return found;
}

// The same wrong calls in the simulator, which has a callback for each.
Json ask_the_simulator() {
  if (!harness::oclgrind_available()) {
    fmt::print("  Oclgrind would call back for each of them. It is not installed.\n");
    return {{"skipped", "oclgrind is not installed"}};
  }
  const harness::ProcessResult child =
      harness::run_process({"oclgrind", "--log", "/dev/null", common::own_executable().string(),
                            "--device", "oclgrind", "--child", "wrong-calls"},
                           {60, harness::oclgrind_environment, {}});
  const std::vector<std::string> messages = lines_with("callback: ", child.output);
  const auto codes = lines_with("answer: ", child.output);
  verify(child.exit_code == 0 && codes.size() == 6, "the simulator makes the same calls");
  verify(!messages.empty(), "the simulator calls back");
  fmt::print("  The same calls in the simulator Oclgrind: {} messages. The first:\n    {}\n",
             messages.size(), messages.front());
  return {{"calls", codes.size()}, {"messages", messages.size()}, {"first", messages.front()}};
}

} // namespace

Json who_says_what_was_wrong(const Lab& lab) {
  const std::vector<WrongCall> calls = make_all_wrong_calls(lab.device);
  std::size_t called_back = 0;
  std::string first;
  for (const WrongCall& call : calls) {
    fmt::print("  {:<27} {:<27} {}\n", call.what, answer(call.code),
               call.messages.empty() ? "no message" : "called back");
    verify(call.code != CL_SUCCESS, call.what + " is refused");
    called_back += !call.messages.empty();
    if (first.empty() && !call.messages.empty())
      first = one_line(call.messages.front());
  }
  fmt::print("  The callback came for {} of {} wrong calls{}\n", called_back, calls.size(),
             first.empty() ? "." : ". The first:\n    " + first);
  Json result{{"rows", to_json(calls)}, {"called_back", called_back}};

  // [device-fault]
  // What a kernel does wrong no return code can tell: it runs later. In a process of its own.
  if (platform_of(lab.device).getInfo<CL_PLATFORM_NAME>() != "Oclgrind") {
    const harness::ProcessResult child = lab.start_child("write-through-null");
    // [/device-fault]
    const std::vector<std::string> messages = lines_with("callback: ", child.output);
    const std::vector<std::string> answers = lines_with("answer: ", child.output);
    const std::string seen = !answers.empty() ? answers.front() : "its process " + fate_of(child);
    fmt::print("  A kernel that writes through a null pointer: {}; {}\n", seen,
               messages.empty() ? "no message." : "called back:\n    " + messages.front());
    result["null_write"] = {{"seen", seen},
                            {"messages", messages.size()},
                            {"first", messages.empty() ? "" : messages.front()}};
    if (called_back == 0 && messages.empty())
      fmt::print("  This driver takes the callback and never calls it.\n");
    if (called_back == 0)
      result["simulator"] = ask_the_simulator();
  }
  return result;
}

int make_wrong_calls(const Lab& lab) {
  for (const WrongCall& call : make_all_wrong_calls(lab.device)) {
    fmt::print("answer: {}\n", answer(call.code));
    for (const std::string& message : call.messages)
      fmt::print("callback: {}\n", one_line(message));
  }
  return common::exit_passed;
}

int write_through_null(const Lab& lab) {
  const cl::Context context = context_with_callback(lab.device);
  const cl::CommandQueue queue(context, lab.device);
  cl::Program program(context, "kernel void wild(global int* a) { a[0] = 1; }");
  program.build(lab.device);
  cl::Kernel kernel(program, "wild");
  kernel.setArg(0, cl::Buffer());
  const cl_int code = code_of([&] {
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    queue.finish();
  });
  std::vector<std::string> messages;
  harness::poll(
      [&] {
        messages = error_log().take();
        return code == CL_SUCCESS || !messages.empty();
      },
      2.0);
  fmt::print("answer: {}\n", answer(code));
  for (const std::string& message : messages)
    fmt::print("callback: {}\n", one_line(message));
  return common::exit_passed;
}
