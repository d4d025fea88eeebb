#include "lab.hpp"

#include "common/kernel_io.hpp"
#include "harness/lab/session.hpp"

Lab::Lab(const cl::Device& chosen, bool in_short)
    : harness::Session(chosen), quick(in_short), busy(*this),
      number(context, CL_MEM_READ_WRITE, sizeof(cl_uint)),
      program(common::build_kernel_file(context, device, "05_events_and_profiling/multiply.cl")) {
  constexpr cl_uint zero = 0;
  queue.enqueueWriteBuffer(number, CL_TRUE, 0, sizeof zero, &zero);
}

cl::Event Lab::enqueue_busy(double milliseconds, const std::vector<cl::Event>& wait_for) {
  return busy.enqueue(queue, number, number, number, busy.steps(milliseconds), wait_for);
}
