#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace who_may {
const char* const source = R"(
kernel void copy(constant float* in, global float* out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
kernel void twice(global float* numbers) {
  numbers[get_global_id(0)] *= 2.0f;
}
kernel void counted(global int* most, local int* count) {
  if (get_local_id(0) == 0)
    *count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(count);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(most, *count);
}
)";

// Some compilers write "1 error generated." to the terminal, whatever the program does with the log.
struct Silence {
  Silence() : terminal(dup(STDERR_FILENO)) {
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) {
      dup2(nowhere, STDERR_FILENO);
      close(nowhere);
    }
  }
  ~Silence() {
    dup2(terminal, STDERR_FILENO);
    close(terminal);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  int terminal;
};
} // namespace who_may

EXERCISE_CHECK(bench) {
  const cl::Device& device = bench.session.device;
  const cl::Context& context = bench.session.context;
  const cl::CommandQueue& queue = bench.session.queue;
  const cl::Program program = common::build_source(context, device, who_may::source);
  const auto yes = [](bool truth) { return truth ? "yes" : "no"; };
  const auto compiles = [&](const char* text) {
    const who_may::Silence silence;
    try {
      common::build_source(context, device, text);
      return true;
    } catch (const common::BuildError&) {
      return false;
    }
  };

  cl::Kernel counted(program, "counted");
  const float value = 1.0F;
  bench.expect_answer("host writes local",
                      yes(clSetKernelArg(counted(), 1, sizeof value, &value) == CL_SUCCESS));

  cl::Kernel copy(program, "copy"), twice(program, "twice");
  const cl::Buffer in = bench.input(std::vector<float>{1.0F, 2.0F});
  const cl::Buffer out = bench.input(std::vector<float>{0.0F, 0.0F});
  common::set_args(copy, in, out);
  bench.launch_exactly(copy, {2}, cl::NullRange);
  const std::vector<float> other{7.0F, 8.0F};
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, 2 * sizeof(float), other.data());
  bench.launch_exactly(copy, {2}, cl::NullRange);
  bench.expect_answer("host changes constant", yes(bench.read<float>(out, 2) == other));
  bench.expect_answer("kernel writes constant",
                      yes(compiles("kernel void k(constant float* p) { p[0] = 1.0f; }")));

  const std::size_t group = bench.group(4);
  const cl::Buffer most = bench.input(std::vector<cl_int>{0});
  common::set_args(counted, most, cl::Local(sizeof(cl_int)));
  bench.launch_exactly(counted, {8 * group}, {group});
  bench.expect_answer("groups share local",
                      yes(bench.read<cl_int>(most, 1)[0] > static_cast<cl_int>(group)));

  twice.setArg(0, out);
  bench.launch_exactly(twice, {2}, cl::NullRange);
  bench.expect_answer("global survives",
                      yes(bench.read<float>(out, 2) == std::vector<float>{14.0F, 16.0F}));
  bench.expect_answer(
      "global to local",
      yes(compiles("kernel void k(global float* p, local float* q) { q = p; q[0] = 1.0f; }")));
}
