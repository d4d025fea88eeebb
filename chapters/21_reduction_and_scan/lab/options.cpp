// The command line.

#include "options.hpp"

#include "common/error.hpp"
#include "experiments.hpp"

namespace sums {

void add_options(CLI::App& app, Options& o) {
  const auto choice = [&](const char* name, std::string& into, const std::vector<std::string>& of,
                          const char* what) {
    app.add_option(name, into, what)->check(CLI::IsMember(of))->capture_default_str();
  };
  choice("--problem", o.task.problem, problems(), "the ladder");
  choice("--operation", o.task.operation, operations(), "of the reductions");
  choice("--scan", o.task.form, forms(), "kind of scan");
  choice("--type", o.task.type, {"float", "int"}, "of the elements of reductions and scans");
  app.add_flag("--values", o.task.values, "sort: each key brings a value along");
  app.add_option("--plot", o.plot, "draw the errors of sums that --json has written, as SVG")
      ->expected(2)
      ->type_name("IN.json OUT.svg");
  app.add_option("--chain", o.chain)->group(""); // what the experiments start
}

std::optional<int> run_part(const Options& o, const harness::LadderOptions& ladder) {
  if (!o.plot.empty()) {
    draw_errors(o.plot[0], o.plot[1]);
    return common::exit_passed;
  }
  if (o.chain < 0)
    return {};
  const harness::LabOptions& options = ladder.program;
  return chain_of_this_process(Lab(common::pick_device(options.device), "21_reduction_and_scan",
                                   options.quick, options.seed),
                               o.chain);
}

} // namespace sums
