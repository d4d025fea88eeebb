// Mistakes in measuring and in guessing what the device does, made on purpose.

#include "common/kernel_io.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace {

using harness::duration_text;

// [no-wait]
std::string no_wait(const Lab& lab) {
  harness::BusyKernel busy(lab);
  const cl::Buffer number = lab.buffer(std::vector<cl_uint>{7});
  const cl_uint steps = busy.steps(harness::is_simulator(lab.device) ? 0.1 : 30.0);
  lab.queue.finish();
  const common::Stopwatch watch;
  busy.enqueue(lab.queue, number, number, number, steps);
  const double enqueued = watch.milliseconds(); // the kernel may not even have begun
  lab.queue.finish();
  const double done = watch.milliseconds();
  verify(lab.read<cl_uint>(number)[0] == harness::BusyKernel::expected(7, 7, steps),
         "the kernel has done its work");
  return enqueued > done / 2
             ? ""
             : fmt::format("after the call the clock says {}. After finish() it says {}",
                           duration_text(enqueued), duration_text(done));
}
// [/no-wait]

// [first-launch]
std::string first_launch(const Lab& lab) {
  // A name that no cache of compiled kernels has seen.
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  cl::Kernel kernel = lab.kernel("launches", "count", fmt::format("-DNOW={}", now));
  const cl::Buffer launches = lab.buffer(std::vector<cl_uint>(1));
  common::set_args(kernel, launches);
  common::Samples times;
  for (int i = 0; i < 10; ++i) {
    const common::Stopwatch watch;
    common::launch(lab.queue, kernel, {1}, {1}).wait();
    times.values.push_back(watch.milliseconds());
  }
  const double first = times.values.front();
  const double mean = std::accumulate(times.values.begin(), times.values.end(), 0.0) / 10;
  times.values.erase(times.values.begin());
  return first < 3 * times.median()
             ? ""
             : fmt::format(
                   "the first launch took {}, the median of nine others is {}. The mean of all "
                   "ten is {}, a time that no launch took",
                   duration_text(first), duration_text(times.median()), duration_text(mean));
}
// [/first-launch]

// [dead-code]
std::string dead_code(const Lab& lab) {
  if (harness::is_simulator(lab.device))
    throw common::Skip("the simulator optimises nothing, and would count to four million.");
  cl::Kernel kernel = lab.kernel("mistakes", "dead");
  const std::size_t items = 64 * lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const cl::Buffer result = lab.buffer(std::vector<float>(items));
  const auto time_ms = [&](cl_uint rounds) {
    common::set_args(kernel, result, cl_float{1}, cl_float{1}, rounds);
    return device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {1}); }).ms;
  };
  const cl_uint few = 1U << 14, many = 1U << 22;
  const double short_ms = time_ms(few), long_ms = time_ms(many);
  const double gflops = 2e-6 * static_cast<double>(items) * many / long_ms;
  return long_ms > 16 * short_ms
             ? ""
             : fmt::format("{} rounds take {}, {} rounds take {}. That would be {:.0f} GFLOP/s",
                           few, duration_text(short_ms), many, duration_text(long_ms), gflops);
}
// [/dead-code]

// [lockstep]
std::string lockstep(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "lockstep");
  const std::size_t local = fit(lab, kernel, 32), n = 8 * local;
  std::vector<cl_int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  const cl::Buffer in = lab.buffer(numbers), out = lab.buffer(std::vector<cl_int>(n));
  common::set_args(kernel, in, out, cl::Local(local * sizeof(cl_int)));
  common::launch(lab.queue, kernel, {n}, {local});
  const auto got = lab.read<cl_int>(out);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (got[i] != numbers[i / local * local + (i + 1) % local])
      ++wrong;
  return wrong == 0 ? ""
                    : fmt::format("no error. {} of {} work-items got a number that their neighbour "
                                  "had not written yet",
                                  wrong, n);
}
// [/lockstep]

// What the driver makes of it, which may be the end of the program: this runs in a child process.
std::string launch_unasked(const Lab& lab, const cl::Kernel& kernel) {
  if (in_child) {
    const std::string error = harness::error_of([&] {
      lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
      lab.queue.finish();
    });
    fmt::print("child: {}\n", error);
    throw common::Exit{common::exit_passed};
  }
  const harness::ProcessResult child = harness::run_process(
      {common::own_executable().string(), "--device", lab.device.getInfo<CL_DEVICE_NAME>().c_str(),
       "--demo", "too-much-local", "--in-child"},
      {20, {}, {}});
  if (child.exit_code >= 128)
    return fmt::format("the driver ends the program, by signal {}", child.exit_code - 128);
  const std::size_t at = child.output.find("child: CL_");
  return at == std::string::npos
             ? ""
             : "clEnqueueNDRangeKernel or clFinish gives " +
                   child.output.substr(at + 7, child.output.find('\n', at) - at - 7);
}

// [too-much-local]
std::string too_much_local(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "takes_local");
  const cl::Buffer out = lab.buffer(std::vector<cl_int>(1));
  const cl_ulong has = lab.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  common::set_args(kernel, out, cl::Local(2 * static_cast<std::size_t>(has)));
  if (const std::string problem = common::launch_problem(lab.device, kernel, {1}, {1});
      !in_child && !problem.empty())
    fmt::print("common::launch says: {}\n", problem);
  return launch_unasked(lab, kernel);
}
// [/too-much-local]

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"no-wait", "the clock stops when the call comes back",
       "a launch is only enqueued. Stop the clock after finish(), or ask the event.", no_wait},
      {"first-launch", "the first launch is part of the mean",
       "the first launch may compile, load and allocate. Leave it out, and report medians.",
       first_launch},
      {"dead-code", "a measuring kernel whose result nobody reads",
       "a compiler removes what has no effect. Write every result, check it, and compare the "
       "number "
       "with the device's roof.",
       dead_code},
      {"lockstep", "no barrier, since the lanes of a group run together anyway",
       "nobody promises lockstep. Where work-items exchange data there is a barrier.", lockstep},
      {"too-much-local", "a work-group that wants twice the local memory that there is",
       "ask CL_DEVICE_LOCAL_MEM_SIZE before the launch; less leaves room for more groups.",
       too_much_local},
  };
}
