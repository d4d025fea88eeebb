// The command line.

#include "options.hpp"

#include "sweeps.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace separable {

void add_options(CLI::App& app, Options& o) {
  app.add_option("--filter", o.filter,
                 "default: gaussian; for --check and --oclgrind random, which has no symmetry")
      ->check(CLI::IsMember(filter_names()));
  app.add_option("--radius", o.radius,
                 "weights on each side of the middle one; RXxRY: of rows and columns")
      ->type_name("R");
  app.add_option("--border", o.border, "what stands for pixels outside the image")
      ->check(CLI::IsMember(harness::border_names()))
      ->capture_default_str();
  app.add_option("--channels", o.channels, "1: grey, 4: RGBA")
      ->check(CLI::IsMember({1, 4}))
      ->capture_default_str();
  app.add_option(
         "--sweep", o.sweep,
         "times against the image's side, against the filter's radius, or for every border; "
         "levels: what whole weights change in a picture")
      ->check(CLI::IsMember({"sizes", "radii", "borders", "levels"}));
  app.add_option("--plot", o.plot, "with --sweep: draw NAME_all.svg and others")
      ->type_name("NAME")
      ->needs("--sweep");
  app.add_option("--measured", o.measured, "with --plot: draw what an earlier --json has written")
      ->type_name("FILE")
      ->needs("--plot");
}

namespace {

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

} // namespace

std::optional<int> run_experiment(const Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  if (o.sweep.empty())
    return {};
  Sweep sweep;
  const std::vector<std::string> kinds{"sizes", "radii", "borders", "levels"};
  sweep.kind =
      static_cast<Sweep::Kind>(std::find(kinds.begin(), kinds.end(), o.sweep) - kinds.begin());
  const bool of_sizes = o.sweep == "sizes", of_borders = o.sweep == "borders";
  const std::vector<int> radii =
      numbers(std::vector<std::string>(o.radius.empty() ? 0 : 1, o.radius));
  const std::vector<int> sizes = of_sizes ? numbers(ladder.sizes) : std::vector<int>();
  sweep.places = of_borders ? std::vector<int>()
                 : of_sizes ? std::vector{128, 256, 512, 1024, 2048, 4096}
                            : std::vector{1, 2, 4, 6, 8, 10, 12, 14, 16};
  if (const std::vector<int>& wanted = of_sizes ? sizes : radii; !wanted.empty() && !of_borders)
    sweep.places = wanted;
  else if (ladder.program.quick && !of_borders)
    sweep.places.resize(2);
  if (!of_sizes && !ladder.sizes.empty()) {
    const std::vector<int> extents = harness::parse_size(ladder.sizes.front(), 2);
    sweep.width = extents[0];
    sweep.height = extents[1];
  }
  if ((of_sizes || of_borders) && !radii.empty())
    sweep.radius = radii.front();
  if (!o.filter.empty())
    sweep.filter = o.filter;
  sweep.border = o.border;
  sweep.steps = fmt::format("{}", fmt::join(ladder.steps, ","));
  sweep.plot = o.plot;
  sweep.measured = o.measured;
  return run_sweep(sweep, ladder.program, command_line);
}

harness::CaseStudy case_study(const Options& o, const harness::LadderOptions& ladder) {
  // A filter without any symmetry finds the mistakes that a symmetric one hides.
  const bool proves = ladder.check || ladder.oclgrind;
  const std::string filter = !o.filter.empty() ? o.filter : proves ? "random" : "gaussian";
  const std::string radius = filter == "sobel-x" ? "1"
                             : !o.radius.empty() ? o.radius
                             : proves            ? "3x2"
                                                 : "8";
  const std::vector<int> radii = harness::parse_size(radius, 2, 0);
  const Setup setup =
      make_setup(filter, radii[0], radii[1], harness::parse_border(o.border), ladder.program.seed);
  harness::CaseStudy study = case_study(setup, o.channels);
  study.own_options = {"--filter", filter,   "--radius",   radius,
                       "--border", o.border, "--channels", std::to_string(o.channels)};
  study.heading = fmt::format("filter {} {}x{}, border {}, {}", filter, setup.row.size(),
                              setup.column.size(), o.border, o.channels == 1 ? "grey" : "RGBA");
  return study;
}

} // namespace separable
