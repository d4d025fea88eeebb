#include "tools/exercise/check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::vector<const char*> borders{"constant", "edge", "mirror", "reflect", "wrap"};
  // Walks from the nearest edge to the place, step by step, as the task shows it; -1: outside.
  const auto place = [](int at, int size, int border) {
    if (at >= 0 && at < size)
      return at;
    if (border == 0)
      return -1;
    const int step = at < 0 ? -1 : 1;
    int now = at < 0 ? 0 : size - 1, direction = step;
    for (int left = at < 0 ? -at : at - size + 1; left > 0; --left) {
      const int next = now + direction;
      const bool leaves = next < 0 || next >= size;
      if (!leaves)
        now = next;
      else if (border == 4)
        now = next < 0 ? size - 1 : 0;
      else if (border == 1)
        continue;
      else {
        direction = -direction; // mirror stays for a step; reflect goes back at once
        if (border == 3 && size > 1)
          now += direction;
      }
    }
    return now;
  };
  struct Size {
    int width, height, radius;
  };
  for (const Size& s : {Size{4, 1, 3}, Size{1, 1, 2}, Size{1, 5, 1}, Size{5, 3, 4}, Size{3, 4, 0},
                        Size{31, 17, 2}}) {
    if (bench.in_simulator && (s.width > 30 || s.height == 5))
      continue;
    const auto wide = static_cast<std::size_t>(s.width), high = static_cast<std::size_t>(s.height);
    std::vector<float> in = bench.random(4 * wide * high, 0.0F, 1.0F);
    if (s.height == 1) // a, b, c, d: as in the task
      for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<float>(i / 4 + 1) + 0.125F * static_cast<float>(i % 4);
    const std::array<float, 4> outside{0.5F, -0.25F, 0.75F, 0.125F};
    const cl_float4 colour{{outside[0], outside[1], outside[2], outside[3]}};
    const auto extent = static_cast<std::size_t>(2 * s.radius + 1);
    std::vector<float> weights = bench.random(extent * extent);
    if (s.height == 1 && s.radius == 3) { // whose result says which pixel was read
      std::fill(weights.begin(), weights.end(), 0.0F);
      weights[extent * 3] = 1.0F;
    }
    const cl::Image2D image = bench.image(in, wide);
    const cl::Buffer weights_buffer = bench.input(weights);
    for (int border = 0; border < 5; ++border) {
      const auto pixel = [&](int x, int y, std::size_t channel) -> double {
        const int px = place(x, s.width, border), py = place(y, s.height, border);
        return px < 0 || py < 0 ? outside[channel]
                                : in[4 * static_cast<std::size_t>(py * s.width + px) + channel];
      };
      const auto reads_of = [&](int radius, bool middle) { // of one kernel
        std::uint64_t reads = 0;
        for (int y = 0; y < s.height; ++y)
          for (int x = 0; x < s.width; ++x)
            for (int j = -radius; j <= radius; ++j)
              for (int i = -radius; i <= radius; ++i)
                if ((middle || i != 0 || j != 0) && place(x + i, s.width, border) >= 0 &&
                    place(y + j, s.height, border) >= 0)
                  ++reads;
        return reads;
      };
      std::vector<double> sums, medians, edges;
      for (int y = 0; y < s.height; ++y)
        for (int x = 0; x < s.width; ++x) {
          std::array<std::array<double, 3>, 3> light{};
          for (std::size_t channel = 0; channel < 4; ++channel) {
            double sum = 0.0;
            std::size_t k = 0;
            for (int j = -s.radius; j <= s.radius; ++j)
              for (int i = -s.radius; i <= s.radius; ++i)
                sum += weights[k++] * pixel(x + i, y + j, channel);
            sums.push_back(sum);
            std::array<double, 9> nine{};
            for (int i = 0; i < 9; ++i) {
              const double p = pixel(x + i % 3 - 1, y + i / 3 - 1, channel);
              nine[static_cast<std::size_t>(i)] = p;
              light[static_cast<std::size_t>(i / 3)][static_cast<std::size_t>(i % 3)] +=
                  p * std::array{0.299, 0.587, 0.114, 0.0}[channel];
            }
            std::sort(nine.begin(), nine.end());
            medians.push_back(nine[4]);
          }
          const auto& l = light;
          const double h = l[0][2] + 2 * l[1][2] + l[2][2] - l[0][0] - 2 * l[1][0] - l[2][0];
          const double v = l[2][0] + 2 * l[2][1] + l[2][2] - l[0][0] - 2 * l[0][1] - l[0][2];
          for (const double one : {std::hypot(h, v), std::hypot(h, v), std::hypot(h, v), 1.0})
            edges.push_back(one);
        }
      const auto where = [&](const char* kernel) {
        return fmt::format("{}, {} x {} pixels{}, border {} ({}){}", kernel, s.width, s.height,
                           std::string(kernel) == "weighted" ? fmt::format(", radius {}", s.radius)
                                                             : "",
                           border, borders[static_cast<std::size_t>(border)],
                           s.height > 1 ? ""
                           : std::string(kernel) == "weighted" && s.radius == 3
                               ? ", red is 1, 2, 3, 4, and the only weight that is not 0 is that "
                                 "of the pixel three to the left"
                               : ", red is 1, 2, 3, 4");
      };
      const exercise::Layout layout{wide, exercise::rgba};
      const auto one = bench.output<float>(in.size()), two = bench.output<float>(in.size()),
                 three = bench.output<float>(in.size());
      bench.run("weighted", {wide, high}, {8, 4}, image, one.buffer, border, colour, weights_buffer,
                s.radius);
      bench.expect(one, sums, {2e-5, 1e-5}, where("weighted"), layout);
      bench.allow("weighted", {.image_reads = reads_of(s.radius, true)});
      bench.run("median", {wide, high}, {8, 4}, image, two.buffer, border, colour);
      bench.expect(two, medians, {1e-6, 0.0}, where("median"), layout);
      bench.allow("median", {.image_reads = reads_of(1, true)});
      bench.run("edges", {wide, high}, {8, 4}, image, three.buffer, border, colour);
      bench.expect(three, edges, {2e-5, 1e-5}, where("edges"), layout);
      bench.allow("edges", {.image_reads = reads_of(1, false)});
    }
  }
}
