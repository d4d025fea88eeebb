#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  if (bench.group(6) < 6)
    throw common::Skip("the work-groups of this device are smaller than 3 x 2.");
  // Every work-item writes down its numbers: global x y, group x y, local x y.
  const cl::Program program = common::build_source(bench.session.context, bench.session.device, R"(
        kernel void note(global int* out) {
          const int i = (int)((get_global_id(1) - 20) * 6 + get_global_id(0) - 10);
          for (int d = 0; d < 2; ++d) {
            out[6 * i + d] = (int)get_global_id(d);
            out[6 * i + 2 + d] = (int)get_group_id(d);
            out[6 * i + 4 + d] = (int)get_local_id(d);
          }
        })");
  const auto out = bench.output<cl_int>(std::size_t{24} * 6);
  cl::Kernel kernel(program, "note");
  kernel.setArg(0, out.buffer);
  common::launch(bench.session.queue, kernel, {6, 4}, {3, 2}, {}, {10, 20});
  const std::vector<cl_int> all = bench.read(out);
  const auto pair = [&](std::size_t item, std::size_t what) {
    return fmt::format("{}, {}", all[6 * item + what], all[6 * item + what + 1]);
  };
  const auto item_with = [&](std::size_t what, cl_int x, cl_int y, std::size_t more, cl_int mx,
                             cl_int my) {
    for (std::size_t i = 0; i < 24; ++i)
      if (all[6 * i + what] == x && all[6 * i + what + 1] == y && all[6 * i + more] == mx &&
          all[6 * i + more + 1] == my)
        return i;
    throw std::logic_error("there is no such work-item");
  };
  bench.expect_answer("number of groups",
                      fmt::format("{}, {}", all[6 * 23 + 2] + 1, all[6 * 23 + 3] + 1));
  bench.expect_answer("smallest global id", pair(0, 0));
  bench.expect_answer("global id of local (2, 0) in group (1, 1)",
                      pair(item_with(4, 2, 0, 2, 1, 1), 0));
  bench.expect_answer("group of global id (12, 22)", pair(item_with(0, 12, 22, 0, 12, 22), 2));
  bench.expect_answer("local id of global id (14, 21)", pair(item_with(0, 14, 21, 0, 14, 21), 4));
}
