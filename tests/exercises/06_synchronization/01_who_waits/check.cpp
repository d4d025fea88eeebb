#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <functional>
#include <future>

EXERCISE_CHECK(bench) {
  const cl::Context& context = bench.session.context;
  const cl::Program program = common::build_source(
      context, bench.session.device, "kernel void touch(global int* out) { out[0] = 1; }");
  cl::Kernel kernel(program, "touch");
  const std::vector<cl_int> data(1000);
  std::vector<cl_int> back(1000);
  const cl::Buffer buffer = bench.input(data);
  const std::size_t bytes = data.size() * sizeof(cl_int);
  kernel.setArg(0, buffer);
  common::launch(bench.session.queue, kernel, {1},
                 {1}); // built for good, so that no compiler waits
  bench.session.queue.finish();

  // "waits" if the call has not come back after a while, although nothing else is to be done.
  const auto tried = [&](const std::function<void(const cl::CommandQueue&)>& call) {
    const cl::CommandQueue queue(context, bench.session.device);
    cl::UserEvent gate(context);
    const std::vector<cl::Event> wait_for{gate};
    queue.enqueueFillBuffer(buffer, cl_int{7}, 0, bytes, &wait_for);
    std::future<void> done = std::async(std::launch::async, [&] { call(queue); });
    const bool returned =
        done.wait_for(std::chrono::milliseconds(300)) == std::future_status::ready;
    gate.setStatus(CL_COMPLETE);
    done.get();
    queue.finish();
    return std::string(returned ? "returns" : "waits");
  };
  bench.expect_answer("enqueueNDRangeKernel", tried([&](const cl::CommandQueue& queue) {
                        queue.enqueueNDRangeKernel(kernel, cl::NullRange, {1}, {1});
                      }));
  bench.expect_answer("enqueueWriteBuffer with CL_FALSE", tried([&](const cl::CommandQueue& queue) {
                        queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, bytes, data.data());
                      }));
  bench.expect_answer("enqueueReadBuffer with CL_TRUE", tried([&](const cl::CommandQueue& queue) {
                        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, back.data());
                      }));
  bench.expect_answer("enqueueMapBuffer with CL_TRUE", tried([&](const cl::CommandQueue& queue) {
                        void* mapped =
                            queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ, 0, bytes);
                        queue.enqueueUnmapMemObject(buffer, mapped);
                      }));
  bench.expect_answer("flush", tried([](const cl::CommandQueue& queue) { queue.flush(); }));
  bench.expect_answer("finish", tried([](const cl::CommandQueue& queue) { queue.finish(); }));
}
