// Constant memory: tables of the program, and what it costs to read one element or many.

#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// [tables]
void three_tables(const Lab& lab, const cl::Program& program) {
  cl::Kernel kernel(program, "three_tables");
  const cl::Buffer out = lab.buffer(std::vector<cl_int>(16));
  kernel.setArg(0, out);
  common::launch(lab.queue, kernel, {16}, {1});
  const auto got = lab.read<cl_int>(out);
  const std::vector<cl_int> primes{2, 3, 5, 7, 11, 13, 17, 19};
  for (cl_int i = 0; i < 16; ++i) {
    const cl_int k = i % 8;
    verify(got[static_cast<std::size_t>(i)] ==
               primes[static_cast<std::size_t>(k)] + 100 * k * k + 10000 * k * k * k,
           "a table in the program holds its values");
  }
  fmt::print("  tables at program scope, in a kernel, and private: the same 16 results\n");
}
// [/tables]

constexpr std::size_t length = 1024; // LENGTH and READS of constant.cl

// [sums]
// Each work-item reads 1024 elements of a table; neighbours in the group read elements `spread` apart.
Json sum(const Lab& lab, const cl::Program& program, const char* space, cl_uint spread) {
  cl::Kernel kernel(program, fmt::format("sum_{}", space).c_str());
  const bool simulated = harness::is_simulator(lab.device);
  const std::size_t n = simulated ? 8 : lab.quick ? 256 : 1 << 16;
  const std::size_t wanted = simulated ? 4 : 64;
  const std::size_t local = common::fit_local_size(lab.device, kernel, {wanted}).get()[0];
  const auto values = numbers(length, lab.seed);
  const cl::Buffer out = lab.buffer(std::vector<cl_uint>(n)), table = lab.buffer(values);
  common::set_args(kernel, out, table, cl::Local(length * sizeof(cl_uint)), spread);
  std::vector<cl_uint> expected(local);
  for (std::size_t l = 0; l < local; ++l)
    for (cl_uint k = 0; k < length; ++k)
      expected[l] += static_cast<cl_uint>(values[(k + l * spread) % length]) * (k | 1);
  const double ms = median_ms(lab, kernel, {n}, {local}, [&] {
    const auto got = lab.read<cl_uint>(out);
    for (std::size_t i = 0; i < n; ++i)
      verify(got[i] == expected[i % local], fmt::format("sum_{} reads its table", space));
  });
  return {{"space", space},
          {"spread", spread},
          {"median_ms", ms},
          {"ns_per_read", 1e6 * ms / static_cast<double>(n * length)}};
}
// [/sums]

} // namespace

Json when_is_constant_memory_fast(const Lab& lab) {
  const cl::Program program = lab.program("constant");
  three_tables(lab, program);
  Json rows = Json::array();
  double slowest = 0;
  std::vector<const char*> spaces{"constant", "global"};
  if (!lab.quick || harness::is_simulator(lab.device))
    spaces.push_back("local");
  for (const char* const space : spaces)
    for (const cl_uint spread : {0U, 1U, 33U}) {
      rows.push_back(sum(lab, program, space, spread));
      slowest = std::max(slowest, rows.back()["ns_per_read"].get<double>());
    }
  if (harness::is_simulator(lab.device))
    return {{"rows", rows}}; // its times say nothing
  for (const Json& row : rows)
    fmt::print(
        "  {:<8}  neighbours read {:<17} {:>5.0f} ps a read  {}\n", row["space"].get<std::string>(),
        row["spread"] == 0 ? "the same element,"
                           : fmt::format("{} apart,", row["spread"].get<cl_uint>()),
        1e3 * row["ns_per_read"].get<double>(), harness::bar(row["ns_per_read"], slowest, 20));
  return {{"rows", rows}};
}
