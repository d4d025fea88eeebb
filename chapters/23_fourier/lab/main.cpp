// Chapter 23: the Fourier transform, step by step.
//
//   23_fourier_lab                              verify every step, then measure them with 64 transforms of 1024 numbers
//   23_fourier_lab --check                      verify every step at awkward sizes
//   23_fourier_lab --bench --size '4096*1024'   the ladder, beside the libraries that are installed
//   23_fourier_lab --check --real --inverse     from half a spectrum back to real numbers
//   23_fourier_lab --figures DIR               draw the lessons' plots
//   23_fourier_lab --use sound --into DIR      take the hum out of a recording
//   23_fourier_lab --sweep error --plot FILE    the errors of transforms of 4 to 2^20 numbers
//   23_fourier_lab --oclgrind                   prove the kernels clean, and count their accesses
//
// The problem is in fourier.cpp, the table of steps in steps.cpp, plans in fft.cpp, kernels in kernels/23_fourier.

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  fourier::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Discrete Fourier transforms. Sizes are N, WxH or XxYxZ, and *B behind them for B "
                "of them.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto&) { return case_study(own); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); }});
}
