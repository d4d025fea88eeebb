// What becomes of a measurement: its exit code, and whether it is worth recording.

#include "harness/ladder/modes.hpp"

#include "common/error.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace harness::ladder {
using namespace common;

bool is_restless(const Times& times) {
  return times.ms.values.size() > 1 && middle_spread(times.ms) > restless_spread;
}

const char* name_of(Status status) {
  return status == Status::verified ? "verified" : status == Status::skipped ? "skipped" : "failed";
}

double gflops(const Cost& cost, double ms) {
  return cost.flop / (1e6 * ms);
}

double gbps(const Cost& cost, double ms) {
  return cost.bytes / (1e6 * ms);
}

double roof_ms(const Cost& cost, const Ceilings& ceilings) {
  return ceilings.copy_gbps > 0.0 && ceilings.fma_gflops > 0.0
             ? std::max(cost.bytes / (1e6 * ceilings.copy_gbps),
                        cost.flop / (1e6 * ceilings.fma_gflops))
             : 0.0;
}

nlohmann::json json_of_ceilings(const SizeResult& result) {
  return {{"size", result.size},
          {"bytes", result.cost.bytes},
          {"copy_gbps", result.ceilings.copy_gbps},
          {"fma_gflops", result.ceilings.fma_gflops},
          {"raised", result.raised}};
}

std::vector<std::string> restless_rows(const SizeResult& result) {
  std::vector<std::string> names;
  for (const Row& row : result.rows)
    if (row.is_verified() && is_restless(row.times))
      names.push_back(fmt::format("{} at {} ({:.0f} %)", row.who(), result.size,
                                  100.0 * middle_spread(row.times.ms)));
  return names;
}

void write_record(const std::string& file, const nlohmann::json& document,
                  const std::vector<std::string>& restless, bool interrupted) {
  if (restless.empty() && !interrupted)
    return write_json(file, document);
  const std::filesystem::path wanted = file;
  const std::string aside =
      (wanted.parent_path() / (wanted.stem().string() + ".restless" + wanted.extension().string()))
          .string();
  write_json(aside, document);
  throw Error(fmt::format(
      "no record of a quiet machine: {}. The results are in {}; close other programs and record "
      "again.",
      restless.empty() ? "the measurement was interrupted"
                       : fmt::format("the samples of these rows lie more than {:.0f} % apart: {}",
                                     100.0 * restless_spread, fmt::join(restless, ", ")),
      aside));
}

int exit_code_of(const std::vector<SizeResult>& results) {
  bool any_verified = false;
  bool any_failed = false;
  for (const SizeResult& result : results)
    for (const Row& row : result.rows) {
      any_failed = any_failed || row.status == Status::failed;
      any_verified = any_verified || (row.kind != Row::Kind::peer && row.is_verified());
    }
  return any_failed ? exit_failed : any_verified ? exit_passed : exit_skipped;
}

} // namespace harness::ladder
