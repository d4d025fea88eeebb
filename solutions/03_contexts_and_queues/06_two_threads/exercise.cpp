#include "exercise.hpp"

#include <future>

void run_both(const cl::Program& program, const Job& first, const Job& second, cl_uint n) {
  const auto run = [&](const Job& job) {
    cl::Kernel kernel(program, "fill"); // of this thread alone
    kernel.setArg(0, job.numbers);
    kernel.setArg(1, job.value);
    kernel.setArg(2, n);
    job.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NDRange(1));
    job.queue.finish();
  };
  std::future<void> other = std::async(std::launch::async, run, second);
  run(first);
  other.get();
}
