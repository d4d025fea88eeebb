// Chapter 21: reduction and scan, step by step.
//
//   21_reduction_and_scan_lab                             the experiments
//   21_reduction_and_scan_lab --demo hang                 groups that wait for groups that cannot begin
//   21_reduction_and_scan_lab --bench                     the ladder of reductions (sum of floats)
//   21_reduction_and_scan_lab --bench --operation argmax --type int --size 2^24
//   21_reduction_and_scan_lab --bench --problem scan      the ladder of scans
//   21_reduction_and_scan_lab --check --problem scan --scan segmented
//   21_reduction_and_scan_lab --bench --problem sort --values
//
// The problems are in problem.cpp, the tables of steps in steps.cpp, the experiments in experiments.cpp, the kernels in
// kernels/21_reduction_and_scan, one file a step.

#include "experiments.hpp"
#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  sums::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Reduction and scan: three ladders, and what groups may expect of each other.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto&) { return sums::case_study(own.task); },
       .instead = [&](const auto& ladder, const auto&) { return run_part(own, ladder); },
       .chapter = "21_reduction_and_scan",
       .experiments = experiments(),
       .demos = demos(),
       .ladder_options = {"--problem", "--operation", "--scan", "--type", "--values"}});
}
