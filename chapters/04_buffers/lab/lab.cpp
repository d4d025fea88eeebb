#include "lab.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <limits>
#include <random>

Lab::Lab(const cl::Device& chosen, bool quick_form, unsigned chosen_seed)
    : harness::Session(chosen), quick(quick_form), seed(chosen_seed) {
  const cl::Program program = common::build_kernel_file(context, device, "04_buffers/buffers.cl");
  add_ = cl::Kernel(program, "add");
  look_ = cl::Kernel(program, "look");
}

Numbers Lab::numbers(std::size_t count, unsigned variant) const {
  std::mt19937 generator(seed + variant);
  Numbers numbers(count);
  for (cl_uint& number : numbers)
    number = static_cast<cl_uint>(generator());
  return numbers;
}

cl::Buffer Lab::buffer_with(const Numbers& numbers) const {
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE, bytes_of(numbers));
  queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes_of(numbers), numbers.data());
  return buffer;
}

Numbers Lab::content(const cl::Buffer& buffer) const {
  Numbers numbers(buffer.getInfo<CL_MEM_SIZE>() / sizeof(cl_uint));
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes_of(numbers), numbers.data());
  return numbers;
}

void Lab::add(const cl::Buffer& buffer, cl_uint value) const {
  cl::Kernel kernel = add_; // the same kernel object: a handle that may be changed here
  const std::size_t count = buffer.getInfo<CL_MEM_SIZE>() / sizeof(cl_uint);
  common::set_args(kernel, buffer, value, static_cast<cl_uint>(count));
  const cl::NDRange local_size = common::fit_local_size(device, kernel, cl::NDRange(64));
  common::launch(queue, kernel, common::round_up(cl::NDRange(count), local_size), local_size)
      .wait();
}

Sight Lab::look(const cl::Buffer& buffer) const {
  const cl::Buffer address(context, CL_MEM_WRITE_ONLY, sizeof(cl_ulong));
  const cl::Buffer first(context, CL_MEM_WRITE_ONLY, sizeof(cl_uint));
  cl::Kernel kernel = look_;
  common::set_args(kernel, buffer, address, first);
  common::launch(queue, kernel, cl::NDRange(1), cl::NDRange(1));
  Sight sight;
  queue.enqueueReadBuffer(address, CL_TRUE, 0, sizeof sight.address, &sight.address);
  queue.enqueueReadBuffer(first, CL_TRUE, 0, sizeof sight.first, &sight.first);
  return sight;
}

std::string outcome(const std::function<void()>& call) {
  try {
    call();
  } catch (const cl::Error& error) {
    return common::error_name(error.err());
  }
  return "accepted";
}

double least_ms(const std::function<void()>& body, int runs) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < runs; ++i) {
    const common::Stopwatch watch;
    body();
    least = std::min(least, watch.milliseconds());
  }
  return least;
}

double host_copy_ms(std::size_t bytes) {
  const std::vector<unsigned char> from(bytes, 1);
  std::vector<unsigned char> to(bytes, 2);
  const double ms = least_ms([&] { std::copy(from.begin(), from.end(), to.begin()); });
  verify(to == from, "the host can copy"); // and no compiler leaves the copies out
  return ms;
}
