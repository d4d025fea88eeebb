#include "tools/exercise/check.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 12}) {
    const std::size_t group = bench.group(wanted);
    for (const std::size_t n : bench.sizes({1, 64, 1000, 1023}, {1, 31}, {1 << 20})) {
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
  // Who fills the tile? Each work-item runs alone, as a function with a tile of its own.
  constexpr std::size_t group = 12;
  const std::string alone = fmt::format(R"(
#define kernel
#define __kernel
#define local
#define __local
#define barrier(flags)
#define async_work_group_copy(to, from, count, event) (event)
#define wait_group_events(count, events)
#define get_local_id(d) (get_global_id(d) % {0})
#define get_group_id(d) (get_global_id(d) / {0})
#define get_local_size(d) ((size_t){0})
{1}
#undef __kernel
__kernel void spy(global const float* in, global float* out, global float* tiles) {{
  float tile[{0}];
  for (uint k = 0; k < {0}; ++k)
    tile[k] = NAN;
  centre(in, out, tile, {0});
  for (uint k = 0; k < {0}; ++k)
    tiles[get_global_id(0) * {0} + k] = tile[k];
}}
)",
                                        group, bench.program().getInfo<CL_PROGRAM_SOURCE>());
  cl::Kernel spy(common::build_source(bench.session.context, bench.session.device, alone, "-w"),
                 "spy");
  const std::vector<float> in = bench.random(group);
  const cl::Buffer input = bench.input(in);
  const auto out = bench.output<float>(group), tiles = bench.output<float>(group * group);
  common::set_args(spy, input, out.buffer, tiles.buffer);
  bench.launch_exactly(spy, {group}, {1});
  const std::vector<float> filled = bench.read(tiles);
  for (std::size_t l = 0; l < group; ++l) {
    const float* tile = filled.data() + l * group;
    const auto numbers = std::count_if(tile, tile + group, [&](float x) {
      return std::find(in.begin(), in.end(), x) != in.end();
    });
    bench.expect(numbers <= 1,
                 fmt::format("in a group of {}, the work-item with the local id {} puts {} numbers "
                             "into the tile, while others wait: let each put its own there.",
                             group, l, numbers));
  }
}
