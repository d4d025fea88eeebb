#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <future>

EXERCISE_CHECK(bench) {
  const harness::Session other(bench.session.device);
  for (const std::size_t n : bench.sizes({1, 31, 1023}, {1, 31})) {
    bench.trying(fmt::format("n = {}", n));
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
    bench.session.queue.finish();
    bench.expect(a.getInfo<CL_MEM_MAP_COUNT>() == 0 && b.getInfo<CL_MEM_MAP_COUNT>() == 0,
                 "a buffer that was mapped is not unmapped.");
  }
  if (bench.in_simulator)
    return; // which completes each command at once
  // Each queue in turn waits for a gate: who comes back before it opens has not waited.
  const auto waits = [&](const harness::Session& stuck) {
    const cl::Buffer a = bench.input(std::vector<cl_int>(31, 1));
    const cl::Buffer b(other.context, CL_MEM_READ_WRITE, 31 * sizeof(cl_int));
    cl::UserEvent gate(stuck.context);
    const std::vector<cl::Event> wait_for{gate};
    stuck.queue.enqueueBarrierWithWaitList(&wait_for);
    std::future<void> done = std::async(std::launch::async, [&] {
      copy_across(bench.session.queue, a, other.queue, b, 31 * sizeof(cl_int));
    });
    const bool waited = done.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready;
    gate.setStatus(CL_COMPLETE);
    done.get();
    stuck.queue.finish();
    return waited;
  };
  bench.expect(waits(bench.session), "it comes back before `from` has read.");
  bench.expect(waits(other), "it comes back before `to` has written.");
}
