// Chapter 17: images and samplers.
//
//   17_images_and_samplers_lab                          all experiments
//   17_images_and_samplers_lab --only formats,samplers  some of them
//   17_images_and_samplers_lab --demo integer-linear    make a mistake on purpose and see what happens
//   17_images_and_samplers_lab --input FILE --output FILE --scale 1.5 --filter bicubic
//   17_images_and_samplers_lab --bench                  convolution: images against chapter 16's buffers
//   17_images_and_samplers_lab --bench --scale 0.5 --filter area    the ladder of resizing
//
// The experiments are in the files named in lab.hpp, the ladders in resize.cpp and image_convolution.cpp.

#include "harness/ladder/program.hpp"
#include "lab.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  images::Options own;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Images and samplers: every form, every mode, resizing, convolution.",
       .add_options = [&](CLI::App& app) { add_options(app, own); },
       .study = [&](const auto& ladder) { return case_study(own, ladder); },
       .instead = [&](const auto& ladder,
                      const std::string& line) { return run_pictures(own, ladder, line); },
       .chapter = "17_images_and_samplers",
       .experiments = experiments(),
       .demos = demos(),
       .ladder_options = {"--scale", "--filter", "--weights", "--weights-size", "--border",
                          "--channels", "--depth"}});
}
