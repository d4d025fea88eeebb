// How the compiler is called, and what becomes of it.

#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/system/report.hpp"

#include <ctime>
#include <fmt/format.h>
#include <future>
#include <thread>

namespace {

// [callback]
struct Notice {
  std::promise<std::thread::id> thread; // of the one that calls back
};

void CL_CALLBACK built(cl_program, void* user_data) {
  static_cast<Notice*>(user_data)->thread.set_value(std::this_thread::get_id());
}
// [/callback]

} // namespace

// [asynchronous]
Json can_the_host_go_on_meanwhile(const Lab& lab) {
  static Notice notice; // static: the callback may come late, and must find it alive
  auto caller = notice.thread.get_future();
  const cl::Program program(lab.context, source_of("questions.cl"));
  // A number that no earlier run has used, or a cache would have the result.
  const std::string options = fmt::format("-D LEVEL={}", std::time(nullptr) % 1'000'000);
  const common::Stopwatch watch;
  program.build({lab.device}, options.c_str(), built, &notice);
  const double returned = watch.milliseconds();
  const bool in_progress = caller.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
  verify(caller.wait_for(std::chrono::minutes(1)) == std::future_status::ready, "it calls back");
  const double finished = watch.milliseconds();
  const bool same_thread = caller.get() == std::this_thread::get_id();
  fmt::print("  The call returned after {}, {} the callback; built after {}.\n"
             "  The callback came from {} thread.\n",
             harness::duration_text(returned), in_progress ? "before" : "after",
             harness::duration_text(finished), same_thread ? "the same" : "another");
  verify(program.getBuildInfo<CL_PROGRAM_BUILD_STATUS>(lab.device) == CL_BUILD_SUCCESS, "success");
  return {{"returned_ms", returned}, {"built_ms", finished}, {"same_thread", same_thread}};
}
// [/asynchronous]

// [unload]
Json is_the_compiler_needed_after_that(const Lab& lab) {
  const Equations equations(lab.seed);
  const cl::Program program =
      common::build_kernel_file(lab.context, lab.device, "07_programs/quadratic.cl");
  cl::Platform platform(lab.device.getInfo<CL_DEVICE_PLATFORM>());
  platform.unloadCompiler();
  equations.solve_with(lab, program); // what is built runs without it
  std::string error;
  const bool again = try_to_build(lab, source_of("questions.cl"), "", error).has_value();
  verify(again, "the next build brings the compiler back");
  fmt::print("  Unloaded: built programs run on, and the next build brings it back.\n");
  return {{"builds_again", again}};
}
// [/unload]
