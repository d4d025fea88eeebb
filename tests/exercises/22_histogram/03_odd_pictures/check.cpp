#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Size {
    std::size_t width, height;
  };
  for (const Size& s :
       bench.sizes<Size>({{64, 64}, {31, 17}, {1, 1}, {8, 33}, {100, 7}}, {{16, 8}, {13, 9}})) {
    const std::vector<cl_int> numbers = bench.random_ints(s.width * s.height, 0, 40);
    std::vector<cl_uchar> in;
    std::vector<cl_int> want(256);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      in.push_back(static_cast<cl_uchar>(numbers[i] * numbers[i] % 251));
      ++want[in.back()];
    }
    const cl::Buffer counts = bench.input(std::vector<cl_uint>(256));
    // Behind the picture is more memory, full of a value that the picture does not have.
    if (!bench.in_simulator)
      in.resize(in.size() + 8 * s.width + 64 * s.height, 255);
    bench.run("histogram", {s.width, s.height}, {8, 8}, bench.input(in),
              static_cast<cl_int>(s.width), static_cast<cl_int>(s.height), counts);
    bench.expect(bench.read<cl_int>(counts, 256), want,
                 fmt::format("{} x {} pixels", s.width, s.height));
  }
}
