#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <future>
#include <thread>

EXERCISE_CHECK(bench) {
  if (bench.in_simulator)
    throw common::Skip("the simulator's clock stands still.");
  const std::vector<float> data = bench.random(1000);
  const cl::Buffer buffer = bench.input(data);
  std::vector<float> back(data.size());
  for (int round = 0; round < 3; ++round) {
    // The command waits for a gate, which opens when the learner's function has had time to ask.
    cl::UserEvent gate(bench.session.context);
    const std::vector<cl::Event> wait_for{gate};
    cl::Event event;
    bench.session.queue.enqueueReadBuffer(buffer, CL_FALSE, 0, back.size() * sizeof(float),
                                          back.data(), &wait_for, &event);
    bench.session.queue.flush();
    std::atomic<bool> asked = false;
    std::future<double> answer = std::async(std::launch::async, [&] {
      asked = true;
      return device_ms(event);
    });
    while (!asked)
      std::this_thread::yield();
    answer.wait_for(std::chrono::milliseconds(60)); // a right one is still waiting now
    gate.setStatus(CL_COMPLETE);
    event.wait();
    const double got = answer.get();
    const double want =
        1e-6 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                   event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
    bench.expect(std::abs(got - want) <= 1e-6 * want,
                 fmt::format("got {} ms, want {} ms", got, want));
  }
}
