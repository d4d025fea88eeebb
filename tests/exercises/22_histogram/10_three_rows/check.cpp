#include "tools/exercise/check.hpp"

#include <array>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.need_images();
  const std::size_t group = bench.group(bench.in_simulator ? 16 : 64);
  for (const std::size_t n : bench.sizes({1, 1000, 1023}, {31})) {
    const std::vector<cl_int> numbers = bench.random_ints(4 * n, 0, 255);
    std::vector<cl_uchar> in;
    for (std::size_t i = 0; i < 4 * n; ++i) // reds are rarer than greens, and greens than blues
      in.push_back(static_cast<cl_uchar>(i % 4 == 0   ? numbers[i] % 7 * 40
                                         : i % 4 == 1 ? numbers[i] / 2
                                                      : numbers[i]));
    std::array<std::vector<cl_int>, 3> counts;
    counts.fill(std::vector<cl_int>(256));
    for (std::size_t i = 0; i < 4 * n; ++i)
      if (i % 4 < 3)
        ++counts[i % 4][in[i]];
    std::vector<cl_int> want;
    for (std::size_t i = 0; i < 4 * n; ++i)
      want.push_back(i % 4 < 3 ? counts[i % 4][in[i]] : 0);
    const cl::Image1DArray rows(bench.session.context, CL_MEM_READ_WRITE,
                                cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT32), 3, 256, 0);
    std::vector<cl_uint> filled(std::size_t{4} * 3 * 256, 77);
    bench.session.queue.enqueueWriteImage(rows, CL_TRUE, {0, 0, 0}, {256, 3, 1}, 0, 0,
                                          filled.data());
    const cl::Buffer pixels = bench.input(in);
    bench.run("histogram", {3 * group}, {group}, pixels, static_cast<cl_uint>(n), rows,
              cl::Local(256 * sizeof(cl_uint)));
    bench.session.queue.enqueueReadImage(rows, CL_TRUE, {0, 0, 0}, {256, 3, 1}, 0, 0,
                                         filled.data());
    for (std::size_t c = 0; c < 3; ++c) {
      std::vector<cl_int> row;
      for (std::size_t v = 0; v < 256; ++v)
        row.push_back(static_cast<cl_int>(filled[4 * (256 * c + v)]));
      bench.expect(row, counts[c], fmt::format("n = {}, row {} of the image", n, c));
    }
    const auto out = bench.output<cl_int>(4 * n);
    bench.run("how_often", {n}, {group}, pixels, static_cast<cl_uint>(n), rows, out.buffer);
    bench.expect(out, want, fmt::format("how_often, n = {}", n));
  }
}
