// Chapter 19: geometric transforms, step by step.
//
//   19_geometric_transforms_lab                                       verify and measure every step
//   19_geometric_transforms_lab --check --transform perspective       verify every step at awkward sizes
//   19_geometric_transforms_lab --bench --size 4096 --angle 30 --json out.json
//   19_geometric_transforms_lab --filter area --transform H1 --size 720x576
//
// The problem is in warp.cpp, the maps in matrix.cpp, the table of steps in steps.cpp.

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  transforms::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Turns pictures, and shows them in perspective, from the naive kernel upwards. "
                "Sizes are WxH.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto&) { return case_study(own); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); }});
}
