#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

namespace {
std::size_t native_kernels = 0;
} // namespace

cl_int clEnqueueNativeKernel(cl_command_queue queue, void (*function)(void*), void* arguments,
                             std::size_t size, cl_uint buffers, const cl_mem* list,
                             const void** places, cl_uint count, const cl_event* wait_for,
                             cl_event* event) {
  ++native_kernels;
  return exercise::original<decltype(&clEnqueueNativeKernel)>("clEnqueueNativeKernel")(
      queue, function, arguments, size, buffers, list, places, count, wait_for, event);
}

EXERCISE_CHECK(bench) {
  const auto capabilities = bench.session.device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>();
  if ((capabilities & CL_EXEC_NATIVE_KERNEL) == 0)
    throw common::Skip("this device runs no native kernels: try --device cpu.");
  for (const std::size_t n : {1, 5, 31, 1000})
    for (const std::size_t block : {1, 2, 7, 64, 2000}) {
      if (n / block > 200)
        continue;
      bench.trying(fmt::format("n = {}, blocks of {}", n, block));
      const std::vector<float> numbers = bench.random(n + 9);
      std::vector<double> want(numbers.begin(), numbers.end());
      for (std::size_t i = 0; i < n; ++i)
        want[i] *= want[i];
      const cl::Buffer buffer = bench.input(numbers);
      native_kernels = 0;
      enqueue_squares(bench.session.queue, buffer, n, block);
      bench.session.queue.finish();
      bench.expect(bench.read<float>(buffer, n + 9), want, {0.0, 1e-6},
                   fmt::format("n = {}, blocks of {}", n, block));
      const std::size_t blocks = (n + block - 1) / block;
      bench.expect(
          native_kernels == blocks,
          fmt::format("n = {}, blocks of {}: right, but with {} native kernels, and not {}.", n,
                      block, native_kernels, blocks));
    }
}
