// Chapter 19: geometric transforms, step by step.
//
//   19_geometric_transforms_lab                                       verify and measure every step
//   19_geometric_transforms_lab --check --transform perspective       verify every step at awkward sizes
//   19_geometric_transforms_lab --bench --size 4096 --angle 30 --json out.json
//   19_geometric_transforms_lab --filter area --transform H1 --size 720x576
//
// The problem is in warp.cpp, the maps in matrix.cpp, the table of steps in steps.cpp.

#include "common/error.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "sweeps.hpp"
#include "warp.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sstream>

namespace {

struct Options {
  harness::LadderOptions ladder;
  transforms::Choice choice;
  transforms::Sweep sweep;
  std::string filter = "linear";
};

int run(Options& o, const std::string& command_line) {
  if (!o.sweep.name.empty()) {
    for (const std::string& texts : o.ladder.steps)
      for (std::istringstream list(texts); std::getline(list, o.sweep.steps.emplace_back(), ',');)
        ;
    std::erase(o.sweep.steps, "");
    if (!o.ladder.sizes.empty())
      o.sweep.size = harness::parse_size(o.ladder.sizes.front(), 1).front();
    return transforms::run_sweep(o.sweep, o.ladder.program, command_line);
  }
  o.choice.filter = transforms::parse_filter(o.filter);
  harness::CaseStudy study = transforms::case_study(o.choice);
  study.own_options = {"--transform", o.choice.transform,
                       "--filter",    o.filter,
                       "--channels",  std::to_string(o.choice.channels),
                       "--angle",     fmt::format("{}", o.choice.degrees),
                       "--scale",     fmt::format("{}", o.choice.enlarge)};
  if (!o.ladder.list)
    fmt::print("{}, filter {}, {}\n", o.choice.label(), o.filter,
               o.choice.channels == 1 ? "grey" : "RGBA");
  return harness::run_case_study(study, o.ladder, command_line);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Turns pictures, and shows them in perspective, from the naive kernel upwards. "
                 "Sizes are WxH."};
    Options options;
    harness::add_ladder_options(app, options.ladder);
    app.add_option("--transform", options.choice.transform,
                   "the map; A1 to H2 are those of the thesis")
        ->check(CLI::IsMember(transforms::transform_names()))
        ->capture_default_str();
    app.add_option("--angle", options.choice.degrees, "of the rotation, in degrees, clockwise")
        ->check(CLI::Range(-360.0, 360.0))
        ->capture_default_str();
    app.add_option("--scale", options.choice.enlarge, "of the rotation: 2 is twice as large")
        ->check(CLI::Range(0.001, 1000.0))
        ->capture_default_str();
    app.add_option("--filter", options.filter, "what is computed between pixels")
        ->check(CLI::IsMember(transforms::filter_names()))
        ->capture_default_str();
    app.add_option("--channels", options.choice.channels, "1: grey, 4: RGBA")
        ->check(CLI::IsMember({1, 4}))
        ->capture_default_str();
    app.add_option(
           "--sweep", options.sweep.name,
           "an experiment: holes of the forward map, time against angle, the thesis' matrices, "
           "quality of the filters, precision far away")
        ->check(CLI::IsMember(transforms::sweep_names()));
    app.add_option("--plot", options.sweep.plot, "with --sweep angles: draw this SVG")
        ->type_name("FILE")
        ->needs("--sweep");
    app.add_option("--measured", options.sweep.measured,
                   "with --plot: draw what an earlier --json has written")
        ->type_name("FILE")
        ->needs("--plot");
    app.add_option("--output", options.sweep.output,
                   "with --sweep holes, thesis, quality: its picture")
        ->type_name("FILE")
        ->needs("--sweep");
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options.ladder, count, arguments))
      return *code;
    return run(options, harness::command_line(count, arguments));
  });
}
