// Mistakes made on purpose. Each is the first program with one thing wrong; all pass through the
// few lines at the end of this file, which show what OpenCL says and what to learn from it.

#include "demos.hpp"

#include "common/device.hpp"
#include "harness/session.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/oclgrind.hpp"
#include "harness/process.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace {

constexpr std::size_t n = 1000;
constexpr std::size_t n_rounded_up = 1024;

cl::Program build(const harness::Session& session, const std::string& file) {
  return common::build_kernel_file(session.context, session.device, "01_hello_opencl/" + file);
}

// The first program up to part 5, everything right, ready to be spoilt. It keeps the buffers: a
// kernel does not keep its arguments alive.
struct Prepared {
  explicit Prepared(const cl::Device& device, const std::string& name = "vector_add",
                    std::size_t elements = n)
      : session(device), kernel(build(session, name + ".cl"), name.c_str()) {
    const std::vector<float> zeros(elements, 0.0F);
    const std::vector<float> ones(elements, 1.0F);
    for (cl::Buffer* buffer : {&a, &b, &c}) {
      *buffer = cl::Buffer(session.context, CL_MEM_READ_WRITE, elements * sizeof(float));
      session.queue.enqueueWriteBuffer(*buffer, CL_TRUE, 0, elements * sizeof(float),
                                       buffer == &c ? zeros.data() : ones.data());
    }
    kernel.setArg(0, a);
    kernel.setArg(1, b);
    kernel.setArg(2, c);
  }

  harness::Session session;
  cl::Kernel kernel;
  cl::Buffer a, b, c;
};

void syntax_error(const cl::Device& device) {
  const harness::Session session(device);
  std::string source = common::read_text(common::find_kernel("01_hello_opencl/vector_add.cl"));
  source.erase(source.find("; // which work-item"), 1);
  common::build_source(session.context, device, source, "", "vector_add.cl");
}

void wrong_name(const cl::Device& device) {
  const harness::Session session(device);
  const cl::Kernel kernel(build(session, "vector_add.cl"), "vector_sum");
}

void missing_argument(const cl::Device& device) {
  const Prepared ready(device); // arguments 0, 1 and 2 are set, 3 is not
  ready.session.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n, 1);
}

void wrong_type(const cl::Device& device) {
  Prepared ready(device);
  ready.kernel.setArg(3, n); // 8 bytes, because n is a size_t; the kernel's uint has 4
}

void odd_group(const cl::Device& device) {
  Prepared ready(device);
  ready.kernel.setArg(3, static_cast<cl_uint>(n));
  ready.session.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n, 64);
}

// The buffers are longer than the vectors, so that the damage is done to memory of ours.
void no_guard(const cl::Device& device) {
  const Prepared ready(device, "no_guard", n_rounded_up);
  ready.session.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n_rounded_up, 1);
  std::vector<float> c(n_rounded_up);
  ready.session.queue.enqueueReadBuffer(ready.c, CL_TRUE, 0, c.size() * sizeof(float), c.data());
  const auto end = c.begin() + n;
  throw common::Error(fmt::format("nothing at all. All {} sums are right. But {} floats behind the "
                                  "end of c, which were 0, have changed.",
                                  std::count(c.begin(), end, 2.0F),
                                  c.end() - end - std::count(end, c.end(), 0.0F)));
}

// Here they are not. Nobody can say what a real device does then, so this runs in the simulator
// Oclgrind only; elsewhere the program starts itself again inside of it.
void out_of_bounds(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  if (platform.getInfo<CL_PLATFORM_NAME>() != "Oclgrind") {
    const harness::OclgrindReport report =
        harness::run_under_oclgrind({common::own_executable().string(), "--demo", "out-of-bounds"});
    if (!report.findings.empty())
      throw common::Error("nothing. Oclgrind says:\n" + report.findings.front());
    return;
  }
  const Prepared ready(device, "no_guard");
  ready.session.queue.enqueueNDRangeKernel(ready.kernel, cl::NullRange, n_rounded_up, 1);
  ready.session.queue.finish();
  throw common::Error("nothing.");
}

struct Demo {
  const char* name;
  const char* mistake;
  const char* lesson;
  void (*run)(const cl::Device&);
};

constexpr std::array demos{
    Demo{"syntax-error", "a semicolon is missing in the kernel",
         "the kernel is compiled while the program runs, so this is a run-time error. Always print "
         "the build log, and mend its first error first.",
         syntax_error},
    Demo{"wrong-name", "the host asks for a kernel vector_sum, the file has vector_add",
         "kernels are looked up by name, as text: no compiler checks the spelling.", wrong_name},
    Demo{"missing-argument", "the fourth argument, n, is never set",
         "setting and running are apart: the error comes at the launch, not at the line that is "
         "missing.",
         missing_argument},
    Demo{"wrong-type", "n is passed as a size_t of 8 bytes, the kernel wants a uint of 4",
         "OpenCL sees only the size of an argument. Pass cl_uint, cl_int, cl_float: they have the "
         "device's sizes. A cl_float in place of a cl_uint would have passed unnoticed.",
         wrong_type},
    Demo{"odd-group", "1000 work-items are to run in work-groups of 64",
         "round the global size up to a multiple of the local size, and guard the kernel.",
         odd_group},
    Demo{"no-guard", "1024 work-items run for 1000 elements, without `if (i < n)`",
         "right sums do not prove a right kernel. The other memory may be another buffer's.",
         no_guard},
    Demo{"out-of-bounds",
         "1024 work-items run for 1000 elements, and the buffers end where the vectors end",
         "a simulator sees each wild access. Run every new kernel once under Oclgrind.",
         out_of_bounds},
};

} // namespace

std::vector<std::string> demo_names() {
  std::vector<std::string> names;
  for (const Demo& demo : demos)
    names.emplace_back(demo.name);
  return names;
}

int run_demo(const std::string& name, const cl::Device& device) {
  const auto demo = std::find_if(demos.begin(), demos.end(),
                                 [&](const Demo& candidate) { return candidate.name == name; });
  fmt::print("The mistake: {}.\n", demo->mistake);
  std::string message;
  try {
    demo->run(device);
  } catch (const common::Skip&) {
    throw;
  } catch (const common::Error& error) {
    message = error.what();
  } catch (const cl::Error& error) {
    message = common::explain(error, device);
  }
  if (message.empty())
    throw common::Skip("this device does not notice.");
  fmt::print("What OpenCL says: {}\nWhat to learn: {}\n", message, demo->lesson);
  return common::exit_failed;
}
