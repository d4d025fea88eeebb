// Chapter 18: separable convolution, step by step.
//
//   18_separable_convolution_lab                        verify and measure every step
//   18_separable_convolution_lab --check --radius 3x2   verify every step at awkward sizes
//   18_separable_convolution_lab --bench --size 2048 --radius 8 --json out.json
//   18_separable_convolution_lab --step s1 --filter box --radius 20
//   18_separable_convolution_lab --sweep sizes --plot chapters/18_separable_convolution/figures/sizes_cpu
//
// The problem is in separable.cpp, the table of steps in steps.cpp.

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  separable::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Filters an image by rows and columns, from the naive kernels upwards. Sizes are "
                "WxH.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto& ladder) { return case_study(own, ladder); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); }});
}
