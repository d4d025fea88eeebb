#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

EXERCISE_CHECK(bench) {
  // The question is the code. The numbers are arguments, so that the device computes, not the compiler.
  struct Question {
    const char *function, *number;
    float value;
  };
  for (const Question& q :
       {Question{"convert_int_rte", "2.5f", 2.5F}, Question{"convert_int_rte", "3.5f", 3.5F},
        Question{"convert_int_rtz", "-1.7f", -1.7F}, Question{"convert_int_rtp", "-1.7f", -1.7F},
        Question{"convert_int_rtn", "-1.2f", -1.2F}, Question{"convert_int_rtp", "1.2f", 1.2F},
        Question{"convert_int", "-2.9f", -2.9F}, Question{"convert_uchar_sat", "300.0f", 300.0F}}) {
    const std::string function = q.function;
    cl::Kernel kernel(
        common::build_source(bench.session.context, bench.session.device,
                             "kernel void compute(global int* out, float x) { *out = " + function +
                                 "(x); }"),
        "compute");
    const auto out = bench.output<cl_int>(1);
    common::set_args(kernel, out.buffer, q.value);
    common::launch(bench.session.queue, kernel, {1}, {1});
    bench.expect_answer(function + "(" + q.number + ")", std::to_string(bench.read(out)[0]));
  }
}
