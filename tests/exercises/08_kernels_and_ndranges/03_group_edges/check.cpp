#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t width, height, x, y; // the picture and the wanted group
  };
  for (const Case& c : {Case{8, 6, 4, 3}, Case{31, 17, 8, 4}, Case{5, 40, 3, 7}, Case{1, 1, 4, 4},
                        Case{20, 3, 5, 1}}) {
    const cl::NDRange local =
        common::fit_local_size(bench.session.device, bench.kernel("edges"), {c.x, c.y});
    const std::size_t lx = local.get()[0], ly = local.get()[1];
    std::vector<cl_int> want;
    for (std::size_t y = 0; y < c.height; ++y)
      for (std::size_t x = 0; x < c.width; ++x)
        want.push_back(x % lx == 0 || x % lx == lx - 1 || y % ly == 0 || y % ly == ly - 1 ? 1 : 0);
    const auto out = bench.output<cl_int>(want.size());
    bench.run("edges", {c.width, c.height}, local, out.buffer, static_cast<cl_uint>(c.width),
              static_cast<cl_uint>(c.height));
    bench.expect(out, want, fmt::format("{} x {}, groups of {} x {}", c.width, c.height, lx, ly),
                 exercise::Layout(c.width).picture());
  }
}
