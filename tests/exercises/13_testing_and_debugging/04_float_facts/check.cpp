#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <limits>

EXERCISE_CHECK(bench) {
  cl::Kernel kernel(common::build_source(bench.session.context, bench.session.device, R"(
    kernel void compute(global int* out, float a, float b, float c, float d) {
      volatile float sum = a + b; // rounded, not fused with what follows
      *out = sum - c == d;
    })"),
                    "compute");
  // Is (a + b) - c == d?
  const auto truth = [&](float a, float b, float c, float d) {
    const auto out = bench.output<cl_int>(1);
    common::set_args(kernel, out.buffer, a, b, c, d);
    common::launch(bench.session.queue, kernel, {1}, {1});
    return std::string(bench.read(out)[0] != 0 ? "true" : "false");
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  bench.expect_answer("16777216 + 1 == 16777216", truth(16777216.0F, 1.0F, 0.0F, 16777216.0F));
  bench.expect_answer("0.5 + 0.25 == 0.75", truth(0.5F, 0.25F, 0.0F, 0.75F));
  bench.expect_answer("1 + 1e-9 == 1", truth(1.0F, 1e-9F, 0.0F, 1.0F));
  bench.expect_answer("nan == nan", truth(nan, 0.0F, 0.0F, nan));
  bench.expect_answer("(1e20 + 1) - 1e20 == 1", truth(1e20F, 1.0F, 1e20F, 1.0F));
  bench.expect_answer("0 == -0", truth(0.0F, 0.0F, 0.0F, -0.0F));
}
