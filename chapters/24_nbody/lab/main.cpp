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

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  nbody::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "One step in time of N bodies that attract each other. Sizes are N.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [](const auto&) { return nbody::case_study(); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); }});
}
