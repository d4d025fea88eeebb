#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Shape {
    std::size_t x, y;
  };
  const std::size_t most = bench.group(64); // or less, where groups are small
  for (const Shape& s : {Shape{8, 8}, Shape{16, 4}, Shape{4, 16}}) {
    const std::size_t x = most < 32 ? 1 : s.x, y = most < 32 ? 1 : s.y * most / 64;
    const std::size_t width = bench.in_simulator ? 13 : 45, height = bench.in_simulator ? 9 : 33;
    const std::vector<cl_int> numbers = bench.random_ints(width * height, 0, 255);
    const std::vector<cl_uchar> in(numbers.begin(), numbers.end());
    std::vector<cl_int> want(256);
    for (const cl_uchar value : in)
      ++want[value];
    const cl::Buffer counts = bench.input(std::vector<cl_uint>(256));
    bench.run("histogram", {width, height}, {x, y}, bench.input(in), static_cast<cl_int>(width),
              static_cast<cl_int>(height), counts, cl::Local(256 * sizeof(cl_uint)));
    bench.expect(bench.read<cl_int>(counts, 256), want, fmt::format("groups of {} x {}", x, y));
  }
}
