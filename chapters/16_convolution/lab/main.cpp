// Chapter 16: convolution, step by step.
//
//   16_convolution_lab                        filter the chapter's picture; verify and measure every step
//   16_convolution_lab --input FILE --filter sobel-x --border reflect --output out.png
//   16_convolution_lab --filter gaussian --sigma 3 --output blurred.png
//   16_convolution_lab --check                verify every step at awkward sizes
//   16_convolution_lab --size 600x400 --filter box --filter-size 4x9 --border wrap --channels 4
//   16_convolution_lab --bench --json out.json
//   16_convolution_lab --bench --preset 2048  one of the headline problems
//   16_convolution_lab --preset gaussians     an unfair comparison, and the same mended
//   16_convolution_lab --oclgrind             prove the kernels free of races and wild accesses
//
// The problem is in convolution.cpp, the table of steps in steps.cpp, the kernels in kernels/16_convolution.

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  convolution::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Filters an image, from the naive kernel upwards. Sizes are WxH.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](auto& ladder) { return case_study(own, ladder); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); },
       .afterwards = [&](const auto& ladder) { write_picture(own, ladder); }});
}
