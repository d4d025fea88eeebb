#pragma once

#include "filters.hpp"
#include "sweeps.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace filters {

/// The options beside those of every ladder.
struct Options {
  std::string filter = "snn";
  Sweep sweep; ///< its radius, for the ladder, too
  std::string picture;
};

void add_options(CLI::App& app, Options& options);

/// The search or the picture, where one is wanted. Throws UsageError for an input that nothing reads.
std::optional<int> run_experiment(const Options& options, const harness::LadderOptions& ladder,
                                  const std::string& command_line);

harness::CaseStudy case_study(const Options& options, const harness::LadderOptions& ladder);

} // namespace filters
