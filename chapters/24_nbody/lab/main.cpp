// Chapter 24: gravity among N bodies, step by step.
//
//   24_nbody_lab                       verify every step, then measure them with 4096 bodies
//   24_nbody_lab --check               verify every step at awkward sizes
//   24_nbody_lab --oclgrind            prove the kernels clean, and count their accesses
//   24_nbody_lab --conserve            energy and momentum over time, with two schemes
//   24_nbody_lab --cube cube.png       the book's picture of its cube, with two schemes
//   24_nbody_lab --theta --size 65536  how wrong and how fast Barnes-Hut is
//   24_nbody_lab --packed              pairs of bodies in vectors, as floats and as halves
//
// The problem is in nbody.cpp, the table of steps in steps.cpp, the kernels in kernels/24_nbody, one file a step.

#include "common/error.hpp"
#include "experiments.hpp"
#include "harness/ladder/ladder.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "nbody.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) -> int {
    CLI::App app{"One step in time of N bodies that attract each other. Sizes are N."};
    harness::LadderOptions options;
    harness::add_ladder_options(app, options);
    bool conserve = false, theta = false, packed = false;
    std::string plot, cube;
    std::vector<std::string> curves;
    app.add_flag("--conserve", conserve, "energy and momentum over time, with two schemes");
    app.add_flag("--theta", theta, "Barnes-Hut's error and time over THETA");
    app.add_flag("--packed", packed, "pairs of bodies in vectors of floats and of halves");
    app.add_option("--plot", plot, "where to draw the experiment's curves (SVG)")
        ->type_name("FILE");
    app.add_option("--cube", cube, "draw the book's cube, with both schemes, as PNG")
        ->type_name("FILE");
    app.add_option("--curves", curves, "draw the times over N of a bench's --json, as SVG")
        ->expected(2)
        ->type_name("IN.json OUT.svg");
    common::parse(app, count, arguments);
    const std::string line = harness::command_line(count, arguments);
    if (!curves.empty()) {
      nbody::draw_sizes(curves[0], curves[1]);
      return common::exit_passed;
    }
    if (!cube.empty()) {
      nbody::draw_cube(options.program, cube);
      return common::exit_passed;
    }
    if (conserve)
      return nbody::conserve(options.program, plot, line);
    const auto bodies = [&](const char* otherwise) {
      return harness::parse_size(options.sizes.empty() ? otherwise : options.sizes[0], 1)[0];
    };
    if (theta)
      return nbody::vary_theta(options.program, bodies("65536"), plot, line);
    if (packed)
      return nbody::pack(options.program, bodies("8192"), line);
    if (const auto code = harness::run_readers_part(options, count, arguments))
      return *code;
    return harness::run_case_study(nbody::case_study(), options, line);
  });
}
