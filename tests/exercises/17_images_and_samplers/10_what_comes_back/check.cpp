#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  // The machine's own words: a kernel that reads one pixel.
  const cl::Program program = common::build_source(
      bench.session.context, bench.session.device,
      "kernel void look(read_only image2d_t in, sampler_t sampler, float x, global float* out) {"
      "  out[0] = read_imagef(in, sampler, (float2)(x, 0.5f)).x; }",
      "", "look.cl");
  const auto red = [&](const cl::Image2D& in, bool normalised, cl_addressing_mode mode,
                       cl_filter_mode filter, float x) {
    const cl::Sampler sampler(bench.session.context, normalised ? CL_TRUE : CL_FALSE, mode, filter);
    const auto out = bench.output<float>(1);
    cl::Kernel look(program, "look");
    common::set_args(look, in, sampler, x, out.buffer);
    bench.launch_exactly(look, {1}, {1});
    // To three digits: what matters, and no device rounds that far away.
    return fmt::format("{}", std::round(bench.read(out)[0] * 1000.0) / 1000.0);
  };
  std::vector<float> pixels;
  for (const float value : {10.0F, 20.0F, 40.0F, 80.0F})
    pixels.insert(pixels.end(), {value, 0.0F, 0.0F, 1.0F});
  const cl::Image2D row = bench.image(pixels, 4);
  const cl::Image2D bytes = bench.image(std::vector<cl_uchar>{51, 0, 0, 255}, 1);
  constexpr auto edge = CL_ADDRESS_CLAMP_TO_EDGE;
  bench.expect_answer("NEAREST, CLAMP_TO_EDGE, at 1.9",
                      red(row, false, edge, CL_FILTER_NEAREST, 1.9F));
  bench.expect_answer("LINEAR, CLAMP_TO_EDGE, at 2.0",
                      red(row, false, edge, CL_FILTER_LINEAR, 2.0F));
  bench.expect_answer("LINEAR, CLAMP, at 0.0",
                      red(row, false, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, 0.0F));
  bench.expect_answer("LINEAR, CLAMP_TO_EDGE, at 0.0",
                      red(row, false, edge, CL_FILTER_LINEAR, 0.0F));
  bench.expect_answer("NEAREST, REPEAT, normalised, at -0.1",
                      red(row, true, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, -0.1F));
  bench.expect_answer("NEAREST, MIRRORED_REPEAT, normalised, at -0.1",
                      red(row, true, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, -0.1F));
  bench.expect_answer("a byte of 51 is read as", red(bytes, false, edge, CL_FILTER_NEAREST, 0.5F));
}
