#include "lab.hpp"

#include "common/timing.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>

std::vector<cl_int> numbers(std::size_t count, unsigned seed) {
  std::vector<cl_int> values(count);
  cl_uint state = seed;
  for (cl_int& value : values) {
    state = 1664525 * state + 1013904223; // the generator of common/busy_kernel.hpp
    value = static_cast<cl_int>(state >> 20) + 1;
  }
  return values;
}

std::vector<cl_int> rotated(const std::vector<cl_int>& x, std::size_t local_size,
                            std::size_t rounds) {
  std::vector<cl_int> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i] = x[i / local_size * local_size + (i % local_size + rounds) % local_size];
  return expected;
}

double median_ms(const Lab& lab, const cl::Kernel& kernel, const cl::NDRange& global,
                 const cl::NDRange& local, const std::function<void()>& check) {
  common::Samples samples; // none of a simulator: they would say nothing
  const int launches = harness::is_simulator(lab.device) ? 1 : lab.quick ? 3 : 15;
  for (int i = 0; i < launches; ++i) {
    const cl::Event event = common::launch(lab.queue, kernel, global, local);
    const double time = common::event_times(event).execution_ms();
    check();
    if (i > 0)
      samples.values.push_back(time);
  }
  return samples.median();
}
