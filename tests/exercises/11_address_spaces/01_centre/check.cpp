#include "tools/exercise/check.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31})) {
      const std::vector<float> in = bench.random(n, 0.0F, 10.0F);
      std::vector<double> want(n);
      for (std::size_t first = 0; first < n; first += group) {
        const std::size_t end = std::min(n, first + group);
        double sum = 0.0;
        for (std::size_t i = first; i < end; ++i)
          sum += in[i];
        for (std::size_t i = first; i < end; ++i)
          want[i] = in[i] - sum / static_cast<double>(end - first);
      }
      const auto out = bench.output<float>(n);
      bench.run("centre", {n}, {group}, bench.input(in), out.buffer,
                cl::Local(group * sizeof(float)), static_cast<cl_uint>(n));
      bench.expect(out, want, {1e-4, 0.0}, fmt::format("n = {}, groups of {}", n, group));
      // With groups of one work-item the starter needs no more than anybody.
      bench.allow("centre", {.global_loads = n, .global_stores = n});
    }
  }
  if (bench.in_simulator)
    return;
  // Who fills the tile? Each work-item of a group runs alone, with the tile in global memory, where the
  // host can look into it.
  constexpr std::size_t group = 12;
  const std::string alone = fmt::format("#define local global\n"
                                        "#define __local global\n"
                                        "#define barrier(flags)\n"
                                        "#define get_local_id(d) (get_global_id(d) % {0})\n"
                                        "#define get_group_id(d) (get_global_id(d) / {0})\n"
                                        "#define get_local_size(d) {0}\n",
                                        group);
  cl::Program spied;
  try {
    spied = common::build_source(bench.session.context, bench.session.device,
                                 alone + bench.program().getInfo<CL_PROGRAM_SOURCE>());
  } catch (const common::BuildError&) {
    return; // with more local memory than the tile: there is none outside of a group
  }
  const std::vector<float> in = bench.random(group);
  const cl::Buffer input = bench.input(in);
  for (std::size_t l = 0; l < group; ++l) {
    const auto out = bench.output<float>(group), tile = bench.output<float>(group);
    cl::Kernel kernel(spied, "centre");
    common::set_args(kernel, input, out.buffer, tile.buffer, cl_uint{group});
    common::launch(bench.session.queue, kernel, {1}, {1}, {}, {l});
    const std::vector<float> filled = bench.read(tile);
    const auto numbers = std::count_if(filled.begin(), filled.end(), [&](float x) {
      return std::find(in.begin(), in.end(), x) != in.end();
    });
    bench.expect(numbers <= 1,
                 fmt::format("in a group of {}, the work-item with the local id {} puts {} numbers "
                             "into the tile, while others wait: let each put its own there.",
                             group, l, numbers));
  }
}
