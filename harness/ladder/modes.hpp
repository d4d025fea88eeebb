#pragma once

#include "harness/ladder/ladder.hpp"

#include <limits>
#include <nlohmann/json.hpp>

/// What the modes of a case study share, inside the harness: a program calls run_case_study().
namespace harness::ladder {

enum class Status { verified, skipped, failed };

/// "verified", "skipped", "failed", as in JSON.
const char* name_of(Status status);

/// The times of one row.
struct Times {
  common::Samples ms;           ///< by the device's clock; for a peer on the host by the host's
  common::Samples wall_ms = {}; ///< how long the host waited; steps only
  std::vector<common::Samples> parts_ms = {}; ///< each kernel of a step with several

  /// What the last run took: for the host, or for the device alone, without the compiler that PoCL calls at a first launch.
  double host_seconds() const;
  double device_seconds() const;
  /// Leaves out the first samples, but not the last.
  void drop_first(std::size_t count);
  void keep_last() { drop_first(ms.values.size()); }
};

/// A row of a table, at one size: a step, a step with tuned values, which stands beside the pinned one, or a peer.
struct Row {
  enum class Kind { step, tuned, peer } kind;
  std::string label;       ///< "v1", "v1 tuned", "peer"
  std::string name;        ///< the step's, or the peer's
  Step step = {};          ///< not of a peer
  std::string parent = {}; ///< its id; empty for the first
  Values tuned = {};
  Peer peer = {}; ///< of a peer

  // What became of it.
  Status status = Status::skipped;
  std::string reason = {};
  Prepared prepared = {}; ///< the step, once it was verified
  Times times = {};       ///< of all runs, also of those that verify
  double error =
      std::numeric_limits<double>::quiet_NaN(); ///< of its output: see common::Comparison
  bool once = false; ///< too slow for more than a run or two: see bench.cpp

  /// Who it is, at every size.
  std::string who() const { return kind == Kind::peer ? name : label; }
  /// Steps and peers with a comparison of their own compute with other units (tensor cores, samplers) than the measured
  /// multiply-adds.
  bool same_arithmetic() const { return kind == Kind::peer ? !peer.check : !step.check; }
  bool is_verified() const { return status == Status::verified; }
  void run(); ///< once more
};

struct SizeResult {
  std::string size;
  Cost cost;
  std::unique_ptr<Problem> problem;
  std::vector<Row> rows = {}; ///< the steps, those with tuned values, the peers
  Ceilings ceilings = {};     ///< for a working set as large as this problem's; zeros: not measured
  std::string raised = {};    ///< why they had to be raised; empty: they had not

  /// Peers first, then the steps, the last ones first, and those with tuned values: who comes first is more likely to get
  /// the time, and a ladder's last steps are its fastest.
  std::vector<Row*> in_order();
};

/// A problem of this size, uploaded, with its rows, of which nothing is known yet.
SizeResult rows_at(const CaseStudy& study, const LadderOptions& options, const Session& session,
                   const std::string& size);

/// Lets go of inputs, outputs and scratch buffers; the numbers stay.
void release(SizeResult& result);

/// Verifies a row, and notes what came of it.
void judge(Row& row, const Problem& problem, const Session& session);

/// Measures the ceilings of this size, and again where a row did better. If that is not enough, they are raised to what
/// the row reached: the roof is the highest that was seen. `device`: those measured so far; may be raised, too.
void find_ceilings(SizeResult& result, Ceilings& device, const Session& session);

/// Do the samples lie so far apart (middle_spread()) that the times are not to be recorded?
bool is_restless(const Times& times);
constexpr double restless_spread = 0.2;

/// The ceilings of a size, for the document.
nlohmann::json json_of_ceilings(const SizeResult& result);

/// The rows whose times are restless, with their sizes.
std::vector<std::string> restless_rows(const SizeResult& result);

/// Writes the document where no row is restless and nobody has interrupted the measurement, else beside it, and throws Error.
void write_record(const std::string& file, const nlohmann::json& document,
                  const std::vector<std::string>& restless, bool interrupted);

/// 1 for a wrong step or peer, 77 where no step could run, else 0.
int exit_code_of(const std::vector<SizeResult>& results);

/// After a Ctrl-C: what was measured before it has been written.
constexpr int exit_interrupted = 130;

/// The least time that the ceilings allow; 0 where they were not measured.
double roof_ms(const Cost& cost, const Ceilings& ceilings);

/// This program with --check, for one step at one size, on `device` (empty: as without --device): for a child process that
/// solves the same problem.
std::vector<std::string> check_command(const CaseStudy& study, const LadderOptions& options,
                                       const std::string& device, const Step& step,
                                       const std::string& size);

/// Where --json wants it, writes rows that are no times, with what they were made from.
void write_rows(const CaseStudy& study, const LadderOptions& options,
                const std::string& command_line, const cl::Device& device, const std::string& size,
                const nlohmann::json& rows);

/// Prints what became of a size, and adds it to the document.
void print_result(const CaseStudy& study, const SizeResult& result, bool timed);
void add_json(nlohmann::json& document, const SizeResult& result);

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

/// --counters: what the hardware counted while each step ran once at this size: instructions, stalls, memory. NVIDIA's
/// GPUs by Nsight Compute, CPUs by Linux's counters. Exit code 77 where neither exists.
int show_counters(const CaseStudy& study, const LadderOptions& options,
                  const std::string& command_line, const std::string& size);

} // namespace harness::ladder
