#include "exercise.hpp"

#include "common/kernel_io.hpp"
#include "tests/exercises/23_fourier/dft.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

using fourier_exercises::dft;

EXERCISE_CHECK(bench) {
  for (const int n : {2, 4, 16, 64}) {
    bench.trying(fmt::format("n = {}", n));
    const std::string source = transform_source(n);
    bench.expect(source.find("for (") == source.npos && source.find("while (") == source.npos,
                 fmt::format("n = {}: there is a loop left in the kernel.", n));
    cl::Program program;
    try {
      program = common::build_source(bench.session.context, bench.session.device, source);
    } catch (const common::BuildError& error) {
      throw exercise::Wrong(fmt::format("For n = {} the kernel does not build.\n{}", n, error.log));
    }
    cl::Kernel kernel(program, "transform");
    const std::size_t lines = 3, count = static_cast<std::size_t>(n);
    const std::vector<float> z = bench.random(2 * count * lines);
    std::vector<double> want;
    for (std::size_t l = 0; l < lines; ++l) {
      std::vector<double> re, im;
      for (std::size_t i = 0; i < count; ++i) {
        re.push_back(z[2 * (l * count + i)]);
        im.push_back(z[2 * (l * count + i) + 1]);
      }
      const std::vector<double> line = dft(re, im, -1);
      want.insert(want.end(), line.begin(), line.end());
    }
    const cl::Buffer in = bench.input(z);
    const auto out = bench.output<float>(2 * count * lines);
    common::set_args(kernel, in, out.buffer, static_cast<cl_int>(lines));
    bench.launch_exactly(kernel, {4}, {1});
    bench.expect(out, want, {1e-4, 1e-5}, fmt::format("n = {}", n));
  }
}
