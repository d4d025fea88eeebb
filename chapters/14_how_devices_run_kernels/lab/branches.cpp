// What a branch costs, where neighbours take different ways and where they go together.

#include "lab.hpp"

#include <fmt/format.h>

// [divergence]
Json what_does_a_branch_cost(const Lab& lab) {
  const Scale scale = scale_of(lab);
  cl::Kernel kernel = lab.kernel("branches", "branches");
  const std::size_t local = fit(lab, kernel, 256);
  const std::size_t items = scale.groups * local;
  const cl::Buffer result = lab.buffer(std::vector<cl_uint>(items));
  const auto measure = [&](cl_uint span, cl_uint ways) {
    common::set_args(kernel, result, span, ways, scale.rounds);
    lab.queue.enqueueFillBuffer(result, cl_uint{0}, 0, 4 * items);
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {local}); });
    verify_all(lab.read<cl_uint>(result), fmt::format("{} ways", ways), [&](std::size_t i) {
      const auto id = static_cast<std::uint32_t>(i);
      const std::uint32_t path = id / span % ways;
      return affine(id, 1664525U + 8 * path, 1013904223U + 2 * path, scale.rounds);
    });
    return time.ms;
  };
  Json rows = Json::array();
  for (cl_uint ways = 1; ways <= 32; ways *= lab.quick ? 32 : 2)
    rows.push_back(
        {{"ways", ways}, {"by_lane_ms", measure(1, ways)}, {"by_group_ms", measure(64, ways)}});
  // [/divergence]
  for (Json& row : rows) {
    row["by_group_times"] = row["by_group_ms"].get<double>() / rows[0]["by_group_ms"].get<double>();
    row["by_lane_times"] = row["by_lane_ms"].get<double>() / rows[0]["by_lane_ms"].get<double>();
  }
  fmt::print("  {} work-items; each takes one of the ways, all equally long\n", items);
  print_rows(rows, {{"ways", "", "ways"},
                    {"by_group_ms", "{:.3f}", "64 neighbours together, ms"},
                    {"by_group_times", "{:.2f}", "times 1 way"},
                    {"by_lane_ms", "{:.3f}", "each its own, ms"},
                    {"by_lane_times", "{:.2f}", "times 1 way"}});
  return {{"items", items}, {"rows", rows}};
}
