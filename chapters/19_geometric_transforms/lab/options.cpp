// The command line.

#include "options.hpp"

#include <fmt/format.h>

namespace transforms {

void add_options(CLI::App& app, Options& o) {
  app.add_option("--transform", o.choice.transform, "the map; A1 to H2 are those of the thesis")
      ->check(CLI::IsMember(transform_names()))
      ->capture_default_str();
  app.add_option("--angle", o.choice.degrees, "of the rotation, in degrees, clockwise")
      ->check(CLI::Range(-360.0, 360.0))
      ->capture_default_str();
  app.add_option("--scale", o.choice.enlarge, "of the rotation: 2 is twice as large")
      ->check(CLI::Range(0.001, 1000.0))
      ->capture_default_str();
  app.add_option("--filter", o.filter, "what is computed between pixels")
      ->check(CLI::IsMember(filter_names()))
      ->capture_default_str();
  app.add_option("--channels", o.choice.channels, "1: grey, 4: RGBA")
      ->check(CLI::IsMember({1, 4}))
      ->capture_default_str();
  app.add_option("--sweep", o.sweep.name,
                 "an experiment: holes of the forward map, time against angle, the thesis' "
                 "matrices, quality of the filters, precision far away")
      ->check(CLI::IsMember(sweep_names()));
  app.add_option("--plot", o.sweep.plot, "with --sweep angles: draw this SVG")
      ->type_name("FILE")
      ->needs("--sweep");
  app.add_option("--measured", o.sweep.measured,
                 "with --plot: draw what an earlier --json has written")
      ->type_name("FILE")
      ->needs("--plot");
  app.add_option("--output", o.sweep.output, "with --sweep holes, thesis, quality: its picture")
      ->type_name("FILE")
      ->needs("--sweep");
}

std::optional<int> run_experiment(const Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  if (o.sweep.name.empty())
    return {};
  Sweep sweep = o.sweep;
  sweep.steps = ladder.steps;
  if (!ladder.sizes.empty())
    sweep.size = harness::parse_size(ladder.sizes.front(), 1).front();
  return run_sweep(sweep, ladder.program, command_line);
}

harness::CaseStudy case_study(const Options& o) {
  Choice choice = o.choice;
  choice.filter = parse_filter(o.filter);
  harness::CaseStudy study = case_study(choice);
  study.own_options = {"--transform", choice.transform,
                       "--filter",    o.filter,
                       "--channels",  std::to_string(choice.channels),
                       "--angle",     fmt::format("{}", choice.degrees),
                       "--scale",     fmt::format("{}", choice.enlarge)};
  study.heading = fmt::format("{}, filter {}, {}", choice.label(), o.filter,
                              choice.channels == 1 ? "grey" : "RGBA");
  return study;
}

} // namespace transforms
