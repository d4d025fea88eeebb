#include "exercise.hpp"

#include "common/kernel_io.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <regex>

EXERCISE_CHECK(bench) {
  struct Case {
    std::string name;
    Weights weights;
  };
  std::vector<Case> cases{
      {"Sobel", {3, 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}}},
      {"one weight of 1", {1, 1, {1}}},
      {"nothing but zeros", {2, 3, {0, 0, 0, 0, 0, 0}}},
      {"very small weights", {3, 1, {3e-9F, -2e-8F, 1e-8F / 3.0F}}},
      {"large weights", {1, 2, {-16777213.0F, 3e9F}}},
      {"5 x 2 random weights", {5, 2, bench.random(10)}},
  };
  for (const Case& c : cases) {
    bench.trying(c.name);
    const std::string source = source_of(c.weights);
    bench.expect(!std::regex_search(source, std::regex(R"(\b(for|while|do|goto)\b)")),
                 fmt::format("{}: there is a loop in the source.", c.name));
    cl::Program program;
    try {
      program = common::build_source(bench.session.context, bench.session.device, source);
    } catch (const common::BuildError& error) {
      throw exercise::Wrong(fmt::format("{}: the source does not build.\n{}", c.name, error.log));
    }
    const auto width = static_cast<std::size_t>(c.weights.width);
    const auto height = static_cast<std::size_t>(c.weights.height);
    const auto not_zero =
        static_cast<std::size_t>(std::count_if(c.weights.values.begin(), c.weights.values.end(),
                                               [](float weight) { return weight != 0.0F; }));
    for (const std::size_t columns : {width, std::size_t{31}})
      for (const std::size_t rows : {height, std::size_t{17}}) {
        const std::vector<float> in = bench.random(columns * rows);
        const std::size_t wide = columns - width + 1, high = rows - height + 1;
        std::vector<double> want;
        for (std::size_t y = 0; y < high; ++y)
          for (std::size_t x = 0; x < wide; ++x) {
            double sum = 0.0;
            for (std::size_t j = 0; j < height; ++j)
              for (std::size_t i = 0; i < width; ++i)
                sum += double{c.weights.values[j * width + i]} * in[(y + j) * columns + x + i];
            want.push_back(sum);
          }
        const double largest =
            std::abs(*std::max_element(c.weights.values.begin(), c.weights.values.end(),
                                       [](float a, float b) { return std::abs(a) < std::abs(b); }));
        const cl::Buffer input = bench.input(in);
        const auto out = bench.output<float>(want.size());
        cl::Kernel kernel(program, "filter");
        common::set_args(kernel, input, out.buffer, static_cast<cl_int>(columns),
                         static_cast<cl_int>(rows));
        const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, {8, 4});
        bench.launch_exactly(kernel, common::round_up({columns, rows}, local), local);
        bench.expect(out, want, {1e-6 * largest * static_cast<double>(not_zero), 0.0},
                     fmt::format("{}, {} x {} pixels", c.name, columns, rows), wide);
        bench.allow("filter",
                    {.global_loads = not_zero * want.size(), .global_stores = want.size()});
      }
  }
}
