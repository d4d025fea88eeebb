// How fast each way to move the bytes of a buffer is, from small sizes to large ones.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace {

using Align = harness::Table::Align;

// All memory that the calls need, at the largest size; smaller sizes use the beginning of it.
struct Bench {
  Bench(const Lab& lab, std::size_t largest)
      : queue(lab.queue), from(largest / sizeof(cl_uint)), to(from.size()),
        source(lab.context, CL_MEM_READ_WRITE, largest),
        target(lab.context, CL_MEM_READ_WRITE, largest),
        staging(lab.context, CL_MEM_ALLOC_HOST_PTR, largest) {
    for (std::size_t i = 0; i < from.size(); ++i)
      from[i] = static_cast<cl_uint>(i) * 2654435761U + lab.seed; // quick to make, no two alike
    pinned = queue.enqueueMapBuffer(staging, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, largest);
    std::memcpy(pinned, from.data(), largest);
    queue.enqueueWriteBuffer(source, CL_TRUE, 0, largest, from.data());
  }
  ~Bench() {
    try {
      queue.enqueueUnmapMemObject(staging, pinned);
      queue.finish();
    } catch (const cl::Error&) { // the context goes with its buffers, mapped or not
    }
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  cl::CommandQueue queue;
  Numbers from, to;
  cl::Buffer source, target; ///< of the device
  cl::Buffer staging;        ///< whose mapped pointer is `pinned`
  void* pinned = nullptr;
};

struct Call {
  const char* name;
  void (*run)(Bench&, std::size_t bytes); ///< returns when the bytes have arrived
  enum { in_target, in_array, pattern } arrives;
};

constexpr cl_uint fill_pattern = 0x01020304U;

// [calls]
constexpr std::array calls{
    Call{"write",
         [](Bench& b, std::size_t bytes) {
           b.queue.enqueueWriteBuffer(b.target, CL_TRUE, 0, bytes, b.from.data());
         },
         Call::in_target},
    Call{"read",
         [](Bench& b, std::size_t bytes) {
           b.queue.enqueueReadBuffer(b.source, CL_TRUE, 0, bytes, b.to.data());
         },
         Call::in_array},
    Call{"map", // the host itself copies into the buffer
         [](Bench& b, std::size_t bytes) {
           void* mapped = b.queue.enqueueMapBuffer(b.target, CL_TRUE,
                                                   CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes);
           std::memcpy(mapped, b.from.data(), bytes);
           b.queue.enqueueUnmapMemObject(b.target, mapped);
           b.queue.finish();
         },
         Call::in_target},
    Call{"pinned", // a write, from pinned memory
         [](Bench& b, std::size_t bytes) {
           b.queue.enqueueWriteBuffer(b.target, CL_TRUE, 0, bytes, b.pinned);
         },
         Call::in_target},
    Call{"copy",
         [](Bench& b, std::size_t bytes) {
           b.queue.enqueueCopyBuffer(b.source, b.target, 0, 0, bytes);
           b.queue.finish();
         },
         Call::in_target},
    Call{"fill",
         [](Bench& b, std::size_t bytes) {
           b.queue.enqueueFillBuffer(b.target, fill_pattern, 0, bytes);
           b.queue.finish();
         },
         Call::pattern},
    Call{"host", // the yardstick: no OpenCL at all
         [](Bench& b, std::size_t bytes) { std::memcpy(b.to.data(), b.from.data(), bytes); },
         Call::in_array},
};
// [/calls]

// Have the bytes arrived? And is nothing changed after them?
void check(Bench& bench, const Call& call, std::size_t bytes) {
  constexpr cl_uint poison = 0xDEADBEEFU;
  const std::size_t count = bytes / sizeof(cl_uint);
  const std::size_t around = std::min(count + 16, bench.to.size());
  const auto end = bench.to.begin() + static_cast<std::ptrdiff_t>(around);
  std::fill(bench.to.begin(), end, poison);
  bench.queue.enqueueFillBuffer(bench.target, poison, 0, around * sizeof(cl_uint));
  call.run(bench, bytes);
  if (call.arrives != Call::in_array)
    bench.queue.enqueueReadBuffer(bench.target, CL_TRUE, 0, around * sizeof(cl_uint),
                                  bench.to.data());
  const auto behind = bench.to.begin() + static_cast<std::ptrdiff_t>(count);
  const bool arrived =
      call.arrives == Call::pattern
          ? std::all_of(bench.to.begin(), behind, [](cl_uint x) { return x == fill_pattern; })
          : std::equal(bench.to.begin(), behind, bench.from.begin());
  verify(arrived, fmt::format("{} moves {} bytes", call.name, bytes));
  verify(std::all_of(behind, end, [](cl_uint x) { return x == poison; }),
         fmt::format("{} moves no more than {} bytes", call.name, bytes));
}

// How long the map itself takes, without a byte touched.
double map_alone_us(Bench& bench, std::size_t bytes) {
  return 1e3 * least_ms([&] {
           void* mapped =
               bench.queue.enqueueMapBuffer(bench.source, CL_TRUE, CL_MAP_READ, 0, bytes);
           bench.queue.enqueueUnmapMemObject(bench.source, mapped);
           bench.queue.finish();
         });
}

// [knee]
// A transfer takes a fixed time and a time for each byte: t = overhead + bytes / speed. Both are
// equal at overhead * speed bytes, where half of the speed is reached: that is the knee.
Json knee_of(const Json& rows, const std::string& call) {
  double best = 0.0;
  Json at;
  for (const Json& row : rows)
    if (row[call].get<double>() > best) {
      best = row[call];
      at = row["size"];
    }
  const double overhead_us = rows.front()[call + "_us"];
  Json half;
  for (const Json& row : rows)
    if (half.is_null() && row[call].get<double>() >= best / 2)
      half = row["size"];
  return {{"call", call},
          {"overhead_us", overhead_us},
          {"best_gbps", best},
          {"best_at", at},
          {"half_at", half},
          {"predicted_half_bytes", 1e-6 * overhead_us * 1e9 * best},
          {"largest_gbps", rows.back()[call]}};
}
// [/knee]

} // namespace

// [bandwidth]
Json how_fast_are_they(const Lab& lab) {
  const std::size_t limit = std::min<cl_ulong>(lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(),
                                               lab.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 8);
  std::vector<std::size_t> sizes;
  for (std::size_t size = 4096; size <= ((lab.quick ? 1U : 256U) << 20); size *= lab.quick ? 16 : 4)
    if (size <= limit)
      sizes.push_back(size);
    else
      fmt::print("  {}: skipped, too large for this device\n",
                 harness::size_text(static_cast<double>(size)));
  const harness::Repetition repetition{lab.quick ? 0.002 : 0.08, 3, 200};
  Bench bench(lab, sizes.back());
  harness::Progress progress("bandwidth");
  Json rows = Json::array();
  for (const std::size_t size : sizes) {
    const std::string name = harness::size_text(static_cast<double>(size));
    Json row{{"bytes", size}, {"size", name}, {"map_alone_us", map_alone_us(bench, size)}};
    for (const Call& call : calls) {
      progress.show(fmt::format("{} {}", name, call.name));
      check(bench, call, size);
      const common::Samples samples =
          harness::measure_ms([&] { call.run(bench, size); }, repetition);
      row[call.name] = 1e-6 * static_cast<double>(size) / samples.median(); // GB/s
      row[std::string(call.name) + "_us"] = 1e3 * samples.median();
    }
    rows.push_back(row);
  }
  // [/bandwidth]
  harness::Table table([] {
    std::vector<harness::Table::Column> columns{{"size", Align::right}};
    for (const Call& call : calls)
      columns.push_back({call.name, Align::right});
    columns.push_back({"map alone", Align::right});
    return columns;
  }());
  for (const Json& row : rows) {
    std::vector<std::string> cells{row["size"]};
    for (const Call& call : calls)
      cells.push_back(fmt::format("{:.3g}", row[call.name].get<double>()));
    cells.push_back(fmt::format("{:.1f} us", row["map_alone_us"].get<double>()));
    table.add(cells);
  }
  fmt::print("{}GB/s that arrive, by the host's clock; host: memcpy; map alone: nothing touched\n",
             table.text());
  Json knees = Json::array();
  for (const Call& call : calls)
    knees.push_back(knee_of(rows, call.name));
  return {{"rows", rows}, {"knees", knees}};
}

void draw_bandwidth(const std::string& results, const std::string& svg) {
  const Json document = harness::read_json(results);
  if (document.is_discarded() || !document.contains(Json::json_pointer("/bandwidth/rows/0/bytes")))
    throw common::Error(fmt::format(
        "'{}' has no table of bandwidths: write one with --only bandwidth --json FILE.", results));
  std::string data, tics, lines;
  for (const Json& row : document["bandwidth"]["rows"]) {
    data += fmt::format("{}", row["bytes"].get<std::size_t>());
    for (const Call& call : calls)
      data += fmt::format(" {}", row.at(call.name).get<double>());
    data += '\n';
    tics += fmt::format("{}'{:.0f} {}iB' {}", tics.empty() ? "" : ", ",
                        row["bytes"].get<double>() / (row["bytes"] < (1 << 20) ? 1 << 10 : 1 << 20),
                        row["bytes"] < (1 << 20) ? 'K' : 'M', row["bytes"].get<std::size_t>());
  }
  for (std::size_t i = 0; i < calls.size(); ++i)
    lines += fmt::format("{}$data using 1:{} with linespoints linecolor rgb '{}' linewidth 2 "
                         "dashtype {} pointtype 7 pointsize 0.5 title '{}'",
                         i == 0 ? "" : ", ", i + 2, harness::plot_colours[i],
                         i + 1 == calls.size() ? 2 : 1, calls[i].name);
  const double first = document["bandwidth"]["rows"].front()["bytes"];
  const double last = document["bandwidth"]["rows"].back()["bytes"];
  const std::string commands =
      fmt::format("set key outside right center vertical Left reverse\n"
                  "set logscale x 2\nset logscale y 10\nset format y '%g'\nset xtics ({})\n"
                  "set xrange [{}:{}]\n"
                  "set xlabel 'bytes in one call'\nset ylabel 'GB/s'\n"
                  "$data << EOD\n{}EOD\nplot {}\n",
                  tics, first / 1.2, last * 1.2, data, lines);
  harness::draw_plot({.title = "Bandwidth of buffer commands on " +
                               document.at("device").at("name").get<std::string>(),
                      .commands = commands,
                      .width = 760,
                      .height = 460},
                     svg);
}
