// What the experiments of this chapter share: the device, a problem with a known answer, and words
// for the states of a program.
#pragma once

#include "common/device.hpp"
#include "common/verify.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/temporary.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using Json = nlohmann::json;

/// Device, context, queue, and how thorough to be.
struct Lab : harness::Session {
  explicit Lab(const cl::Device& chosen) : harness::Session(chosen) {}
  /// Runs a 1-D kernel that has a guard, for at least `n` work-items.
  cl::Event run(const cl::Kernel& kernel, std::size_t n) const;

  bool quick = false;
  unsigned seed = 42;
};

/// Quadratic equations a x^2 + b x + c = 0 whose roots the host has computed in double. Some have no
/// real roots.
class Equations {
 public:
  explicit Equations(unsigned seed, std::size_t count = 1000);

  /// Runs the kernels `roots` and `count_real` of a built program and compares all results. Throws
  /// common::Error where one is wrong.
  void solve_with(const Lab& lab, const cl::Program& program) const;

  std::size_t count() const { return a_.size(); }

 private:
  std::vector<float> a_, b_, c_;
  std::vector<double> roots_; ///< two for each equation; NaN where they are not real
  std::vector<int> real_;     ///< 1 or 0
};

/// What the kernel `mathematics` should give for `x`, computed in double.
std::vector<double> exact_sums(const std::vector<float>& x);

/// The text of kernels/07_programs/NAME, as it stands there.
std::string source_of(std::string_view name);

/// The directory of those files.
std::filesystem::path kernel_directory();

/// The same files where -I finds them: drivers split the options at blanks, so that a directory with
/// a blank in its path does not do. Then they are copied to one for temporary files.
std::filesystem::path include_directory();

/// Why the compiler cannot be told about that directory with -I; empty if it can.
std::string include_path_problem();

/// Why program objects cannot serve as headers; empty if they can. PoCL writes them to files in its
/// cache and hands that directory to its compiler, as if by -I.
std::string header_object_problem(const cl::Device& device);

/// "CL_BUILD_SUCCESS" and so on.
std::string status_name(cl_build_status status);

/// "compiled object", "library", "executable", "none".
std::string binary_type_name(cl_program_binary_type type);

/// The first answers of kernel `name` of `program`, run by one work-item. `arguments` follow the
/// buffer of the answers.
std::vector<float> answers_of(const Lab& lab, const cl::Program& program, const char* name,
                              const std::vector<float>& arguments, std::size_t count);

/// Builds; the empty optional and the error's name where the driver refuses, for instance
/// "CL_BUILD_PROGRAM_FAILURE".
std::optional<cl::Program> try_to_build(const Lab& lab, const std::string& source,
                                        const std::string& options, std::string& error);

using harness::TemporaryDirectory;
using harness::verify;
