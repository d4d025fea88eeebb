#include "lab.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <random>

namespace fs = std::filesystem;

cl::Event Lab::run(const cl::Kernel& kernel, std::size_t n) const {
  const cl::NDRange local_size =
      common::fit_local_size(device, kernel, cl::NDRange(n < 64 ? n : 64));
  return common::launch(queue, kernel, common::round_up(cl::NDRange(n), local_size), local_size);
}

Equations::Equations(unsigned seed, std::size_t count)
    : a_(common::random_floats(count, seed, 1.0F, 2.0F)),
      b_(common::random_floats(count, seed + 1, 3.0F, 5.0F)),
      c_(common::random_floats(count, seed + 2, -1.0F, 1.0F)) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 7 == 0)
      c_[i] = 8.0F; // b^2 < 25 < 32 <= 4ac: no real roots
    const double a = a_[i], b = b_[i], c = c_[i];
    const double root = std::sqrt(b * b - 4.0 * a * c); // NaN for the root of a negative number
    roots_.push_back((-b - root) / (2.0 * a));
    roots_.push_back((-b + root) / (2.0 * a));
    real_.push_back(std::isnan(root) ? 0 : 1);
  }
}

void Equations::solve_with(const Lab& lab, const cl::Program& program) const {
  const std::size_t n = count();
  const auto input = [&](const std::vector<float>& values) {
    return cl::Buffer(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, n * sizeof(float),
                      const_cast<float*>(values.data())); // COPY_HOST_PTR only reads it
  };
  std::vector<float> x(2 * n, 12345.0F);
  std::vector<int> real(n, -1);
  const cl::Buffer a = input(a_), b = input(b_), c = input(c_);
  const cl::Buffer x_buffer(lab.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                            x.size() * sizeof(float), x.data());
  const cl::Buffer real_buffer(lab.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                               real.size() * sizeof(cl_int), real.data());
  cl::Kernel roots_kernel(program, "roots");
  cl::Kernel count_kernel(program, "count_real");
  common::set_args(roots_kernel, a, b, c, x_buffer, static_cast<cl_uint>(n));
  common::set_args(count_kernel, a, b, c, real_buffer, static_cast<cl_uint>(n));
  lab.run(roots_kernel, n);
  lab.run(count_kernel, n);
  lab.queue.enqueueReadBuffer(x_buffer, CL_TRUE, 0, x.size() * sizeof(float), x.data());
  lab.queue.enqueueReadBuffer(real_buffer, CL_TRUE, 0, n * sizeof(cl_int), real.data());

  // Every operation rounds once, and the discriminants are at least 1 while their terms are at most
  // 25: the errors add up to less than 100 units in the last place.
  const common::Tolerance tolerance{1e-6, 1e-5, true};
  if (const auto result = common::compare(x, roots_, tolerance); !result.passed())
    throw common::Error("roots: " + result.summary());
  if (const auto result = common::compare(real, real_); !result.passed())
    throw common::Error("count_real: " + result.summary());
}

std::vector<double> exact_sums(const std::vector<float>& x) {
  constexpr int terms = 16; // as in mathematics.cl
  std::vector<double> sums(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int k = 1; k <= terms; ++k) {
      const double t = x[i] + static_cast<double>(k) / terms;
      sums[i] += std::sin(t) * std::exp(-t) / std::sqrt(1.0 + t);
    }
  return sums;
}

std::string source_of(std::string_view name) {
  return common::read_text(common::find_kernel(fmt::format("07_programs/{}", name)));
}

fs::path kernel_directory() {
  return common::find_kernel("07_programs/roots.cl").parent_path();
}

fs::path include_directory() {
  const fs::path own = kernel_directory();
  if (own.string().find(' ') == std::string::npos)
    return own;
  static const TemporaryDirectory copy;
  for (const auto& file : fs::directory_iterator(own))
    fs::copy(file, copy.path, fs::copy_options::overwrite_existing);
  return copy.path;
}

std::string include_path_problem() {
  return include_directory().string().find(' ') == std::string::npos
             ? ""
             : "the paths of the project and of temporary files have blanks in them, and drivers "
               "split the options at blanks";
}

std::string header_object_problem(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  if (platform.getInfo<CL_PLATFORM_NAME>().find("Portable Computing") == std::string::npos)
    return "";
  for (const char* variable : {"POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME"})
    if (const char* directory = std::getenv(variable))
      return std::string(directory).find(' ') == std::string::npos
                 ? ""
                 : fmt::format("PoCL writes header objects below {}, whose name has a blank in it",
                               variable);
  return "";
}

std::string status_name(cl_build_status status) {
  switch (status) {
  case CL_BUILD_SUCCESS:
    return "CL_BUILD_SUCCESS";
  case CL_BUILD_NONE:
    return "CL_BUILD_NONE";
  case CL_BUILD_ERROR:
    return "CL_BUILD_ERROR";
  case CL_BUILD_IN_PROGRESS:
    return "CL_BUILD_IN_PROGRESS";
  default:
    return fmt::format("unknown status {}", status);
  }
}

std::string binary_type_name(cl_program_binary_type type) {
  switch (type) {
  case CL_PROGRAM_BINARY_TYPE_NONE:
    return "none";
  case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
    return "compiled object";
  case CL_PROGRAM_BINARY_TYPE_LIBRARY:
    return "library";
  case CL_PROGRAM_BINARY_TYPE_EXECUTABLE:
    return "executable";
  default:
    return fmt::format("unknown type {}", type);
  }
}

std::vector<float> answers_of(const Lab& lab, const cl::Program& program, const char* name,
                              const std::vector<float>& arguments, std::size_t count) {
  std::vector<float> answers(count, NAN);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                          count * sizeof(float), answers.data());
  cl::Kernel kernel(program, name);
  kernel.setArg(0, buffer);
  for (cl_uint i = 0; i < arguments.size(); ++i)
    kernel.setArg(i + 1, arguments[i]);
  lab.run(kernel, 1);
  lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(float), answers.data());
  return answers;
}

std::optional<cl::Program> try_to_build(const Lab& lab, const std::string& source,
                                        const std::string& options, std::string& error) {
  const cl::Program program(lab.context, source);
  try {
    program.build({lab.device}, options.c_str());
  } catch (const cl::Error& e) {
    error = common::error_name(e.err());
    return std::nullopt;
  }
  return program;
}
