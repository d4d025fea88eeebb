#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const common::Session other(bench.session.device);
  for (const std::size_t n : bench.sizes({1, 31, 1023}, {1, 31})) {
    const std::vector<float> values = bench.random(n + 3);
    const std::vector<float> before = bench.random(n + 3);
    const cl::Buffer a = bench.input(values);
    const cl::Buffer b(other.context, CL_MEM_READ_WRITE, (n + 3) * sizeof(float));
    other.queue.enqueueWriteBuffer(b, CL_TRUE, 0, (n + 3) * sizeof(float), before.data());
    copy_across(bench.session.queue, a, other.queue, b, n * sizeof(float));
    std::vector<float> got(n + 3);
    other.queue.enqueueReadBuffer(b, CL_TRUE, 0, got.size() * sizeof(float), got.data());
    std::vector<double> want(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
    want.insert(want.end(), before.begin() + static_cast<std::ptrdiff_t>(n), before.end());
    bench.expect(got, want, {}, fmt::format("n = {}", n));
  }
}
