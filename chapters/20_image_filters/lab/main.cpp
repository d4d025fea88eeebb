// Chapter 20: image filters, step by step, and the search for the best work-group.
//
//   20_image_filters_lab                            the SNN mean: verify and measure every step
//   20_image_filters_lab --check --filter median --radius 3
//   20_image_filters_lab --bench --filter snn --size 2048x1024 --json out.json
//   20_image_filters_lab --sweep snn --dimensions 2 --plot figures/snn_2d
//   20_image_filters_lab --sweep radii
//   20_image_filters_lab --filter gabor --input photo.jpg --picture directions.png
//
// The problem is in filters.cpp, the tables of steps in steps.cpp, the search in sweeps.cpp.

#include "common/error.hpp"
#include "filters.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "sweeps.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

struct Options {
  harness::LadderOptions ladder;
  std::string filter = "snn";
  int radius = -1, pairs = 2;
  filters::Sweep sweep;
  std::string picture;
};

int run(Options& o, const std::string& command_line) {
  o.sweep.radius = o.radius;
  o.sweep.pairs = o.pairs;
  if (!o.sweep.input.empty() && o.sweep.what.empty() && o.picture.empty())
    throw common::UsageError("--input is for --sweep and --picture: give one of them.");
  if (!o.picture.empty())
    return filters::filter_picture(o.filter, o.sweep, o.picture, o.ladder.program);
  if (!o.sweep.what.empty()) {
    o.sweep.sizes = o.ladder.sizes;
    return filters::run_sweep(o.sweep, o.ladder.program, command_line);
  }
  // A small window is enough to find mistakes.
  const bool proves = o.ladder.check || o.ladder.oclgrind;
  if (proves && o.radius < 0 && o.filter != "red-eye")
    o.radius = 2;
  const filters::Setup setup = filters::make_setup(o.filter, o.radius, o.pairs);
  harness::CaseStudy study = filters::case_study(setup);
  study.own_options = {"--filter", o.filter,
                       "--radius", std::to_string(setup.radius),
                       "--pairs",  std::to_string(o.pairs)};
  if (!o.ladder.list)
    fmt::print("filter {}, radius {}{}\n", o.filter, setup.radius,
               setup.kind == filters::Kind::snn ? fmt::format(", {} mirror pixels", 2 * setup.pairs)
                                                : "");
  return harness::run_case_study(study, o.ladder, command_line);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Filters that mend red eyes, smooth, and find directions. Sizes are WxH."};
    Options options;
    harness::add_ladder_options(app, options.ladder);
    app.add_option("--filter", options.filter, "whose ladder")
        ->check(CLI::IsMember(filters::filter_names()))
        ->capture_default_str();
    app.add_option("--radius", options.radius, "pixels on each side of the centre")
        ->type_name("R")
        ->check(CLI::Range(0, 31));
    app.add_option("--pairs", options.pairs,
                   "of the SNN mean: 1, the nearer of 2 mirror pixels, or 2, of 4")
        ->check(CLI::IsMember({1, 2}))
        ->capture_default_str();
    app.add_option("--sweep", options.sweep.what,
                   "the times of one kernel in work-groups of all shapes; 'radii': plain and tiled "
                   "kernels by radius")
        ->check(CLI::IsMember(filters::sweep_names()));
    app.add_option("--dimensions", options.sweep.dimensions, "with --sweep: 1, 2 or 3 only")
        ->check(CLI::IsMember({1, 2, 3}))
        ->needs("--sweep");
    app.add_option("--input", options.sweep.input,
                   "with --sweep or --picture: a picture; default: the portrait")
        ->type_name("FILE");
    app.add_option("--picture", options.picture, "write the filtered --input")
        ->type_name("FILE")
        ->excludes("--sweep");
    app.add_option("--times", options.sweep.times,
                   "with --sweep: a directory for a file of times of each shape")
        ->type_name("DIR")
        ->needs("--sweep");
    app.add_option("--plot", options.sweep.plot, "with --sweep: draw NAME_1d.svg and others")
        ->type_name("NAME")
        ->needs("--sweep");
    app.add_option("--measured", options.sweep.measured,
                   "with --plot: draw what an earlier --json has written")
        ->type_name("FILE")
        ->needs("--plot");
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options.ladder, count, arguments))
      return *code;
    return run(options, harness::command_line(count, arguments));
  });
}
