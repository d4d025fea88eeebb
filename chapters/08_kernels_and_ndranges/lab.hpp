// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/experiment.hpp"
#include "common/launch.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using common::verify;

/// Device, context, queue, and short ways to buffers and kernels.
struct Lab : common::Session {
  Lab(const cl::Device& chosen, bool in_short, unsigned random_seed);

  /// A kernel of kernels/08_kernels_and_ndranges/FILE.cl, and the program it is in.
  cl::Kernel kernel(const std::string& file, const char* name, const char* options = "") const;
  cl::Program program(const std::string& file, const std::string& options = {}) const;

  /// A buffer with a copy of `values`.
  template <typename T>
  cl::Buffer buffer(const std::vector<T>& values) const {
    const cl::Buffer made(context, CL_MEM_READ_WRITE, values.size() * sizeof(T));
    queue.enqueueWriteBuffer(made, CL_TRUE, 0, values.size() * sizeof(T), values.data());
    return made;
  }

  /// What is in the buffer when all commands before are done.
  template <typename T>
  std::vector<T> read(const cl::Buffer& buffer) const {
    std::vector<T> values(buffer.getInfo<CL_MEM_SIZE>() / sizeof(T));
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data());
    return values;
  }

  const bool quick;
  const unsigned seed;
};

/// The name of the error with which `action` fails, such as "CL_INVALID_KERNEL_ARGS"; empty where it
/// does not.
template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const cl::Error& error) {
    return common::error_name(error.err());
  }
  return {};
}

/// OpenCL 3.0 as 300, for "needs OpenCL 2.1".
std::string version_text(int version);

// index_space.cpp
Json who_am_i(const Lab& lab);
Json how_large_may_an_index_be(const Lab& lab);

// arguments.cpp
Json what_can_be_an_argument(const Lab& lab);
Json is_a_struct_the_same_on_both_sides(const Lab& lab);
Json when_is_an_argument_taken(const Lab& lab);

// questions.cpp
Json what_does_a_kernel_know_about_itself(const Lab& lab);
Json how_large_may_a_work_group_be(const Lab& lab);

// groups.cpp
Json which_local_size(const Lab& lab);
Json what_if_the_sizes_do_not_divide(const Lab& lab);
Json what_if_one_work_item_is_enough(const Lab& lab);

// threads.cpp
Json may_two_threads_use_one_kernel(const Lab& lab);
/// Two threads take turns with one kernel: thread 0 sets its value, thread 1 sets its own, thread 0
/// launches, thread 1 launches. Returns what the two launches have added.
std::vector<cl_int> two_threads_with_one_kernel(const Lab& lab, cl_int first, cl_int second);

// demos.cpp
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice.
int run_demo(const std::string& name, const Lab& lab);
