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
        {"occupancy_percent", "sm__warps_active.avg.pct_of_peak_sustained_active"},
        {"issue_slots_used_percent", "smsp__issue_active.avg.pct_of_peak_sustained_active"},
        {"instructions", "smsp__inst_executed.sum"},
        {"fma", "sm__inst_executed_pipe_fma.sum"},
        {"integer_and_logic", "sm__inst_executed_pipe_alu.sum"},
        {"load_and_store", "sm__inst_executed_pipe_lsu.sum"},
        {"tensor", "sm__inst_executed_pipe_tensor_op_hmma.sum"},
        {"half_arithmetic_there", "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum"},
        {"tensor_warp_group", "sm__inst_executed_pipe_tensor_op_gmma.sum"},
        {"global_loads", "smsp__inst_executed_op_global_ld.sum"},
        {"global_stores", "smsp__inst_executed_op_global_st.sum"},
        {"local_loads", "smsp__inst_executed_op_shared_ld.sum"},
        {"local_stores", "smsp__inst_executed_op_shared_st.sum"},
        {"local_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
        {"local_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
        {"wavefronts_percent", "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active"},
        {"local_load_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
        {"local_store_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
        {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
        {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
        {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
        {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
        {"L1_hits_percent", "l1tex__t_sector_hit_rate.pct"},
        {"L2_hits_percent", "lts__t_sector_hit_rate.pct"},
        {"DRAM_bytes_read", "dram__bytes_read.sum"},
        {"DRAM_bytes_written", "dram__bytes_write.sum"}};
    for (const auto& [name, reason] : std::initializer_list<std::pair<const char*, const char*>>{
             {"barrier", "barrier"},
             {"global_memory", "long_scoreboard"},
             {"local_memory", "short_scoreboard"},
             {"queue_of_local_memory_full", "mio_throttle"},
             {"queue_of_global_memory_full", "lg_throttle"},
             {"texture_queue_full", "tex_throttle"},
             {"arithmetic_unit_busy", "math_pipe_throttle"},
             {"tensor_core", "gmma"},
             {"fixed_latency", "wait"},
             {"another_warp_was_chosen", "not_selected"},
             {"instruction_not_there_yet", "no_instruction"},
             {"constant_not_there_yet", "imc_miss"},
             {"dispatch", "dispatch_stall"},
             {"branch", "branch_resolving"},
             {"memory_fence", "membar"}})
      all.emplace_back(
          fmt::format("stalled_{}", name),
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
