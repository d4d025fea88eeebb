// Two threads and the arguments of kernels.

#include "harness/lab/device.hpp"

#include "lab.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <mutex>
#include <thread>

namespace {

// [both]
// Runs body(0) and body(1) in two threads, waits for both, and passes on what one has thrown.
void in_two_threads(const std::function<void(cl_uint)>& body) {
  std::exception_ptr thrown[2];
  const auto guarded = [&](cl_uint me) {
    try {
      body(me);
    } catch (...) {
      thrown[me] = std::current_exception();
    }
  };
  std::thread other(guarded, 1U);
  guarded(0);
  other.join();
  for (const auto& each : thrown)
    if (each)
      std::rethrow_exception(each);
}
// [/both]

// Lets threads in one by one: a thread that calls wait_for(k) goes on after k calls of done().
class Turns {
 public:
  void wait_for(int turn) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::minutes(1), [&] { return turn_ >= turn; }))
      throw common::Error("the other thread has not taken its turn.");
  }
  void done() {
    const std::lock_guard lock(mutex_);
    ++turn_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int turn_ = 0;
};

} // namespace

// [shared]
std::vector<cl_int> two_threads_with_one_kernel(const Lab& lab, cl_int first, cl_int second) {
  cl::Kernel kernel = lab.kernel("arguments", "put");
  const cl::Buffer sums = lab.buffer(std::vector<cl_int>(2));
  kernel.setArg(0, sums);
  Turns turns;
  in_two_threads([&](cl_uint me) {
    const int my_first = static_cast<int>(me);
    turns.wait_for(my_first); // set: thread 0, thread 1
    kernel.setArg(1, me);
    kernel.setArg(2, me == 0 ? first : second);
    turns.done();
    turns.wait_for(my_first + 2); // launch: thread 0, thread 1
    lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    turns.done();
  });
  return lab.read<cl_int>(sums);
}
// [/shared]

namespace {

// [clone]
// A copy with all arguments set; what is set later belongs to one of the two. The empty text, or why
// not.
std::string clone_problem(const Lab& lab) {
  const int version = common::device_version(lab.device);
  return version < 210 ? "needs OpenCL 2.1, the device has " + version_text(version) : "";
}

Json is_a_clone_on_its_own(const Lab& lab) {
  if (const std::string problem = clone_problem(lab); !problem.empty()) {
    fmt::print("  clone: left out, {}\n", problem);
    return {{"skipped", problem}};
  }
  cl::Kernel original = lab.kernel("arguments", "put");
  const cl::Buffer sums = lab.buffer(std::vector<cl_int>(3));
  common::set_args(original, sums, cl_uint{0}, cl_int{10});
  cl::Kernel clone = original.clone(); // clCloneKernel
  clone.setArg(1, cl_uint{1});         // argument 2 came along: 10
  common::launch(lab.queue, clone, {1}, {1});
  clone.setArg(2, cl_int{999});
  common::launch(lab.queue, original, {1}, {1});
  const auto got = lab.read<cl_int>(sums);
  fmt::print("  clone: the original added {}, the clone {}\n", got[0], got[1]);
  verify(got == std::vector<cl_int>{10, 10, 0}, "a clone has the arguments, and then its own");
  return {{"sums", got}};
}
// [/clone]

// Each thread adds 1 to a place of its own, `launches` times. Returns both places.
std::vector<cl_int>
add_from_two_threads(const Lab& lab, int launches,
                     const std::function<void(cl_uint, const cl::Buffer&)>& add) {
  const cl::Buffer sums = lab.buffer(std::vector<cl_int>(2));
  in_two_threads([&](cl_uint me) {
    for (int i = 0; i < launches; ++i)
      add(me, sums);
  });
  return lab.read<cl_int>(sums);
}

} // namespace

// [threads]
Json may_two_threads_use_one_kernel(const Lab& lab) {
  const Json clone = is_a_clone_on_its_own(lab);
  if (harness::is_simulator(lab.device)) { // its queues have no locks: two threads may crash it
    fmt::print("  two threads: left out, Oclgrind is not made for calls from several\n");
    return {{"clone", clone}, {"skipped", "a simulator for one thread"}};
  }
  const int launches = lab.quick ? 50 : 500;
  const cl::Program program = lab.program("arguments");
  const std::vector<cl_int> expected(2, launches);

  // A kernel for each thread. All other calls may come from any thread.
  std::vector<cl::Kernel> own{{program, "put"}, {program, "put"}};
  const auto separate =
      add_from_two_threads(lab, launches, [&](cl_uint me, const cl::Buffer& sums) {
        common::set_args(own[me], sums, me, cl_int{1});
        common::launch(lab.queue, own[me], {1}, {1});
      });
  fmt::print("  a kernel each, {0} launches each: {1} and {2}\n", launches, separate[0],
             separate[1]);
  verify(separate == expected, "threads with kernels of their own do not disturb each other");

  // One kernel, and a lock from the first argument to the launch.
  cl::Kernel shared(program, "put");
  std::mutex mutex;
  const auto locked = add_from_two_threads(lab, launches, [&](cl_uint me, const cl::Buffer& sums) {
    const std::lock_guard lock(mutex);
    common::set_args(shared, sums, me, cl_int{1});
    common::launch(lab.queue, shared, {1}, {1});
  });
  fmt::print("  one kernel and a lock:          {} and {}\n", locked[0], locked[1]);
  verify(locked == expected, "a lock around setting and launching is enough");
  return {{"clone", clone}, {"launches", launches}, {"separate", separate}, {"locked", locked}};
}
// [/threads]
