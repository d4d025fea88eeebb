#include "exercise.hpp"

#include "common/kernel_io.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::vector<Range> ranges{{{0, 0}, {6, 4}, {3, 2}},
                                  {{10, 20}, {6, 4}, {3, 2}},
                                  {{5, 1}, {12, 3}, {4, 3}},
                                  {{0, 7}, {1, 5}, {1, 1}}};
  const cl::Program program = common::build_kernel_file(bench.session.context, bench.session.device,
                                                        "10_types_and_operators/indices.cl");
  for (const Range& range : ranges) {
    const auto& [offset, size, local] = range;
    const std::string where =
        fmt::format("offset {} x {}, global size {} x {}, local size {} x {}", offset[0], offset[1],
                    size[0], size[1], local[0], local[1]);
    bench.trying(where);
    // What the specification says, from nothing but the place in the result.
    std::vector<cl_int> want;
    for (std::size_t y = 0; y < size[1]; ++y)
      for (std::size_t x = 0; x < size[0]; ++x)
        for (const std::size_t value :
             {x + offset[0], y + offset[1], x % local[0], y % local[1], x / local[0], y / local[1],
              size[0], size[1], local[0], local[1], size[0] / local[0], size[1] / local[1],
              std::size_t{2}, std::size_t{0}, std::size_t{1}, std::size_t{1}})
          want.push_back(static_cast<cl_int>(value));
    std::vector<std::uint32_t> host(want.size(), 4711);
    run_indices(host, range);
    bench.expect(std::vector<cl_int>(host.begin(), host.end()), want, where,
                 {0,
                  {"global id 0", "global id 1", "local id 0", "local id 1", "group 0", "group 1",
                   "global size 0", "global size 1", "local size 0", "local size 1", "groups 0",
                   "groups 1", "work dim", "global id 2", "global size 2", "local size 2"}});
    // And the device itself, where its groups can be so large.
    cl::Kernel kernel(program, "indices");
    if (bench.group(local[0] * local[1]) < local[0] * local[1])
      continue;
    const auto out = bench.output<cl_int>(want.size());
    common::set_args(kernel, out.buffer);
    common::launch(bench.session.queue, kernel, {size[0], size[1]}, {local[0], local[1]}, {},
                   {offset[0], offset[1]});
    const std::vector<cl_int> device = bench.read(out);
    bench.expect(device == std::vector<cl_int>(host.begin(), host.end()),
                 where + ": the device says something else.");
  }
}
