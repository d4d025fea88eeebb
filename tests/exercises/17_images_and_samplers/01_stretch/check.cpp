#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.need_images();
  struct Case {
    std::size_t width, n;
  };
  // The task's row; then odd widths: no middle of a result lies just between two pixels.
  for (const Case& c :
       {Case{4, 8}, Case{1, 5}, Case{31, 64}, Case{31, 31}, Case{45, 16}, Case{5, 1}}) {
    std::vector<float> in = bench.random(4 * c.width);
    for (std::size_t x = 0; c.n == 8 && x < c.width; ++x)
      in[4 * x] = 40.0F * static_cast<float>(x + 1);
    const cl::Image1D row(bench.session.context, CL_MEM_READ_ONLY,
                          cl::ImageFormat(CL_RGBA, CL_FLOAT), c.width);
    bench.session.queue.enqueueWriteImage(row, CL_TRUE, {0, 0, 0}, {c.width, 1, 1}, 0, 0,
                                          in.data());
    for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
      const cl::Sampler sampler(bench.session.context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, filter);
      const auto red = [&](double at) {
        const double last = static_cast<double>(c.width - 1);
        return double{in[4 * static_cast<std::size_t>(std::clamp(at, 0.0, last))]};
      };
      std::vector<double> want;
      for (std::size_t x = 0; x < c.n; ++x) {
        const double at = (static_cast<double>(x) + 0.5) * static_cast<double>(c.width) /
                          static_cast<double>(c.n);
        const double left = std::floor(at - 0.5), part = at - 0.5 - left;
        want.push_back(filter == CL_FILTER_NEAREST
                           ? red(std::floor(at))
                           : (1.0 - part) * red(left) + part * red(left + 1.0));
      }
      const auto out = bench.output<float>(c.n);
      bench.run("stretch", {c.n}, {16}, row, sampler, out.buffer, static_cast<cl_int>(c.n));
      // GPUs mix in steps of 1/256.
      const double step = filter == CL_FILTER_NEAREST ? 0.0 : 0.01;
      bench.expect(out, want, {step, step},
                   fmt::format("a row of {} made {} long, {}", c.width, c.n,
                               filter == CL_FILTER_NEAREST ? "nearest" : "linear"));
    }
  }
}
