// --counters: what the hardware counted while each step ran.
//
// NVIDIA's profiler reads counters of CUDA kernels only. Each step therefore runs in a child process under it, with a
// library that launches the same machine code through the CUDA driver, too (harness/inspect/cuda/replay.cpp). On a CPU the
// counters are Linux's.

#include "harness/inspect/cpu_counters.hpp"
#include "harness/inspect/ncu.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/modes.hpp"
#include "harness/system/places.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace harness::ladder {
using namespace common;
namespace {

using Json = nlohmann::json;
using Counters = std::map<std::string, double>;

double of(const Counters& counters, const std::string& name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0.0 : found->second;
}

// "412", "41.2k", "3.22G".
std::string count_text(double count) {
  for (const auto& [unit, size] : {std::pair{"G", 1e9}, std::pair{"M", 1e6}, std::pair{"k", 1e3}})
    if (count >= size)
      return fmt::format("{:.3g}{}", count / size, unit);
  return fmt::format("{:.3g}", count);
}

std::string percent(const Counters& counters, const std::string& name) {
  return counters.count(name) == 0 ? "" : fmt::format("{:.0f} %", counters.at(name));
}

std::string ratio(double numerator, double denominator) {
  return denominator == 0.0 ? "" : fmt::format("{:.3g}", numerator / denominator);
}

// "42% global memory, 20% barrier, 15% fixed latency": the most frequent reasons why a warp could not issue.
std::string stalls_text(const Counters& counters) {
  constexpr std::string_view prefix = "stalled_";
  std::vector<std::pair<double, std::string>> reasons;
  double all = 0.0;
  for (const auto& [name, value] : counters)
    if (name.compare(0, prefix.size(), prefix) == 0) {
      reasons.emplace_back(value, name.substr(prefix.size()));
      all += value;
    }
  std::sort(reasons.rbegin(), reasons.rend());
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, reasons.size()) && all > 0.0; ++i) {
    std::replace(reasons[i].second.begin(), reasons[i].second.end(), '_', ' ');
    if (reasons[i].first > 0.0)
      parts.push_back(
          fmt::format("{:.0f} % {}", 100.0 * reasons[i].first / all, reasons[i].second));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// The tensor cores' pipe also takes HFMA2, with which the compiler loads constants into registers: those are none.
double tensor_instructions(const Counters& counters) {
  return of(counters, "tensor") - of(counters, "half_arithmetic_there") +
         of(counters, "tensor_warp_group");
}

struct Counted {
  std::string step;
  Values values;
  std::vector<KernelCounters> launches;
};

void print_gpu_tables(const std::vector<Counted>& all) {
  using enum Table::Align;
  Table issue({{"step"},
               {"kernel"},
               {"ms", right},
               {"instructions", right},
               {"fma", right},
               {"integer", right},
               {"load, store", right},
               {"tensor", right},
               {"slots used", right},
               {"occupancy", right},
               {"warps wait for"}});
  Table memory({{"step"},
                {"kernel"},
                {"local loads", right},
                {"wavefronts each", right},
                {"stores", right},
                {"wavefronts each", right},
                {"wavefronts of peak", right},
                {"global loads", right},
                {"sectors each", right},
                {"L1 hits", right},
                {"L2 hits", right},
                {"DRAM read", right},
                {"written", right}});
  for (const Counted& step : all)
    for (const auto& [kernel, c] : step.launches) {
      issue.add({step.step, kernel, fmt::format("{:.3f}", of(c, "milliseconds")),
                 count_text(of(c, "instructions")), count_text(of(c, "fma")),
                 count_text(of(c, "integer_and_logic")), count_text(of(c, "load_and_store")),
                 count_text(tensor_instructions(c)), percent(c, "issue_slots_used_percent"),
                 percent(c, "occupancy_percent"), stalls_text(c)});
      memory.add({step.step, kernel, count_text(of(c, "local_loads")),
                  ratio(of(c, "local_load_wavefronts"), of(c, "local_loads")),
                  count_text(of(c, "local_stores")),
                  ratio(of(c, "local_store_wavefronts"), of(c, "local_stores")),
                  percent(c, "wavefronts_percent"), count_text(of(c, "global_loads")),
                  ratio(of(c, "global_load_sectors"), of(c, "global_load_requests")),
                  percent(c, "L1_hits_percent"), percent(c, "L2_hits_percent"),
                  size_text(of(c, "DRAM_bytes_read")), size_text(of(c, "DRAM_bytes_written"))});
    }
  fmt::print("\n{}\n{}\n", issue.text(), memory.text());
}

// The launches of one step, counted by Nsight Compute.
std::vector<KernelCounters> count_with_ncu(const std::vector<std::string>& program,
                                           const std::string& library) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path / "ncu.csv").string();
  std::string metrics;
  for (const auto& [name, metric] : counter_metrics())
    metrics += (metrics.empty() ? "" : ",") + metric;
  std::vector<std::string> command{"ncu",
                                   "--csv",
                                   "--page",
                                   "raw",
                                   "--print-units",
                                   "base",
                                   "--cache-control",
                                   "none", // as in a row of launches
                                   "--clock-control",
                                   "none",
                                   "--metrics",
                                   metrics,
                                   "--log-file",
                                   log,
                                   "env",
                                   "COUNTERS_REPLAY=1",
                                   "LD_PRELOAD=" + library};
  command.insert(command.end(), program.begin(), program.end());
  const ProcessResult result = run_process(command, {.timeout_seconds = 300});
  std::string trouble;
  for (const char* const words : {"counters: cannot replay", "bytes differ"})
    if (const std::size_t at = result.output.find(words); at != std::string::npos) {
      const std::size_t begin = result.output.rfind('\n', at) + 1;
      trouble = result.output.substr(begin, result.output.find('\n', at) - begin);
    }
  if (result.exit_code == exit_skipped)
    throw Skip(result.output.substr(0, result.output.find_last_not_of('\n') + 1));
  if (!trouble.empty())
    throw Skip(trouble);
  if (result.exit_code != 0)
    throw Error(fmt::format("under Nsight Compute the step ended with exit code {}:\n{}",
                            result.exit_code, result.output));
  return parse_ncu(read_text(log));
}

// A step, by the counters of Linux: one run after one that has compiled the kernel for this size.
Counters count_on_cpu(const CpuCounters& counters, const Prepared& prepared,
                      const Session& session) {
  const auto run = [&] {
    prepared.run();
    session.queue.finish();
  };
  run();
  Counters result;
  for (const auto& [name, count] : counters.count(run))
    result[name] = static_cast<double>(count);
  return result;
}

void print_cpu_table(const std::vector<Counted>& all) {
  using enum Table::Align;
  Table table({{"step"},
               {"ms on all cores", right},
               {"instructions", right},
               {"each cycle", right},
               {"cache misses", right},
               {"branch misses", right},
               {"page faults", right}});
  const auto shown = [](const Counters& c, const std::string& name) {
    return c.count(name) == 0 ? "" : count_text(c.at(name));
  };
  for (const Counted& step : all) {
    const Counters& c = step.launches.front().values;
    table.add({step.step, fmt::format("{:.3f}", of(c, "nanoseconds_on_a_core") / 1e6),
               shown(c, "instructions"), ratio(of(c, "instructions"), of(c, "cycles")),
               shown(c, "cache_misses"), shown(c, "branch_misses"), shown(c, "page_faults")});
  }
  fmt::print("\n{}\n", table.text());
}

} // namespace

int show_counters(const CaseStudy& study, const LadderOptions& options,
                  const std::string& command_line, const std::string& size) {
  const CpuCounters cpu; // before the driver starts its threads
  const Session session(pick_device(options.program.device));
  fmt::print("{} on {}\n", study.chapter, describe(session.device));
  const bool gpu = session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
  if (is_simulator(session.device))
    throw Skip("a simulator has no hardware that counts; --oclgrind counts accesses there.");
  if (gpu && !is_nvidia(session.device))
    throw Skip("counters are read by Nsight Compute, which knows NVIDIA's GPUs only.");
  std::string library;
#ifdef COUNTERS_REPLAY
  library = build_root + std::string("/lib/" COUNTERS_REPLAY);
#endif
  if (gpu && library.empty())
    throw Skip("this build lacks the library that launches kernels through CUDA: install the CUDA "
               "toolkit and configure again.");
  if (gpu && find_program("ncu").empty())
    throw Skip("ncu (Nsight Compute, a part of the CUDA toolkit) is not in PATH.");
  if (!gpu && !cpu.missing().empty())
    fmt::print("The processor's counters cannot be read here (perf_event_open: {}; virtual "
               "machines often have none). What the system counts:\n",
               cpu.missing());

  const auto problem = study.make(size, options.program.seed);
  problem->upload(session);
  std::vector<Counted> all;
  std::vector<std::string> skipped;
  for (const Step& step : chosen_steps(*problem, options.steps)) {
    try {
      const Prepared prepared = prepare_step(*problem, step, session);
      Counted counted{step.id, prepared.values, {}};
      if (gpu) {
        counted.launches = count_with_ncu(
            check_command(study, options, options.program.device, step, size), library);
        if (!problem->output_is_floating_point()) // verified twice
          counted.launches.resize(counted.launches.size() / 2);
      } else {
        counted.launches = {{step.id, count_on_cpu(cpu, prepared, session)}};
      }
      all.push_back(std::move(counted));
    } catch (const Skip& reason) {
      skipped.push_back(fmt::format("skipped: {} ({}): {}", step.id, step.name, reason.what()));
    }
  }
  if (!all.empty())
    gpu ? print_gpu_tables(all) : print_cpu_table(all);
  for (const std::string& line : skipped)
    fmt::print("  {}\n", line);
  Json rows = Json::array();
  for (const Counted& step : all)
    for (const KernelCounters& launch : step.launches)
      rows.push_back({{"step", step.step},
                      {"values", step.values},
                      {"kernel", launch.kernel},
                      {"counters", launch.values}});
  write_rows(study, options, command_line, session.device, problem->size(), rows);
  return all.empty() ? exit_skipped : exit_passed;
}

} // namespace harness::ladder
