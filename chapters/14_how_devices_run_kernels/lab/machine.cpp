#include "machine.hpp"

#include "harness/system/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace {

unsigned rounded_up(unsigned value, unsigned step) {
  return (value + step - 1) / step * step;
}

// From the tables of NVIDIA's programming guide. We have measured 9.0 only.
const std::map<std::string, Machine>& machines() {
  // name, ports, interval, latency, lanes, warps, groups, registers, local, reserved
  static const std::map<std::string, Machine> all{
      {"7.0", {"compute capability 7.0", 4, 2, 4, 32, 64, 32, 65536, 96 << 10, 0}},
      {"7.5", {"compute capability 7.5", 4, 2, 4, 32, 32, 16, 65536, 64 << 10, 0}},
      {"8.0", {"compute capability 8.0", 4, 2, 4, 32, 64, 32, 65536, 164 << 10, 1024}},
      {"8.6", {"compute capability 8.6", 4, 1, 4, 32, 48, 16, 65536, 100 << 10, 1024}},
      {"8.9", {"compute capability 8.9", 4, 1, 4, 32, 48, 24, 65536, 100 << 10, 1024}},
      {"9.0", {"compute capability 9.0", 4, 1, 4, 32, 64, 32, 65536, 228 << 10, 1024}},
  };
  return all;
}

} // namespace

std::optional<Machine> nvidia_machine(const std::string& capability) {
  const auto found = machines().find(capability);
  return found == machines().end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> nvidia_capabilities() {
  std::vector<std::string> all;
  for (const auto& entry : machines())
    all.push_back(entry.first);
  return all;
}

Machine cpu_core() {
  Machine core;
  core.name = "a core with two multiply-adders";
  core.ports = 2;
  return core;
}

// [issue]
double issue_rate(const Machine& gpu, unsigned warps, unsigned chains) {
  double rate = 0.0;
  for (unsigned scheduler = 0; scheduler < gpu.ports; ++scheduler) { // warps are dealt out in turn
    const unsigned mine = (warps + gpu.ports - 1 - scheduler) / gpu.ports;
    rate += std::min(1.0 / gpu.interval, static_cast<double>(mine * chains) / gpu.latency);
  }
  return rate;
}

double core_issue_rate(const Machine& cpu, unsigned chains) {
  return std::min<double>(cpu.ports, static_cast<double>(chains) / cpu.latency);
}
// [/issue]

double in_flight_needed(double latency, double per_cycle) {
  return latency * per_cycle;
}

// [fit]
Fit groups_of_a_unit(const Machine& gpu, unsigned group, unsigned registers, std::size_t local) {
  Fit fit;
  fit.group_warps = rounded_up(group, gpu.lanes) / gpu.lanes;
  // A warp gets its registers in blocks of 256, and each scheduler holds a quarter of them.
  const unsigned warp_registers = rounded_up(std::max(registers, 1U) * gpu.lanes, 256);
  const unsigned warps_with_registers = gpu.registers / gpu.ports / warp_registers * gpu.ports;
  fit.group_registers = warp_registers * fit.group_warps;
  fit.group_local = (local + gpu.reserved_bytes + 127) / 128 * 128;

  fit.by_warps = gpu.warps / fit.group_warps;
  fit.by_registers = warps_with_registers / fit.group_warps;
  fit.by_local =
      fit.group_local == 0 ? gpu.groups : static_cast<unsigned>(gpu.local_bytes / fit.group_local);
  fit.by_groups = gpu.groups;
  fit.groups = std::min({fit.by_warps, fit.by_registers, fit.by_local, fit.by_groups});
  // [/fit]
  fit.limit = fit.groups == fit.by_warps       ? "warps"
              : fit.groups == fit.by_registers ? "registers"
              : fit.groups == fit.by_local     ? "local memory"
                                               : "groups";
  fit.warps = fit.groups * fit.group_warps;
  fit.occupancy = static_cast<double>(fit.warps) / gpu.warps;
  return fit;
}

// [banks]
unsigned bank_cycles(const Machine& gpu, unsigned stride) {
  std::map<unsigned, std::set<unsigned>> words; // of each bank
  std::size_t most = 0;
  for (unsigned lane = 0; lane < gpu.lanes; ++lane) {
    std::set<unsigned>& bank = words[lane * stride % gpu.banks];
    bank.insert(lane * stride);
    most = std::max(most, bank.size());
  }
  return static_cast<unsigned>(most);
}
// [/banks]

double loads_per_ns(bool gpu, double units, double items, double chains, double ns) {
  return units * (gpu ? items : 1.0) * chains / ns;
}

// [hand-out]
double hand_out_ms(bool gpu, double groups, double groups_per_ns, double work_ms) {
  const double handing = 1e-6 * groups / groups_per_ns;
  return gpu ? std::max(handing, work_ms) : handing + work_ms;
}
// [/hand-out]

std::string fit_table(const Machine& gpu, unsigned group, unsigned registers, std::size_t local) {
  const Fit fit = groups_of_a_unit(gpu, group, registers, local);
  using Align = harness::Table::Align;
  harness::Table table({{"limit", Align::left},
                        {"a group needs", Align::right},
                        {"a unit has", Align::right},
                        {"groups", Align::right},
                        {"", Align::left}});
  const auto bytes = [](std::size_t size) { return harness::size_text(static_cast<double>(size)); };
  const auto add = [&](const std::string& limit, const std::string& needs, const std::string& has,
                       unsigned groups) {
    table.add(
        {limit, needs, has, std::to_string(groups), limit == fit.limit ? "<- the limit" : ""});
  };
  add("warps", std::to_string(fit.group_warps), std::to_string(gpu.warps), fit.by_warps);
  add("registers", std::to_string(fit.group_registers), std::to_string(gpu.registers),
      fit.by_registers);
  add("local memory", bytes(fit.group_local), bytes(gpu.local_bytes), fit.by_local);
  add("groups", "1", std::to_string(gpu.groups), fit.by_groups);
  std::string text =
      fmt::format("{}: groups of {} work-items, {} registers in each, {} bytes of local memory\n{}",
                  gpu.name, group, registers, local, table.text());
  if (fit.groups == 0)
    return text + "not one group fits\n";
  const double needed = in_flight_needed(gpu.latency, gpu.ports / gpu.interval);
  text += fmt::format("{} group{}, {} warps in each unit: occupancy {:.0f} %\n", fit.groups,
                      fit.groups == 1 ? "" : "s", fit.warps, 100 * fit.occupancy);
  text += fmt::format(
      "multiply-adds need {:.0f} under way in a unit: {} independent ones in each work-item\n",
      needed, static_cast<unsigned>(std::ceil(needed / fit.warps)));
  return text;
}
