// What does one counter for all cost, against many?

#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace {

constexpr std::size_t group = 64;
constexpr cl_uint line = 32; // ints from one counter to the next: 128 bytes, a cache line or two

struct Work {
  std::size_t items;
  cl_uint rounds;
  int samples;
};

// The least time of several runs, in nanoseconds for each increment. Every run is checked.
template <typename Launch>
double ns_per_increment(const Lab& lab, const Work& work, std::size_t ints, const Launch& launch) {
  const std::size_t total = work.items * work.rounds;
  common::Samples samples;
  for (int i = 0; i <= work.samples; ++i) {
    const cl::Buffer counters = lab.buffer(std::vector<cl_int>(ints));
    const double ms = launch(counters);
    const auto got = lab.read<cl_int>(counters);
    verify(std::accumulate(got.begin(), got.end(), std::size_t{0}) == total,
           "no increment is lost, however many counters there are");
    if (i > 0) // the first compiles
      samples.values.push_back(ms);
  }
  return 1e6 * samples.median() / static_cast<double>(total);
}

} // namespace

// [contention]
Json what_does_one_counter_cost(const Lab& lab) {
  const bool simulator = harness::is_simulator(lab.device);
  const Work work{simulator   ? 256U
                  : lab.quick ? 1U << 12
                              : 1U << 16,
                  simulator ? 2U : 64U, lab.quick ? 2 : 5};
  const cl::Program program = lab.program("atomics");
  Json rows = Json::array();
  const auto note = [&rows](const std::string& what, cl_uint counters, cl_uint stride, double ns) {
    rows.push_back(
        {{"what", what}, {"counters", counters}, {"bytes_apart", stride * 4}, {"ns", ns}});
  };
  cl::Kernel kernel(program, "contend");
  for (const cl_uint stride : {1U, line})
    for (const cl_uint counters : {1U, 2U, 8U, 64U, 1024U}) {
      if (counters == 1 && stride == line) // the same as before
        continue;
      const std::size_t ints = std::size_t{counters} * stride;
      const auto launch = [&](const cl::Buffer& buffer) {
        common::set_args(kernel, buffer, counters, stride, work.rounds);
        return run(lab, kernel, work.items, group);
      };
      note("global", counters, stride, ns_per_increment(lab, work, ints, launch));
    }
  cl::Kernel in_groups(program, "contend_local");
  const auto launch = [&](const cl::Buffer& buffer) {
    common::set_args(in_groups, buffer, work.rounds);
    return run(lab, in_groups, work.items, group);
  };
  note("local, one for each group", 1, 1, ns_per_increment(lab, work, 1, launch));
  // [/contention]
  double slowest = 0;
  for (const Json& row : rows)
    slowest = std::max(slowest, row.at("ns").get<double>());
  for (const Json& row : rows)
    fmt::print("  {:<26} {:>4} counters, {:>3} bytes apart: {:>7.3f} ns {}\n",
               row.at("what").get<std::string>(), row.at("counters").get<int>(),
               row.at("bytes_apart").get<int>(), row.at("ns").get<double>(),
               harness::bar(row.at("ns"), slowest, 20));
  fmt::print("  {} work-items, {} increments each; no increment is lost\n", work.items,
             work.rounds);
  return {{"work_items", work.items}, {"rounds", work.rounds}, {"rows", rows}};
}
