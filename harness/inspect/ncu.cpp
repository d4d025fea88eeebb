#include "harness/inspect/ncu.hpp"

#include "common/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>

namespace harness {
namespace {

// The cells of a line "a","b","1,024".
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      if (quoted)
        cells.emplace_back();
    } else if (quoted) {
      cells.back() += c;
    }
  }
  return cells;
}

} // namespace

const std::vector<std::pair<std::string, std::string>>& counter_metrics() {
  static const std::vector<std::pair<std::string, std::string>> metrics = [] {
    std::vector<std::pair<std::string, std::string>> all{
        {"milliseconds", "gpu__time_duration.sum"},
        {"cycles", "sm__cycles_active.avg"},
        {"registers", "launch__registers_per_thread"},
        {"occupancy percent", "sm__warps_active.avg.pct_of_peak_sustained_active"},
        {"issue slots used percent", "smsp__issue_active.avg.pct_of_peak_sustained_active"},
        {"instructions", "smsp__inst_executed.sum"},
        {"fma", "sm__inst_executed_pipe_fma.sum"},
        {"integer and logic", "sm__inst_executed_pipe_alu.sum"},
        {"load and store", "sm__inst_executed_pipe_lsu.sum"},
        {"tensor", "sm__inst_executed_pipe_tensor_op_hmma.sum"},
        {"half arithmetic there", "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum"},
        {"tensor, whole warp-group", "sm__inst_executed_pipe_tensor_op_gmma.sum"},
        {"global loads", "smsp__inst_executed_op_global_ld.sum"},
        {"global stores", "smsp__inst_executed_op_global_st.sum"},
        {"local loads", "smsp__inst_executed_op_shared_ld.sum"},
        {"local stores", "smsp__inst_executed_op_shared_st.sum"},
        {"local load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
        {"local store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
        {"wavefronts percent", "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active"},
        {"local load conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
        {"local store conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
        {"global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
        {"global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
        {"global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
        {"global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
        {"L1 hits percent", "l1tex__t_sector_hit_rate.pct"},
        {"L2 hits percent", "lts__t_sector_hit_rate.pct"},
        {"DRAM bytes read", "dram__bytes_read.sum"},
        {"DRAM bytes written", "dram__bytes_write.sum"}};
    for (const auto& [name, reason] : std::initializer_list<std::pair<const char*, const char*>>{
             {"barrier", "barrier"},
             {"global memory", "long_scoreboard"},
             {"local memory", "short_scoreboard"},
             {"queue of local memory full", "mio_throttle"},
             {"queue of global memory full", "lg_throttle"},
             {"texture queue full", "tex_throttle"},
             {"arithmetic unit busy", "math_pipe_throttle"},
             {"tensor core", "gmma"},
             {"fixed latency", "wait"},
             {"another warp was chosen", "not_selected"},
             {"instruction not there yet", "no_instruction"},
             {"constant not there yet", "imc_miss"},
             {"dispatch", "dispatch_stall"},
             {"branch", "branch_resolving"},
             {"memory fence", "membar"}})
      all.emplace_back(
          fmt::format("stalled: {}", name),
          fmt::format("smsp__average_warps_issue_stalled_{}_per_issue_active.ratio", reason));
    return all;
  }();
  return metrics;
}

std::vector<KernelCounters> parse_ncu(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> names, units;
  std::vector<KernelCounters> launches;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() != '"') // ncu's own messages begin with "=="
      continue;
    const std::vector<std::string> cells = cells_of(line);
    if (names.empty()) {
      names = cells;
    } else if (units.empty()) {
      units = cells;
    } else if (cells.size() == names.size()) {
      const auto cell = [&](const std::string& name) {
        const auto found = std::find(names.begin(), names.end(), name);
        std::string value =
            found == names.end() ? "" : cells[static_cast<std::size_t>(found - names.begin())];
        value.erase(std::remove(value.begin(), value.end(), ','), value.end());
        return value;
      };
      KernelCounters launch{cell("Kernel Name"), {}};
      for (const auto& [name, metric] : counter_metrics()) {
        const std::string value = cell(metric);
        char* end = nullptr;
        const double number = std::strtod(value.c_str(), &end);
        if (!value.empty() && *end == '\0')
          launch.values[name] = name == "milliseconds" ? number / 1e6 : number;
      }
      launches.push_back(std::move(launch));
    }
  }
  if (launches.empty())
    throw common::Error(fmt::format("Nsight Compute has read no counters:\n{}", text));
  return launches;
}

} // namespace harness
