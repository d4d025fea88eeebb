// The transpose of a matrix, with and without a tile: the same reads and writes, in another order.

#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

Json when_does_a_tile_pay(const Lab& lab) {
  const bool small = lab.quick || harness::is_simulator(lab.device);
  const int rows = small ? 64 : 2048, columns = rows + 1; // the last groups of a row are cut off
  const auto in = common::random_floats(std::size_t(rows) * columns, lab.seed);
  std::vector<float> expected(in.size());
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      expected[x * rows + y] = in[y * columns + x];
  const cl::Buffer matrix = lab.buffer(in), out = lab.buffer(in);
  const cl::Program program = lab.program("transpose");
  Json result{{"rows", rows}, {"columns", columns}, {"kernels", Json::array()}};
  for (const char* const name : {"transpose_direct", "transpose_tiled"}) {
    cl::Kernel kernel(program, name);
    const cl::NDRange fitting = common::fit_local_size(lab.device, kernel, {16, 16});
    const std::size_t side = std::min(fitting[0], fitting[1]);
    common::set_args(kernel, matrix, out, columns, rows);
    if (std::string(name) == "transpose_tiled")
      kernel.setArg(4, cl::Local(side * (side + 1) * sizeof(float)));
    const cl::NDRange local(side, side);
    const double ms =
        median_ms(lab, kernel, common::round_up(cl::NDRange(columns, rows), local), local, [&] {
          verify(lab.read<float>(out) == expected, std::string(name) + " transposes the matrix");
          lab.queue.enqueueFillBuffer(out, NAN, 0, in.size() * sizeof(float));
        });
    result["kernels"].push_back({{"kernel", name}, {"side", side}, {"median_ms", ms}});
  }
  fmt::print("  {} x {} floats, transposed by both kernels: all right\n", rows, columns);
  if (harness::is_simulator(lab.device))
    return result; // without times
  const Json& kernels = result.at("kernels");
  const double slowest =
      std::max(kernels[0].at("median_ms").get<double>(), kernels[1].at("median_ms").get<double>());
  for (const Json& row : kernels)
    fmt::print("  {:<16} {:>8}  {}\n", row.at("kernel").get<std::string>(),
               harness::duration_text(row.at("median_ms")),
               harness::bar(row.at("median_ms"), slowest));
  return result;
}
