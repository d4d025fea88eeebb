#include "lab.hpp"

#include "harness/lab/device.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

Scale scale_of(const Lab& lab) {
  const bool gpu = (lab.device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
  const std::size_t units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  if (harness::is_simulator(lab.device))
    return {1024, 2, 4, false};
  if (lab.quick)
    return {std::size_t{1} << 16, gpu ? 8 * units : units, 64, gpu};
  // All buffers of an experiment together stay far below the device's memory.
  const cl_ulong limit = std::min(lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(),
                                  lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 8);
  const cl_ulong wanted = (gpu ? 512ULL : 64ULL) << 20;
  return {std::bit_floor(static_cast<std::size_t>(std::min(wanted, limit)) / 4),
          gpu ? 32 * units : 4 * units, gpu ? 2048U : 1024U, gpu};
}

namespace {

harness::Repetition repetition(const Lab& lab) {
  return lab.quick ? harness::Repetition{0.001, 2, 5} : harness::Repetition{0.08, 7, 50};
}

// [measure]
template <typename Time>
Measured measure(const Lab& lab, const Time& time_of_one) {
  time_of_one(); // compiles, and fills caches
  const harness::Repetition wanted = repetition(lab);
  const int count = harness::calibrated_samples(1e-3 * time_of_one(), wanted);
  common::Samples samples;
  for (int i = 0; i < count; ++i)
    samples.values.push_back(time_of_one());
  return {samples.median(), samples.min(), samples.spread(), static_cast<unsigned>(count) + 2};
}
// [/measure]

} // namespace

Measured device_ms(const Lab& lab, const std::function<cl::Event()>& run) {
  return measure(lab, [&] { return common::event_times(run()).execution_ms(); });
}

Measured host_ms(const Lab& lab, const std::function<void()>& run) {
  return measure(lab, [&] {
    const common::Stopwatch watch;
    run();
    return watch.milliseconds();
  });
}

std::size_t fit(const Lab& lab, const cl::Kernel& kernel, std::size_t wanted) {
  return harness::range_size(common::fit_local_size(lab.device, kernel, {wanted}));
}

void print_rows(const Json& rows, const std::vector<Column>& columns, bool bars) {
  const auto value = [](const Json& row, const Column& column) {
    const Json& cell = row.at(column.key);
    if (cell.is_string())
      return cell.get<std::string>();
    if (cell.is_number_integer())
      return std::to_string(cell.get<std::int64_t>());
    return fmt::format(fmt::runtime(column.format), cell.get<double>());
  };
  double most = 0.0;
  std::vector<harness::Table::Column> titles;
  for (const Column& column : columns)
    titles.push_back({column.title, rows.front().at(column.key).is_string()
                                        ? harness::Table::Align::left
                                        : harness::Table::Align::right});
  if (bars) {
    titles.push_back({"", harness::Table::Align::left});
    for (const Json& row : rows)
      most = std::max(most, row.at(columns.back().key).get<double>());
  }
  harness::Table table(titles);
  for (const Json& row : rows) {
    std::vector<std::string> cells;
    for (const Column& column : columns)
      cells.push_back(value(row, column));
    if (bars)
      cells.push_back(harness::bar(row.at(columns.back().key), most));
    table.add(cells);
  }
  fmt::print("{}", table.text());
}

std::uint32_t affine(std::uint32_t x, std::uint32_t factor, std::uint32_t term,
                     std::uint64_t steps) {
  // n steps are a map of the same form; the maps of 1, 2, 4, ... steps make up any n.
  for (; steps != 0; steps /= 2) {
    if (steps % 2 == 1)
      x = factor * x + term;
    term = factor * term + term;
    factor *= factor;
  }
  return x;
}
