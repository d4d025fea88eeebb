// Mistakes made on purpose. Each is the first program with one thing wrong, and returns what was seen, or throws
// what OpenCL says.

#include "demos.hpp"

#include "common/kernel_io.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/system/process.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

using harness::Demo;
using harness::Lab;

namespace {

constexpr std::size_t n = 1000;
constexpr std::size_t n_rounded_up = 1024;

cl::Program build(const Lab& lab, const std::string& file) {
  return common::build_kernel_file(lab.context, lab.device, "01_hello_opencl/" + file);
}

// The first program up to part 5, everything right, ready to be spoilt. It keeps the buffers: a
// kernel does not keep its arguments alive.
struct Prepared {
  explicit Prepared(const Lab& lab, const std::string& name = "vector_add",
                    std::size_t elements = n)
      : queue(lab.queue), kernel(build(lab, name + ".cl"), name.c_str()) {
    const std::vector<float> zeros(elements, 0.0F);
    const std::vector<float> ones(elements, 1.0F);
    for (cl::Buffer* buffer : {&a, &b, &c}) {
      *buffer = cl::Buffer(lab.context, CL_MEM_READ_WRITE, elements * sizeof(float));
      queue.enqueueWriteBuffer(*buffer, CL_TRUE, 0, elements * sizeof(float),
                               buffer == &c ? zeros.data() : ones.data());
    }
    kernel.setArg(0, a);
    kernel.setArg(1, b);
    kernel.setArg(2, c);
  }

  cl::CommandQueue queue;
  cl::Kernel kernel;
  cl::Buffer a, b, c;
};

std::string syntax_error(const Lab& lab) {
  std::string source = common::read_text(common::find_kernel("01_hello_opencl/vector_add.cl"));
  source.erase(source.find("; // which work-item"), 1);
  try {
    common::build_source(lab.context, lab.device, source, "", "vector_add.cl");
  } catch (const common::BuildError& error) {
    return "clBuildProgram failed. The build log:\n" + error.log;
  }
  return {};
}

std::string wrong_name(const Lab& lab) {
  const cl::Kernel kernel(build(lab, "vector_add.cl"), "vector_sum");
  return {};
}

std::string missing_argument(const Lab& lab) {
  const Prepared ready(lab); // arguments 0, 1 and 2 are set, 3 is not
  ready.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n, 1);
  return {};
}

std::string wrong_type(const Lab& lab) {
  Prepared ready(lab);
  ready.kernel.setArg(3, n); // 8 bytes, because n is a size_t; the kernel's uint has 4
  return {};
}

std::string odd_group(const Lab& lab) {
  Prepared ready(lab);
  ready.kernel.setArg(3, static_cast<cl_uint>(n));
  ready.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n, 64);
  return {};
}

// The buffers are longer than the vectors, so that the damage is done to memory of ours.
std::string no_guard(const Lab& lab) {
  const Prepared ready(lab, "no_guard", n_rounded_up);
  ready.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n_rounded_up, 1);
  std::vector<float> c(n_rounded_up);
  ready.queue.enqueueReadBuffer(ready.c, CL_TRUE, 0, c.size() * sizeof(float), c.data());
  const auto end = c.begin() + n;
  return fmt::format("nothing at all. All {} sums are right. But {} floats past the "
                     "end of c, which were 0, have changed.",
                     std::count(c.begin(), end, 2.0F),
                     c.end() - end - std::count(end, c.end(), 0.0F));
}

// Here they are not. Nobody can say what a real device does then, so this runs in the simulator
// Oclgrind only; elsewhere the program starts itself again inside of it.
std::string out_of_bounds(const Lab& lab) {
  const cl::Platform platform(lab.device.getInfo<CL_DEVICE_PLATFORM>());
  if (platform.getInfo<CL_PLATFORM_NAME>() != "Oclgrind") {
    const harness::OclgrindReport report =
        harness::run_under_oclgrind({common::own_executable().string(), "--demo", "out-of-bounds"});
    if (!report.findings.empty())
      return "nothing. Oclgrind says:\n" + report.findings.front();
    return {};
  }
  const Prepared ready(lab, "no_guard");
  ready.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n_rounded_up, 1);
  ready.queue.finish();
  return "nothing.";
}

} // namespace

const std::vector<Demo> demos{
    Demo{"syntax-error", "a semicolon is missing in the kernel",
         "the kernel is compiled while the program runs, so this is a run-time error. Always print "
         "the build log, and fix its first error first.",
         syntax_error},
    Demo{"wrong-name", "the host asks for a kernel vector_sum, but the file has vector_add",
         "kernels are looked up by name, as text: no compiler checks the spelling.", wrong_name},
    Demo{"missing-argument", "the fourth argument, n, is never set",
         "an argument may be set at any time before the launch, so only the launch can report that "
         "one is missing.",
         missing_argument},
    Demo{"wrong-type", "n is passed as a size_t of 8 bytes, the kernel wants a uint of 4",
         "OpenCL sees only the size of an argument. Pass cl_uint, cl_int, cl_float: they have the "
         "device's sizes. A cl_float in place of a cl_uint would have passed unnoticed.",
         wrong_type},
    Demo{"odd-group", "1000 work-items are to run in work-groups of 64",
         "round the global size up to a multiple of the local size, and guard the kernel.",
         odd_group},
    Demo{"no-guard", "1024 work-items run for 1000 elements, without `if (i < n)`",
         "right sums do not prove a right kernel. The memory past the end may belong to another "
         "buffer.",
         no_guard},
    Demo{"out-of-bounds",
         "1024 work-items run for 1000 elements, and the buffers end where the vectors end",
         "a simulator sees each invalid access. Run every new kernel once under Oclgrind.",
         out_of_bounds},
};
