// Chapter 22: the ladders of histograms, and of what they are good for.
//
//   22_histogram_lab                                           three channels of 256 bins, a photograph
//   22_histogram_lab --bench --format u8 --data constant       grey pixels, all of one value
//   22_histogram_lab --check --format float --bins 1000
//   22_histogram_lab --bench --problem equalize
//   22_histogram_lab --check --problem threshold --method ridler --data two-peaks
//
// The problems are in problem.cpp, the tables of steps in steps.cpp, the kernels in kernels/22_histogram, one file a step.

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  hist::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Histograms: from atomics in global memory to a bank for each lane.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto&) { return hist::case_study(own.task); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); }});
}
