// The command line.

#include "options.hpp"

#include "common/error.hpp"
#include "experiments.hpp"

namespace nbody {

void add_options(CLI::App& app, Options& o) {
  app.add_flag("--conserve", o.conserve, "energy and momentum over time, with two schemes");
  app.add_flag("--theta", o.theta, "Barnes-Hut's error and time over THETA");
  app.add_flag("--packed", o.packed, "pairs of bodies in vectors of floats and of halves");
  app.add_option("--plot", o.plot, "where to draw the experiment's curves (SVG)")
      ->type_name("FILE");
  app.add_option("--cube", o.cube, "draw the book's cube, with both schemes, as PNG")
      ->type_name("FILE");
  app.add_option("--curves", o.curves, "draw the times over N of a bench's --json, as SVG")
      ->expected(2)
      ->type_name("IN.json OUT.svg");
}

std::optional<int> run_experiment(const Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  const auto bodies = [&](const char* otherwise) {
    return harness::parse_size(ladder.sizes.empty() ? otherwise : ladder.sizes[0], 1)[0];
  };
  if (!o.curves.empty())
    draw_sizes(o.curves[0], o.curves[1]);
  else if (!o.cube.empty())
    draw_cube(ladder.program, o.cube);
  else if (o.conserve)
    return conserve(ladder.program, o.plot, command_line);
  else if (o.theta)
    return vary_theta(ladder.program, bodies("65536"), o.plot, command_line);
  else if (o.packed)
    return pack(ladder.program, bodies("8192"), command_line);
  else
    return {};
  return common::exit_passed;
}

} // namespace nbody
