#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t runs : bench.sizes({1, 5}, {3})) {
    // Less than 65536: Mesa's rusticl 22.3 ends a loop there.
    const std::size_t length = bench.in_simulator ? 2000 : 60000;
    std::vector<float> in = bench.random(runs * length, 0.0F, 1.0F);
    std::vector<double> want(runs);
    for (std::size_t r = 0; r < runs; ++r) {
      in[r * length] = 30000.0F; // what comes after it is small
      for (std::size_t i = 0; i < length; ++i)
        want[r] += in[r * length + i];
    }
    const auto out = bench.output<float>(runs);
    bench.run("add_up", {runs}, {1}, bench.input(in), static_cast<cl_uint>(runs),
              static_cast<cl_uint>(length), out.buffer);
    bench.expect(out, want, {0.0, 1.8e-7}, fmt::format("{} runs of {}", runs, length));
    bench.allow("add_up", {.global_loads = runs * length, .global_stores = runs});
  }
}
