#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto capabilities = bench.session.device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>();
  if ((capabilities & CL_EXEC_NATIVE_KERNEL) == 0)
    throw common::Skip("this device runs no native kernels: try --device cpu.");
  for (const std::size_t n : {1, 5, 31, 1000})
    for (const std::size_t block : {1, 2, 7, 64, 2000}) {
      if (n / block > 200)
        continue;
      const std::vector<float> numbers = bench.random(n + 9);
      std::vector<double> want(numbers.begin(), numbers.end());
      for (std::size_t i = 0; i < n; ++i)
        want[i] *= want[i];
      const cl::Buffer buffer = bench.input(numbers);
      enqueue_squares(bench.session.queue, buffer, n, block);
      bench.session.queue.finish();
      bench.expect(bench.read<float>(buffer, n + 9), want, {0.0, 1e-6},
                   fmt::format("n = {}, blocks of {}", n, block));
    }
}
