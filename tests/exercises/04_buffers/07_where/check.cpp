#include "tools/exercise/check.hpp"

#include <numeric>

EXERCISE_CHECK(bench) {
  std::vector<cl_int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  const cl::Buffer buffer = bench.input(numbers);
  const auto read = [&](std::size_t x, std::size_t y, std::size_t z, std::size_t row_pitch,
                        std::size_t slice_pitch) {
    cl_int number = -1;
    bench.session.queue.enqueueReadBufferRect(buffer, CL_TRUE, {x, y, z}, {0, 0, 0}, {4, 1, 1},
                                              row_pitch, slice_pitch, 0, 0, &number);
    return std::to_string(number);
  };
  bench.expect_answer("(8, 0, 0), 40, 0", read(8, 0, 0, 40, 0));
  bench.expect_answer("(8, 3, 0), 40, 0", read(8, 3, 0, 40, 0));
  bench.expect_answer("(4, 2, 1), 40, 400", read(4, 2, 1, 40, 400));
  bench.expect_answer("(0, 5, 0), 0, 0", read(0, 5, 0, 0, 0));
}
