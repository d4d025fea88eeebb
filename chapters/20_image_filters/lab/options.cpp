// The command line.

#include "options.hpp"

#include "common/error.hpp"

#include <fmt/format.h>

namespace filters {

void add_options(CLI::App& app, Options& o) {
  app.add_option("--filter", o.filter, "whose ladder")
      ->check(CLI::IsMember(filter_names()))
      ->capture_default_str();
  app.add_option("--radius", o.sweep.radius, "pixels on each side of the centre")
      ->type_name("R")
      ->check(CLI::Range(0, 31));
  app.add_option("--pairs", o.sweep.pairs,
                 "of the SNN mean: 1, the nearer of 2 mirror pixels, or 2, of 4")
      ->check(CLI::IsMember({1, 2}))
      ->capture_default_str();
  app.add_option("--sweep", o.sweep.what,
                 "the times of one kernel in work-groups of all shapes; 'radii': plain and tiled "
                 "kernels by radius")
      ->check(CLI::IsMember(sweep_names()));
  app.add_option("--dimensions", o.sweep.dimensions, "with --sweep: 1, 2 or 3 only")
      ->check(CLI::IsMember({1, 2, 3}))
      ->needs("--sweep");
  app.add_option("--input", o.sweep.input,
                 "with --sweep or --picture: a picture; default: the portrait")
      ->type_name("FILE");
  app.add_option("--picture", o.picture, "write the filtered --input")
      ->type_name("FILE")
      ->excludes("--sweep");
  app.add_option("--times", o.sweep.times,
                 "with --sweep: a directory for a file of times of each shape")
      ->type_name("DIR")
      ->needs("--sweep");
  app.add_option("--plot", o.sweep.plot, "with --sweep: draw NAME_1d.svg and others")
      ->type_name("NAME")
      ->needs("--sweep");
  app.add_option("--measured", o.sweep.measured,
                 "with --plot: draw what an earlier --json has written")
      ->type_name("FILE")
      ->needs("--plot");
}

std::optional<int> run_experiment(const Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  if (!o.picture.empty())
    return filter_picture(o.filter, o.sweep, o.picture, ladder.program);
  if (!o.sweep.what.empty()) {
    Sweep sweep = o.sweep;
    sweep.sizes = ladder.sizes;
    return run_sweep(sweep, ladder.program, command_line);
  }
  if (!o.sweep.input.empty())
    throw common::UsageError("--input is for --sweep and --picture: give one of them.");
  return {};
}

harness::CaseStudy case_study(const Options& o, const harness::LadderOptions& ladder) {
  // A small window is enough to find mistakes.
  const bool small =
      (ladder.check || ladder.oclgrind) && o.sweep.radius < 0 && o.filter != "red-eye";
  const Setup setup = make_setup(o.filter, small ? 2 : o.sweep.radius, o.sweep.pairs);
  harness::CaseStudy study = case_study(setup);
  study.own_options = {"--filter", o.filter,
                       "--radius", std::to_string(setup.radius),
                       "--pairs",  std::to_string(o.sweep.pairs)};
  study.heading = fmt::format(
      "filter {}, radius {}{}", o.filter, setup.radius,
      setup.kind == Kind::snn ? fmt::format(", {} mirror pixels", 2 * setup.pairs) : "");
  return study;
}

} // namespace filters
