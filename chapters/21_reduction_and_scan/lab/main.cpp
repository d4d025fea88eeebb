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

#include "common/error.hpp"
#include "experiments.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "problem.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

const std::string stem = "21_reduction_and_scan";

struct Options {
  harness::LadderOptions ladder;
  std::vector<std::string> only;
  std::string demo;
  sums::Task task;
  std::vector<std::string> plot;
  int chain = -1; ///< a child of the experiments: see Numbers
};

int run(const Options& o, const std::string& command_line) {
  if (o.ladder.wants_ladder()) {
    if (!o.demo.empty() || !o.only.empty())
      throw common::UsageError("--only and --demo are for the experiments: give them without the "
                               "options of the ladders.");
    return harness::run_case_study(sums::case_study(o.task), o.ladder, command_line);
  }
  const harness::LabOptions& options = o.ladder.program;
  const Lab lab(common::pick_device(options.device), stem, options.quick, options.seed);
  if (o.chain >= 0)
    return chain_of_this_process(lab, o.chain);
  fmt::print("Device: {}\n", common::describe(lab.device));
  if (!o.demo.empty())
    return harness::show_mistake(demos(), o.demo, lab);
  return harness::run_experiments(
      experiments(), o.only.empty() ? harness::names_of(experiments()) : o.only, lab,
      harness::result_document(stem, command_line, lab.device), options.json_file);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Reduction and scan: three ladders, and what groups may expect of each other."};
    Options o;
    harness::add_ladder_options(app, o.ladder);
    auto* only = app.add_option("--only", o.only, "only these experiments, as in a,b")
                     ->check(CLI::IsMember(harness::names_of(experiments())))
                     ->delimiter(',');
    app.add_option("--demo", o.demo, "make a mistake on purpose")
        ->check(CLI::IsMember(harness::names_of(demos())))
        ->excludes(only)
        ->excludes(app.get_option("--json")); // a mistake has no results
    const auto choice = [&](const char* name, std::string& into, const std::vector<std::string>& of,
                            const char* what) {
      app.add_option(name, into, what)->check(CLI::IsMember(of))->capture_default_str();
    };
    choice("--problem", o.task.problem, sums::problems(), "the ladder");
    choice("--operation", o.task.operation, sums::operations(), "of the reductions");
    choice("--scan", o.task.form, sums::forms(), "kind of scan");
    choice("--type", o.task.type, {"float", "int"}, "of the elements of reductions and scans");
    app.add_flag("--values", o.task.values, "sort: each key brings a value along");
    app.add_option("--plot", o.plot, "draw the errors of sums that --json has written, as SVG")
        ->expected(2)
        ->type_name("IN.json OUT.svg");
    app.add_option("--chain", o.chain)->group(""); // what the experiments start
    common::parse(app, count, arguments);
    if (!o.plot.empty()) {
      draw_errors(o.plot[0], o.plot[1]);
      return int{common::exit_passed};
    }
    if (const auto code = harness::run_readers_part(o.ladder, count, arguments))
      return *code;
    return run(o, harness::command_line(count, arguments));
  });
}
