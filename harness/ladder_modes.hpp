#pragma once

#include "harness/namespace.hpp"

#include "harness/ladder.hpp"

/// What the modes of a case study share, inside the harness: a program calls run_case_study().
namespace harness::ladder {

enum class Status { verified, skipped, failed };

/// "verified", "skipped", "failed", as in JSON.
const char* name_of(Status status);

/// What became of one step at one size.
struct Row {
  Step step;
  Status status = Status::verified;
  std::string reason;
  Prepared prepared;
  Samples event_ms;
  Samples wall_ms;
};

/// What became of one peer at one size.
struct PeerRow {
  Peer peer;
  Status status = Status::verified;
  std::string reason;
  Samples ms;
};

struct SizeResult {
  std::string size;
  Cost cost;
  std::unique_ptr<Problem> problem;
  std::vector<Row> rows;
  std::vector<PeerRow> peers;
};

/// The steps with these ids or names, in the order of `ids`; all for none. Throws UsageError for an unknown one.
std::vector<Step> chosen_steps(const Problem& problem, const std::vector<std::string>& ids);

/// The speed that a time means for a problem of this cost.
double gflops(const Cost& cost, double ms);
double gbps(const Cost& cost, double ms);

// The modes; each returns the exit code of the program.

/// --check, --bench, and the run without a mode.
int verify_and_time(const CaseStudy& study, const LadderOptions& options,
                    const std::string& command_line, const std::vector<std::string>& sizes);

/// --tune, at the last of the sizes.
int tune(const CaseStudy& study, const LadderOptions& options,
         const std::vector<std::string>& sizes);

/// --oclgrind.
int prove_with_oclgrind(const CaseStudy& study, const LadderOptions& options,
                        const std::vector<std::string>& sizes);

/// --stats: registers, spills and instructions of each step's kernels, after one run at this size.
int show_stats(const CaseStudy& study, const LadderOptions& options,
               const std::string& command_line, const std::string& size);

} // namespace harness::ladder
