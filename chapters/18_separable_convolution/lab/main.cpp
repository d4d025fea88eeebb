// Chapter 18: separable convolution, step by step.
//
//   18_separable_convolution_lab                        verify and measure every step
//   18_separable_convolution_lab --check --radius 3x2   verify every step at awkward sizes
//   18_separable_convolution_lab --bench --size 2048 --radius 8 --json out.json
//   18_separable_convolution_lab --step s1 --filter box --radius 20
//   18_separable_convolution_lab --sweep sizes --plot chapters/18_separable_convolution/figures/sizes_cpu
//
// The problem is in separable.cpp, the table of steps in steps.cpp, what they launch and promise in passes.cpp.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "separable.hpp"
#include "sweeps.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace {

struct Options {
  harness::LadderOptions ladder;
  std::string filter, radius, border = "reflect", sweep, plot, measured;
  int channels = 1;
};

// "256,512" or {"256", "512"}: the numbers.
std::vector<int> numbers(const std::vector<std::string>& texts) {
  std::vector<int> all;
  for (const std::string& text : texts) {
    std::istringstream list(text);
    for (std::string one; std::getline(list, one, ',');)
      all.push_back(harness::parse_size(one, 1).front());
  }
  return all;
}

int sweep(const Options& o, const std::string& command_line) {
  separable::Sweep sweep;
  const std::vector<std::string> kinds{"sizes", "radii", "borders", "levels"};
  sweep.kind = static_cast<separable::Sweep::Kind>(std::find(kinds.begin(), kinds.end(), o.sweep) -
                                                   kinds.begin());
  const bool of_sizes = o.sweep == "sizes", of_borders = o.sweep == "borders";
  const std::vector<int> radii =
      numbers(std::vector<std::string>(o.radius.empty() ? 0 : 1, o.radius));
  const std::vector<int> sizes = of_sizes ? numbers(o.ladder.sizes) : std::vector<int>();
  sweep.places = of_borders ? std::vector<int>()
                 : of_sizes ? std::vector{128, 256, 512, 1024, 2048, 4096}
                            : std::vector{1, 2, 4, 6, 8, 10, 12, 14, 16};
  if (const std::vector<int>& wanted = of_sizes ? sizes : radii; !wanted.empty() && !of_borders)
    sweep.places = wanted;
  else if (o.ladder.program.quick && !of_borders)
    sweep.places.resize(2);
  if (!of_sizes && !o.ladder.sizes.empty()) {
    const std::vector<int> extents = harness::parse_size(o.ladder.sizes.front(), 2);
    sweep.width = extents[0];
    sweep.height = extents[1];
  }
  if ((of_sizes || of_borders) && !radii.empty())
    sweep.radius = radii.front();
  if (!o.filter.empty())
    sweep.filter = o.filter;
  sweep.border = o.border;
  sweep.steps = fmt::format("{}", fmt::join(o.ladder.steps, ","));
  sweep.plot = o.plot;
  sweep.measured = o.measured;
  return separable::run_sweep(sweep, o.ladder.program, command_line);
}

int run(Options& o, const std::string& command_line) {
  if (!o.sweep.empty())
    return sweep(o, command_line);
  // A filter without any symmetry finds the mistakes that a symmetric one hides.
  const bool proves = o.ladder.check || o.ladder.oclgrind;
  if (o.filter.empty())
    o.filter = proves ? "random" : "gaussian";
  if (o.radius.empty())
    o.radius = proves ? "3x2" : "8";
  if (o.filter == "sobel-x")
    o.radius = "1";
  const std::vector<int> radius = harness::parse_size(o.radius, 2, 0);
  const separable::Setup setup = separable::make_setup(
      o.filter, radius[0], radius[1], harness::parse_border(o.border), o.ladder.program.seed);
  harness::CaseStudy study = separable::case_study(setup, o.channels);
  study.own_options = {"--filter", o.filter, "--radius",   o.radius,
                       "--border", o.border, "--channels", std::to_string(o.channels)};
  if (!o.ladder.list)
    fmt::print("filter {} {}x{}, border {}, {}\n", o.filter, setup.row.size(), setup.column.size(),
               o.border, o.channels == 1 ? "grey" : "RGBA");
  return harness::run_case_study(study, o.ladder, command_line);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{
        "Filters an image by rows and columns, from the naive kernels upwards. Sizes are WxH."};
    Options options;
    harness::add_ladder_options(app, options.ladder);
    app.add_option("--filter", options.filter,
                   "default: gaussian; for --check and --oclgrind random, which has no symmetry")
        ->check(CLI::IsMember(separable::filter_names()));
    app.add_option("--radius", options.radius,
                   "weights on each side of the middle one; RXxRY: of rows and columns")
        ->type_name("R");
    app.add_option("--border", options.border, "what stands for pixels outside the image")
        ->check(CLI::IsMember(harness::border_names()))
        ->capture_default_str();
    app.add_option("--channels", options.channels, "1: grey, 4: RGBA")
        ->check(CLI::IsMember({1, 4}))
        ->capture_default_str();
    app.add_option(
           "--sweep", options.sweep,
           "times against the image's side, against the filter's radius, or for every border; "
           "levels: what whole weights change in a picture")
        ->check(CLI::IsMember({"sizes", "radii", "borders", "levels"}));
    app.add_option("--plot", options.plot, "with --sweep: draw NAME_all.svg and others")
        ->type_name("NAME")
        ->needs("--sweep");
    app.add_option("--measured", options.measured,
                   "with --plot: draw what an earlier --json has written")
        ->type_name("FILE")
        ->needs("--plot");
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options.ladder, count, arguments))
      return *code;
    return run(options, harness::command_line(count, arguments));
  });
}
