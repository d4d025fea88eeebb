#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
    cl_int levels;
  };
  for (const Size& s :
       bench.sizes<Size>({{31, 17, 256}, {1, 1, 16}, {1, 40, 16}, {50, 3, 7}}, {{9, 5, 8}})) {
    const std::vector<cl_int> numbers = bench.random_ints(s.width * s.height, 0, s.levels - 1);
    const std::vector<cl_uchar> in(numbers.begin(), numbers.end());
    const auto levels = static_cast<std::size_t>(s.levels);
    std::vector<cl_int> want(levels * levels);
    for (std::size_t y = 0; y < s.height; ++y)
      for (std::size_t x = 0; x < s.width; ++x) {
        const std::size_t at = y * s.width + x;
        const auto both = [&](std::size_t other) {
          ++want[levels * in[at] + in[other]];
          ++want[levels * in[other] + in[at]];
        };
        if (x + 1 < s.width)
          both(at + 1);
        if (y + 1 < s.height)
          both(at + s.width);
      }
    const std::string where = fmt::format("{} x {} pixels", s.width, s.height);
    const cl::Buffer pairs = bench.input(std::vector<cl_uint>(want.size()));
    bench.run("count_pairs", {s.width, s.height}, {8, 8}, bench.input(in),
              static_cast<cl_int>(s.width), static_cast<cl_int>(s.height), s.levels, pairs);
    bench.expect(bench.read<cl_int>(pairs, want.size()), want, where, {levels});
    // As a picture; with counts such as large pictures have.
    for (const cl_int factor : {1, 3000000}) {
      std::vector<cl_uint> counts;
      for (const cl_int count : want)
        counts.push_back(static_cast<cl_uint>(count) * static_cast<cl_uint>(factor));
      const cl_uint largest = *std::max_element(counts.begin(), counts.end());
      std::vector<cl_int> grey;
      for (const cl_uint count : counts)
        grey.push_back(largest == 0 ? 0 : static_cast<cl_int>(cl_ulong{255} * count / largest));
      const auto picture = bench.output<cl_uchar>(counts.size());
      bench.run("to_picture", {counts.size()}, {64}, bench.input(counts),
                static_cast<cl_uint>(counts.size()), largest, picture.buffer);
      const std::vector<cl_uchar> got = bench.read(picture, where);
      bench.expect(std::vector<cl_int>(got.begin(), got.end()), grey,
                   fmt::format("the matrix of {} as a picture", where), {levels});
    }
  }
}
