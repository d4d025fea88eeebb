#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int width, height;
    std::size_t count;
  };
  for (const Case& c : {Case{1, 1, 2}, Case{31, 17, 5}, Case{5, 23, 1}, Case{64, 48, 12}}) {
    if (bench.in_simulator && c.width > 5)
      continue;
    const auto wide = static_cast<std::size_t>(c.width), high = static_cast<std::size_t>(c.height);
    std::vector<float> templates = bench.random(9 * c.count), in = bench.random(4 * wide * high);
    for (std::size_t t = 0; t < c.count; ++t) {
      double mean = 0.0, squares = 0.0;
      for (std::size_t i = 9 * t; i < 9 * t + 9; ++i)
        mean += templates[i] / 9.0;
      for (std::size_t i = 9 * t; i < 9 * t + 9; ++i)
        squares += (templates[i] - mean) * (templates[i] - mean);
      for (std::size_t i = 9 * t; i < 9 * t + 9; ++i)
        templates[i] = static_cast<float>((templates[i] - mean) / std::sqrt(squares));
    }
    if (c.width >
        20) // a patch that is even; template 3, brighter and with more contrast, and faint
      for (std::size_t i = 0; i < 16; ++i) {
        in[4 * ((10 + i / 4) * wide + 12 + i % 4)] = 0.5F;
        if (i < 9) {
          in[4 * ((5 + i / 3) * wide + 4 + i % 3)] = 7.0F + 3.0F * templates[27 + i];
          in[4 * ((3 + i / 3) * wide + 20 + i % 3)] = 0.5F + 0.01F * templates[27 + i];
        }
      }
    std::vector<std::vector<double>> all; // for each pixel, the correlation with each template
    std::vector<double> want;
    for (int y = 0; y < c.height; ++y)
      for (int x = 0; x < c.width; ++x) {
        double d[9], mean = 0.0, squares = 0.0;
        for (int i = 0; i < 9; ++i) {
          const int px = std::clamp(x + i % 3 - 1, 0, c.width - 1),
                    py = std::clamp(y + i / 3 - 1, 0, c.height - 1);
          d[i] = in[4 * static_cast<std::size_t>(py * c.width + px)];
          mean += d[i] / 9.0;
        }
        for (double& one : d) {
          one -= mean;
          squares += one * one;
        }
        all.emplace_back(c.count, 0.0);
        for (std::size_t i = 0; squares > 1e-10 && i < 9 * c.count; ++i)
          all.back()[i / 9] += templates[i] * d[i % 9] / std::sqrt(squares);
        want.push_back(*std::max_element(all.back().begin(), all.back().end()));
      }
    const auto out = bench.output<float>(2 * want.size());
    bench.run("best_match", {wide, high}, {8, 4}, bench.image(in, wide), bench.input(templates),
              static_cast<cl_int>(c.count), out.buffer);
    const std::string where =
        fmt::format("{} templates, {} x {} pixels", c.count, c.width, c.height);
    const std::vector<float> got = bench.read(out, where);
    std::vector<float> best;
    for (std::size_t i = 0; i < got.size(); i += 2)
      best.push_back(got[i]);
    bench.expect(best, want, {1e-4, 0.0}, where, wide);
    for (std::size_t i = 0; i < want.size(); ++i) {
      // Of two that are equal but for a rounding, either will do; of zeros, the first.
      const float which = got[2 * i + 1];
      const bool right = which >= 0 && which < static_cast<float>(c.count) &&
                         all[i][static_cast<std::size_t>(which)] >= want[i] - 2e-4 &&
                         (want[i] != 0.0 || which == 0.0F);
      bench.expect(right,
                   fmt::format("{}: at ({}, {}) {}, and you write template {}.", where, i % wide,
                               i / wide,
                               want[i] == 0.0 ? "all nine pixels are equal"
                                              : "another template has the largest correlation",
                               which));
    }
  }
}
