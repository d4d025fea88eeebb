#pragma once

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/options.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace harness {

/// What a chapter of experiments works with: device, context, a profiling queue, and short ways to
/// its kernels and to buffers. Chapter 4 explains the calls that hide here, chapter 7 those for
/// programs; a chapter whose lesson they are writes them out.
struct Lab : Session {
  /// `chapter`: the stem, such as "10_types_and_operators".
  Lab(const cl::Device& device, std::string chapter, bool quick, unsigned seed);

  /// kernels/CHAPTER/FILE.cl, built with `options`. Throws as build_kernel_file() does.
  cl::Program program(const std::string& file, const std::string& options = {}) const;
  /// One of its kernels.
  cl::Kernel kernel(const std::string& file, const char* name,
                    const std::string& options = {}) const;

  /// A buffer with a copy of `values`, which must not be empty.
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

  const std::string chapter;
  const bool quick;    ///< --quick
  const unsigned seed; ///< --seed
};

/// A mistake made in such a lab.
using Demo = Mistake<const Lab>;

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

/// A whole program made of experiments and mistakes.
struct ExperimentProgram {
  std::string chapter; ///< the stem
  std::string about;   ///< one sentence for --help
  std::vector<Experiment<const Lab>> experiments;
  std::vector<Demo> demos;
  /// Adds options of the chapter's own; may be empty.
  std::function<void(CLI::App&)> add_options = {};
  /// For these options: what to do in place of the experiments. Returns the exit code, or nothing
  /// where the experiments are wanted; may be empty.
  std::function<std::optional<int>(const Lab&)> instead = {};
};

/// Names the device, and then makes the mistake that was chosen, does what is wanted `instead`, or runs the experiments.
int run_chosen(const std::vector<Experiment<const Lab>>& experiments,
               const std::vector<Demo>& demos, const ExperimentChoice& choice, const Lab& lab,
               const std::string& command_line, const std::string& json_file,
               const std::function<std::optional<int>(const Lab&)>& instead = {});

/// The main() of such a program: the options of every chapter, --only EXPERIMENT[,...] and --demo
/// MISTAKE. Returns the exit code.
int run_experiment_program(int argc, char** argv, const ExperimentProgram& program);

} // namespace harness
