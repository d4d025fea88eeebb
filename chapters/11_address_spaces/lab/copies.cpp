// Copies into local memory: by hand, by the work-group's copy functions, with a stride; prefetch.

#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace {

constexpr std::size_t radius = 8; // as in copies.cl

void expect_copied(const std::vector<cl_int>& got, const std::vector<cl_int>& want,
                   const std::string& what) {
  const auto result = common::compare(got, want);
  if (!result.passed())
    throw common::Error(fmt::format("{}: {}", what, result.summary()));
}

// [windows]
// Sums of 17 neighbours: the time of each way to read them.
Json windows(const Lab& lab, const cl::Program& program) {
  // No multiple of a work-group's size: the last one copies fewer elements.
  const std::size_t n = lab.quick || harness::is_simulator(lab.device) ? 1000 : 1'000'003;
  const auto x = numbers(n + 2 * radius, lab.seed);
  std::vector<cl_int> expected(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k <= 2 * radius; ++k)
      expected[i] += x[i + k];
  const cl::Buffer y = lab.buffer(std::vector<cl_int>(n)), in = lab.buffer(x);
  std::vector<const char*> names{"window_by_hand", "window_async"};
  if (!lab.quick || harness::is_simulator(lab.device))
    names.insert(names.begin(), {"window_direct", "window_prefetch"});
  Json rows = Json::array();
  for (const char* const name : names) {
    cl::Kernel kernel(program, name);
    const cl::NDRange local = common::fit_local_size(lab.device, kernel, {128});
    common::set_args(kernel, y, in, cl::Local((local.get()[0] + 2 * radius) * sizeof(cl_int)),
                     static_cast<cl_uint>(n));
    const double ms = median_ms(lab, kernel, common::round_up(cl::NDRange(n), local), local, [&] {
      expect_copied(lab.read<cl_int>(y), expected, name);
      lab.queue.enqueueFillBuffer(y, cl_int{-1}, 0, n * sizeof(cl_int));
    });
    rows.push_back({{"kernel", name}, {"local_size", local.get()[0]}, {"median_ms", ms}});
  }
  return {{"elements", n}, {"rows", rows}};
}
// [/windows]

// [difference]
void difference(const Lab& lab, const cl::Program& program) {
  cl::Kernel kernel(program, "difference");
  const std::size_t local = common::fit_local_size(lab.device, kernel, {32}).get()[0];
  const auto a = numbers(8 * local, lab.seed), b = numbers(8 * local, lab.seed + 1);
  std::vector<cl_int> expected(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    expected[i] = a[i] - b[i];
  const cl::Buffer out = lab.buffer(a), first = lab.buffer(a), second = lab.buffer(b);
  common::set_args(kernel, out, first, second, cl::Local(2 * local * sizeof(cl_int)));
  common::launch(lab.queue, kernel, {a.size()}, {local});
  expect_copied(lab.read<cl_int>(out), expected, "difference");
  fmt::print("  two copies with one event, the result copied back: all {} right\n", a.size());
}
// [/difference]

// [transpose]
// A matrix of 24 rows and 40 columns, transposed by copies alone. `groups` of them, each with a line
// of `length` elements in local memory.
void transpose(const Lab& lab, const cl::Program& program, const char* name, std::size_t groups,
               std::size_t length) {
  constexpr cl_uint rows = 24, columns = 40;
  const auto in = numbers(rows * columns, lab.seed);
  std::vector<cl_int> expected(in.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      expected[column * rows + row] = in[row * columns + column];
  cl::Kernel kernel(program, name);
  const std::size_t local = common::fit_local_size(lab.device, kernel, {16}).get()[0];
  const cl::Buffer out = lab.buffer(in), matrix = lab.buffer(in);
  common::set_args(kernel, out, matrix, cl::Local(length * sizeof(cl_int)), rows, columns);
  common::launch(lab.queue, kernel, {groups * local}, {local});
  expect_copied(lab.read<cl_int>(out), expected, name);
  fmt::print("  {}, 24 x 40 elements, by {} work-groups of {}: all right\n", name, groups, local);
}
// [/transpose]

} // namespace

Json who_copies_into_local_memory(const Lab& lab) {
  const cl::Program program = lab.program("copies");
  difference(lab, program);
  if (harness::is_simulator(lab.device)) {
    fmt::print("  with a stride: left out, Oclgrind takes what it brings for uninitialised\n");
  } else {
    transpose(lab, program, "transpose_columns", 40, 24);
    if (!lab.quick)
      transpose(lab, program, "transpose_rows", 24, 40);
  }
  Json result = windows(lab, program);
  double slowest = 0;
  for (const Json& row : result.at("rows"))
    slowest = std::max(slowest, row.at("median_ms").get<double>());
  fmt::print("  sums of {} neighbours, {} of them, verified each time\n", 2 * radius + 1,
             result.at("elements").get<std::size_t>());
  if (harness::is_simulator(lab.device))
    return result; // without times
  for (const Json& row : result.at("rows"))
    fmt::print("  {:<16} {:>8}  {}\n", row.at("kernel").get<std::string>(),
               harness::duration_text(row.at("median_ms")),
               harness::bar(row.at("median_ms"), slowest));
  return result;
}
