// Mistakes with local memory, barriers and copies, made on purpose. Each ends with what was seen and
// what to learn from it.

#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show; or it throws.

// [wrong-elements]
// How many elements are wrong when rotate_twice is built with these options.
std::string rotate_with(const Lab& lab, const std::string& options, const std::string& instead) {
  cl::Kernel kernel = lab.kernel("barriers", "rotate_twice", options);
  const bool simulated = harness::is_simulator(lab.device);
  const std::size_t local =
      common::fit_local_size(lab.device, kernel, {simulated ? 8U : 256U}).get()[0];
  const auto x = numbers((simulated ? 2 : 64) * local, lab.seed);
  const cl::Buffer buffer = lab.buffer(x);
  common::set_args(kernel, buffer, cl::Local(local * sizeof(cl_int)));
  common::launch(lab.queue, kernel, {x.size()}, {local});
  const auto got = lab.read<cl_int>(buffer), right = rotated(x, local, 2);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    wrong += got[i] != right[i] ? 1 : 0;
  return wrong == 0
             ? ""
             : fmt::format("no error. {} of {} elements are wrong {}", wrong, x.size(), instead);
}
// [/wrong-elements]

std::string missing_barrier(const Lab& lab) {
  return rotate_with(lab, "-D AFTER_WRITE=", "without the barrier after the write");
}

std::string missing_second_barrier(const Lab& lab) {
  return rotate_with(lab, "-D AFTER_READ=", "without the barrier after the read");
}

std::string fence_for_barrier(const Lab& lab) {
  return rotate_with(lab, "-D AFTER_WRITE=mem_fence(CLK_LOCAL_MEM_FENCE)",
                     "with mem_fence where a barrier should be");
}

// [across-groups]
std::string barrier_across_groups(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("barriers", "squares_then_neighbours");
  const bool simulated = harness::is_simulator(lab.device);
  const std::size_t local = common::fit_local_size(lab.device, kernel, {64}).get()[0];
  const auto x = numbers((simulated ? 4 : 1024) * local, lab.seed);
  const cl::Buffer in = lab.buffer(x), squares = lab.buffer(std::vector<cl_int>(x.size()));
  const cl::Buffer y = lab.buffer(std::vector<cl_int>(x.size()));
  common::set_args(kernel, in, squares, y);
  common::launch(lab.queue, kernel, {x.size()}, {local});
  const auto got = lab.read<cl_int>(y);
  std::size_t wrong = 0, at_edges = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const cl_int neighbour = x[(i + 1) % x.size()];
    if (got[i] != neighbour * neighbour) {
      ++wrong;
      at_edges += (i + 1) % local == 0 ? 1 : 0;
    }
  }
  return wrong == 0 ? ""
                    : fmt::format("no error. {} of {} results are wrong, {} of them those of the "
                                  "last work-item of a group, whose neighbour is in another one",
                                  wrong, x.size(), at_edges);
}
// [/across-groups]

// [swapped]
std::string swapped_copy(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("copies", "swapped");
  const std::size_t local = common::fit_local_size(lab.device, kernel, {16}).get()[0];
  const auto before = numbers(2 * local, lab.seed);
  const cl::Buffer y = lab.buffer(std::vector<cl_int>(before.size())), x = lab.buffer(before);
  common::set_args(kernel, y, x, cl::Local(local * sizeof(cl_int)));
  common::launch(lab.queue, kernel, {before.size()}, {local});
  const auto after = lab.read<cl_int>(x);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    changed += after[i] != before[i] ? 1 : 0;
  return changed == 0 ? ""
                      : fmt::format("no error. {} of the {} elements of the input are overwritten "
                                    "with what happened to be in local memory",
                                    changed, before.size());
}
// [/swapped]

std::string no_wait(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("copies", "no_wait");
  const bool simulated = harness::is_simulator(lab.device);
  const std::size_t local = common::fit_local_size(lab.device, kernel, {256}).get()[0];
  const auto x = numbers((simulated ? 2 : 1024) * local, lab.seed);
  const cl::Buffer y = lab.buffer(std::vector<cl_int>(x.size())), in = lab.buffer(x);
  common::set_args(kernel, y, in, cl::Local(local * sizeof(cl_int)));
  common::launch(lab.queue, kernel, {x.size()}, {local});
  const auto got = lab.read<cl_int>(y);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    wrong += got[i] != x[i / local * local + local - 1 - i % local] ? 1 : 0;
  return wrong == 0 ? ""
                    : fmt::format("no error. {} of {} elements were read before they had arrived",
                                  wrong, x.size());
}

// [uninitialised]
std::string uninitialised_local(const Lab& lab) {
  constexpr cl_uint length = 256, groups = 64;
  constexpr cl_int secret = 0x5EC2E7;
  cl::Kernel kernel = lab.kernel("local", "fill", "-D LOOK_FIRST");
  const cl::Buffer found = lab.buffer(std::vector<cl_int>(length * groups));
  common::set_args(kernel, found, cl::Local(length * sizeof(cl_int)), length, secret);
  common::launch(lab.queue, kernel, {groups}, {1});
  const auto seen = lab.read<cl_int>(found);
  const auto zeros = std::count(seen.begin(), seen.end(), 0);
  const auto secrets = std::count(seen.begin(), seen.end(), secret);
  return secrets == 0 ? ""
                      : fmt::format("no error. Of {} elements {} are 0, and {} hold what another "
                                    "work-group has left",
                                    seen.size(), zeros, secrets);
}
// [/uninitialised]

// [child]
// What may crash the driver is done by a child process: this program again, with the same demo.
constexpr const char* child_variable = "ADDRESS_SPACES_CHILD";

std::string in_child(const Lab& lab, const std::string& demo,
                     const std::function<std::string()>& make) {
  if (std::getenv(child_variable) != nullptr)
    return make();
  const auto devices = common::all_devices();
  std::size_t index = 0;
  while (index + 1 < devices.size() && devices[index]() != lab.device())
    ++index;
  const auto child = harness::run_process(
      {common::own_executable().string(), "--device", std::to_string(index), "--demo", demo},
      {60, {{child_variable, "1"}}, {}});
  const std::string mark = "What happens: ";
  const std::size_t at = child.output.find(mark);
  if (child.exit_code == 0 && at != std::string::npos)
    return child.output.substr(at + mark.size(), child.output.find('\n', at) - at - mark.size());
  if (child.exit_code == common::exit_skipped)
    return "";
  if (child.timed_out)
    return "the program hangs";
  if (child.exit_code > 128)
    return fmt::format("no error code: signal {} ends the whole program, here a child process",
                       child.exit_code - 128);
  return fmt::format("the program ends with exit code {}", child.exit_code);
}
// [/child]

// [too-much]
// A work-group that wants more local memory than there is: declared, and passed.
std::string too_much_local(const Lab& lab) {
  return in_child(lab, "too-much-local", [&]() -> std::string {
    const auto limit = lab.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    const cl::Buffer buffer = lab.buffer(std::vector<cl_int>(1, 7));
    const auto try_it = [&](const char* what, const std::function<cl::Kernel()>& make) {
      try {
        const std::string error = error_of([&] {
          cl::Kernel kernel = make();
          lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
          lab.queue.finish();
        });
        return fmt::format("{}: {}", what, error.empty() ? "runs all the same" : error);
      } catch (const common::BuildError&) {
        return fmt::format("{}: does not build", what);
      }
    };
    const std::string declared = try_it("declared", [&] {
      cl::Kernel kernel =
          lab.kernel("local", "mirror_declared", fmt::format("-D LENGTH={}", limit / 2));
      kernel.setArg(0, buffer);
      return kernel;
    });
    const std::string passed = try_it("passed", [&] {
      cl::Kernel kernel = lab.kernel("local", "mirror_passed");
      common::set_args(kernel, buffer, cl::Local(2 * limit));
      return kernel;
    });
    return fmt::format("there are {}, the kernel wants {}. {}; {}",
                       harness::size_text(static_cast<double>(limit)),
                       harness::size_text(2.0 * static_cast<double>(limit)), declared, passed);
  });
}
// [/too-much]

// [too-much-constant]
std::string too_much_constant(const Lab& lab) {
  return in_child(lab, "too-much-constant", [&]() -> std::string {
    const auto limit = lab.device.getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>();
    if (limit + sizeof(cl_int) > lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>())
      return ""; // as large as any buffer
    std::vector<cl_int> values(limit / sizeof(cl_int) + 1);
    values.back() = 42;
    const cl::Buffer out = lab.buffer(std::vector<cl_int>(1)), table = lab.buffer(values);
    cl::Kernel kernel = lab.kernel("constant", "last_element");
    common::set_args(kernel, out, table, static_cast<cl_ulong>(values.size() - 1));
    const std::string error = error_of([&] {
      lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
      lab.queue.finish();
    });
    const cl_int got = error.empty() ? lab.read<cl_int>(out)[0] : 0;
    return got == 42 ? ""
           : error.empty()
               ? fmt::format("no error. The last element is 42; the kernel reads {}", got)
               : error;
  });
}
// [/too-much-constant]

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"missing-barrier", "local memory is read without a barrier after the write",
       "that one work-item has come to a line says nothing about the others. Put a barrier between "
       "writing and reading; Oclgrind names the race.",
       missing_barrier},
      {"missing-second-barrier", "local memory is written again without a barrier after the read",
       "a tile that is used more than once needs two barriers each time.", missing_second_barrier},
      {"fence-for-barrier", "a mem_fence takes the place of a barrier",
       "a fence orders the accesses of one work-item. It does not wait for any other.",
       fence_for_barrier},
      {"barrier-across-groups", "a barrier is expected to make other work-groups' results visible",
       "a barrier waits for its own work-group only. To wait for all, end the kernel and launch "
       "another.",
       barrier_across_groups},
      {"swapped-copy", "async_work_group_copy gets its source first and its destination second",
       "the destination comes first, as with memcpy. Declare what is only read as const: then the "
       "compiler warns, in the build log.",
       swapped_copy},
      {"no-wait", "the tile is read before wait_group_events",
       "the copy may run beside the kernel. The data has arrived only when the wait is over.",
       no_wait},
      {"uninitialised-local", "local memory is read before it is written",
       "it is not cleared. It may hold zeros today, and another program's data tomorrow.",
       uninitialised_local},
      {"too-much-local", "a work-group wants twice the local memory of the device",
       "ask for CL_DEVICE_LOCAL_MEM_SIZE. The error may come when the program is built, when the "
       "kernel is launched, or not at all.",
       too_much_local},
      {"too-much-constant", "a constant argument is one element larger than constant memory",
       "ask for CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE. What may be larger is better global const.",
       too_much_constant},
  };
}
