// Mistakes with arguments and sizes, made on purpose. Each ends with what was seen and what to learn
// from it.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/experiment.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show; or it throws.

// [struct-layout]
std::string struct_layout(const Lab& lab) {
  struct Particle { // in the kernel, position is a float3 and takes 16 bytes
    float position[3];
    float mass;
    int kind;
  };
  constexpr std::size_t n = 4;
  std::vector<Particle> particles(2 * n); // twice as many, or the kernel would read past the end
  for (std::size_t i = 0; i < particles.size(); ++i)
    particles[i] = {{0.1F, 0.2F, 0.3F}, 1.0F + static_cast<float>(i), 5};
  cl::Kernel kernel = lab.kernel("arguments", "masses");
  const cl::Buffer out = lab.buffer(std::vector<float>(n)), in = lab.buffer(particles);
  common::set_args(kernel, out, in, static_cast<cl_uint>(n));
  common::launch(lab.queue, kernel, {n}, {1});
  const auto got = lab.read<float>(out);
  return got == std::vector<float>{1, 2, 3, 4}
             ? ""
             : fmt::format("no error. The masses are 1, 2, 3, 4; the kernel reads {}",
                           fmt::join(got, ", "));
}
// [/struct-layout]

// [same-size]
std::string same_size(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("arguments", "put");
  const cl::Buffer out = lab.buffer(std::vector<cl_int>(1));
  common::set_args(kernel, out, cl_uint{0}, 42.0F); // the kernel wants an int
  common::launch(lab.queue, kernel, {1}, {1});
  const cl_int got = lab.read<cl_int>(out)[0];
  return got == 42 ? "" : fmt::format("no error. The kernel gets {} in place of 42", got);
}
// [/same-size]

// What run_main() would say if the launch were not in a demo.
std::string complaint_of(const Lab& lab, const cl::Kernel& kernel, std::size_t global_size,
                         std::size_t local_size) {
  try {
    lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(global_size),
                                   cl::NDRange(local_size));
    lab.queue.finish();
    return "";
  } catch (const cl::Error& error) {
    return common::explain(error, lab.device);
  }
}

std::string forgotten_argument(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("arguments", "put");
  const cl::Buffer out = lab.buffer(std::vector<cl_int>(1));
  kernel.setArg(0, out);
  kernel.setArg(2, cl_int{42}); // and argument 1?
  return complaint_of(lab, kernel, 1, 1);
}

// [large-group]
std::string large_group(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("sizes", "squares");
  const std::size_t n = 2 * lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  const cl::Buffer x = lab.buffer(std::vector<float>(n)), y = lab.buffer(std::vector<float>(n));
  common::set_args(kernel, x, y, static_cast<cl_uint>(n));
  try {
    common::launch(lab.queue, kernel, {n}, {n});
  } catch (const common::Error& error) { // asks before it launches
    fmt::print("common::launch says: {}\n", error.what());
  }
  return complaint_of(lab, kernel, n, n);
}
// [/large-group]

// [no-guard]
std::string no_guard(const Lab& lab) {
  constexpr std::size_t width = 10, height = 3, behind = 8;
  constexpr cl_int canary = -777;
  const auto damaged = [&](const char* name) {
    cl::Kernel kernel = lab.kernel("sizes", name);
    std::vector<cl_int> before(width * height + behind, canary);
    const cl::Buffer picture = lab.buffer(before);
    common::set_args(kernel, picture, static_cast<cl_uint>(width), static_cast<cl_uint>(height));
    common::launch(lab.queue, kernel, {12, 3}, {1, 1}); // 10 rounded up to 12
    const auto after = lab.read<cl_int>(picture);
    return behind - std::count(after.end() - behind, after.end(), canary);
  };
  const auto with = damaged("guarded"), without = damaged("no_guard");
  verify(with == 0, "the kernel with the guard stays in its picture");
  return without == 0 ? ""
                      : fmt::format("no error. {} numbers past the end of the picture have "
                                    "changed (with the guard: none). In the rows above, the two "
                                    "work-items too many wrote to the beginning of the next row",
                                    without);
}
// [/no-guard]

// [int-overflow]
std::string int_overflow(const Lab& lab) {
  constexpr cl_int width = 50'000; // a square picture of 2.5 thousand million pixels
  cl::Kernel kernel = lab.kernel("indices", "row_major");
  const cl::Buffer ints = lab.buffer(std::vector<cl_long>(1));
  const cl::Buffer sizes = lab.buffer(std::vector<cl_long>(1));
  common::set_args(kernel, ints, sizes, width);
  // Only its last pixel; no picture is needed for that.
  common::launch(lab.queue, kernel, {1, 1}, {1, 1}, {}, {width - 1, width - 1});
  const cl_long wrong = lab.read<cl_long>(ints)[0], right = lab.read<cl_long>(sizes)[0];
  verify(right == cl_long{width} * width - 1, "size_t has room for the index");
  return wrong == right ? ""
                        : fmt::format("no error. The last pixel has the index {}; the kernel gets "
                                      "{}, {} the picture",
                                      right, wrong, wrong < 0 ? "before the start of" : "inside");
}
// [/int-overflow]

std::string size_t_argument(const Lab& lab) {
  try {
    common::build_source(lab.context, lab.device,
                         "kernel void k(global int* out, size_t n) { out[0] = n; }\n");
  } catch (const common::BuildError& error) {
    const std::size_t at = error.log.find("cannot be used");
    return "the compiler refuses: a size_t " +
           (at == std::string::npos ? error.log
                                    : error.log.substr(at, error.log.find('\n', at) - at));
  }
  return "";
}

std::string shared_kernel(const Lab& lab) {
  const auto got = two_threads_with_one_kernel(lab, 10, 20);
  return got == std::vector<cl_int>{10, 20}
             ? ""
             : fmt::format("no error. Thread 0 was to add 10 to the first sum and thread 1 to add "
                           "20 to the second; the sums are {} and {}",
                           got[0], got[1]);
}

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"struct-layout", "the host's struct has float[3] where the kernel's has float3",
       "use cl_float3 and its kin on the host, and compare sizeof and offsets once.",
       struct_layout},
      {"same-size", "a float is set for an int",
       "OpenCL compares sizes, not types. Name the type: cl_int{42}, or use cl::KernelFunctor.",
       same_size},
      {"forgotten-argument", "arguments 0 and 2 are set, argument 1 is not",
       "the error comes at the launch. Set all arguments in one place.", forgotten_argument},
      {"large-group", "a work-group of twice the device's limit",
       "ask CL_KERNEL_WORK_GROUP_SIZE, or let common::fit_local_size do it.", large_group},
      {"no-guard", "a picture 10 wide and 3 high, 12 x 3 work-items, and no guard",
       "guard each dimension. A canary after each buffer of a test sees what leaves it at the "
       "end; Oclgrind sees the rest.",
       no_guard},
      {"int-overflow", "a kernel computes row * width + column in int",
       "compute addresses in size_t, from the first multiplication on.", int_overflow},
      {"size-t-argument", "a kernel takes its length as a size_t",
       "a size_t has the device's width, which the host does not know. Pass uint or ulong.",
       size_t_argument},
      {"shared-kernel", "two threads set the arguments of one kernel, and then launch it",
       "the arguments belong to the kernel object, not to the thread. Give each thread its own "
       "kernel, or hold a lock from the first argument to the launch.",
       shared_kernel},
  };
}
