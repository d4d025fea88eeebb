#include "tools/exercise/check.hpp"

#include <array>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Sizes = std::array<std::size_t, 3>;
  struct Case {
    std::size_t dimensions;
    Sizes size, offset, local = {1, 1, 1};
  };
  for (const Case& c :
       {Case{1, {7, 1, 1}, {0, 0, 0}}, Case{1, {31, 1, 1}, {5, 0, 0}},
        Case{2, {4, 3, 1}, {0, 0, 0}}, Case{2, {5, 8, 1}, {3, 9, 0}}, Case{3, {2, 3, 5}, {0, 0, 0}},
        Case{3, {6, 2, 3}, {1, 2, 4}}, Case{2, {8, 6, 1}, {0, 5, 0}, {4, 2, 1}},
        Case{3, {4, 6, 2}, {2, 0, 1}, {2, 2, 2}}}) {
    std::vector<cl_int> want;
    for (std::size_t z = 0; z < c.size[2]; ++z)
      for (std::size_t y = 0; y < c.size[1]; ++y)
        for (std::size_t x = 0; x < c.size[0]; ++x)
          want.push_back(static_cast<cl_int>(x + c.offset[0] + 100 * (y + c.offset[1]) +
                                             10000 * (z + c.offset[2])));
    const auto range = [&](const Sizes& s) {
      return c.dimensions == 1   ? cl::NDRange(s[0])
             : c.dimensions == 2 ? cl::NDRange(s[0], s[1])
                                 : cl::NDRange(s[0], s[1], s[2]);
    };
    const auto out = bench.output<cl_int>(want.size());
    cl::Kernel kernel = bench.kernel("where_am_i");
    kernel.setArg(0, out.buffer);
    const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, range(c.local));
    common::launch(bench.session.queue, kernel, range(c.size), local, {}, range(c.offset));
    bench.expect(out, want,
                 fmt::format("size {}, groups of {}, offset {}", common::range_text(range(c.size)),
                             common::range_text(local), common::range_text(range(c.offset))));
  }
}
