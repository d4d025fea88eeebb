// Chapter 20: image filters, step by step, and the search for the best work-group.
//
//   20_image_filters_lab                            the SNN mean: verify and measure every step
//   20_image_filters_lab --check --filter median --radius 3
//   20_image_filters_lab --bench --filter snn --size 2048x1024 --json out.json
//   20_image_filters_lab --sweep snn --dimensions 2 --plot figures/snn_2d
//   20_image_filters_lab --sweep radii
//   20_image_filters_lab --filter gabor --input photo.jpg --picture directions.png
//
// The problem is in filters.cpp, the tables of steps in steps.cpp, the search in sweeps.cpp.

#include "harness/ladder/program.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  filters::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Filters that mend red eyes, smooth, and find directions. Sizes are WxH.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto& ladder) { return case_study(own, ladder); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_experiment(own, ladder, line); }});
}
