#include "tools/exercise/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  bench.need_images();
  using Size = std::array<std::size_t, 3>;
  struct Case {
    Size in, out;
  };
  for (const Case& c : {Case{{5, 3, 2}, {9, 7, 4}}, Case{{7, 5, 6}, {7, 5, 6}},
                        Case{{31, 17, 9}, {12, 23, 5}}, Case{{4, 1, 3}, {3, 2, 31}}}) {
    if (bench.in_simulator && c.in[0] > 7)
      continue;
    const auto& [width, height, depth] = c.in;
    const std::vector<float> pixels = bench.random(4 * width * height * depth);
    const cl::Image3D in(bench.session.context, CL_MEM_READ_ONLY,
                         cl::ImageFormat(CL_RGBA, CL_FLOAT), width, height, depth);
    bench.session.queue.enqueueWriteImage(in, CL_TRUE, {0, 0, 0}, {width, height, depth}, 0, 0,
                                          pixels.data());
    struct Pair { // two neighbours along an axis, and how much of the second
      std::size_t first, second;
      double part;
    };
    const auto pair_of = [&](std::size_t axis, std::size_t i) {
      const double at = (static_cast<double>(i) + 0.5) * static_cast<double>(c.in[axis]) /
                            static_cast<double>(c.out[axis]) -
                        0.5;
      const double left = std::floor(at), last = static_cast<double>(c.in[axis] - 1);
      return Pair{static_cast<std::size_t>(std::clamp(left, 0.0, last)),
                  static_cast<std::size_t>(std::clamp(left + 1, 0.0, last)), at - left};
    };
    std::vector<double> want;
    for (std::size_t z = 0; z < c.out[2]; ++z)
      for (std::size_t y = 0; y < c.out[1]; ++y)
        for (std::size_t x = 0; x < c.out[0]; ++x) {
          const Pair px = pair_of(0, x), py = pair_of(1, y), pz = pair_of(2, z);
          double sum = 0.0;
          for (int corner = 0; corner < 8; ++corner) {
            const bool right = corner & 1, down = corner & 2, deep = corner & 4;
            const std::size_t at_x = right ? px.second : px.first,
                              at_y = down ? py.second : py.first,
                              at_z = deep ? pz.second : pz.first;
            sum += (right ? px.part : 1 - px.part) * (down ? py.part : 1 - py.part) *
                   (deep ? pz.part : 1 - pz.part) *
                   pixels[4 * ((at_z * c.in[1] + at_y) * c.in[0] + at_x)];
          }
          want.push_back(sum);
        }
    const auto out = bench.output<float>(want.size());
    bench.run("resize", {c.out[0], c.out[1], c.out[2]}, {4, 4, 2}, in, out.buffer,
              static_cast<cl_int>(c.out[0]), static_cast<cl_int>(c.out[1]),
              static_cast<cl_int>(c.out[2]));
    const std::string where = fmt::format("{} x {} x {} to {} x {} x {}", c.in[0], c.in[1], c.in[2],
                                          c.out[0], c.out[1], c.out[2]);
    const std::vector<float> got = bench.read(out, where);
    const auto slice = [&](const auto& all, std::size_t z) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(z * c.out[0] * c.out[1]);
      return std::vector(first, first + static_cast<std::ptrdiff_t>(c.out[0] * c.out[1]));
    };
    for (std::size_t z = 0; z < c.out[2]; ++z) // GPUs mix in steps of 1/256
      bench.expect(slice(got, z), slice(want, z), {0.03, 0.0},
                   fmt::format("{}, slice {}", where, z), c.out[0]);
  }
}
