// Chapter 17: images and samplers.
//
//   17_images_and_samplers_lab                          all experiments
//   17_images_and_samplers_lab --only formats,samplers  some of them
//   17_images_and_samplers_lab --demo integer-linear    make a mistake on purpose and see what happens
//   17_images_and_samplers_lab --input FILE --output FILE --scale 1.5 --filter bicubic
//   17_images_and_samplers_lab --bench                  convolution: images against chapter 16's buffers
//   17_images_and_samplers_lab --bench --scale 0.5 --filter area    the ladder of resizing
//   17_images_and_samplers_lab --check | --list | --tune | --oclgrind   (with or without --scale)
//
// The experiments are in the files named in lab.hpp; resizing is in resize.cpp, the convolution in
// image_convolution.cpp, the reference of both samplers and filters in the files *_cpu.cpp.

#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "formats.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "harness/system/report.hpp"
#include "image_convolution.hpp"
#include "lab.hpp"
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

const std::string stem = "17_images_and_samplers";

const std::vector<harness::Experiment<const Lab>>& experiments() {
  static const std::vector<harness::Experiment<const Lab>> all{
      {"offer", "What does the device offer?", what_does_the_device_offer},
      {"formats", "Which formats are there?", which_formats_are_there},
      {"limits", "How large may an image be?", how_large_may_an_image_be},
      {"forms", "In which forms can an image be made?", which_forms_are_there},
      {"moves", "How do pixels get in and out?", how_do_pixels_move},
      {"values", "What does a kernel see of a pixel?", what_does_a_kernel_see},
      {"read-write", "Can a kernel read and write the same image?", can_it_read_and_write},
      {"samplers", "What does a sampler do?", what_does_a_sampler_do},
      {"middle", "Where is the middle of a pixel?", where_is_the_middle},
      {"reads", "How many pixels are read in a nanosecond?", how_fast_are_reads},
      {"resize", "Does resizing agree with its definition?", can_it_resize},
  };
  return all;
}

int resize_picture(const Options& o, const std::string& command_line) {
  if (!o.output.empty())
    common::require_writable(o.output);
  const common::Image picture = harness::load_picture(o.input);
  const harness::Session session(common::pick_device(o.ladder.program.device));
  std::string how;
  const common::Image result = images::resized_picture(
      picture, o.scale.value_or(1.5), images::parse_filter(o.filter), session, how);
  fmt::print("{}x{} -> {}x{}, {}, {}\n", picture.width, picture.height, result.width, result.height,
             o.filter, how);
  if (!o.output.empty()) {
    common::save_image(o.output, result);
    fmt::print("wrote {}\n", o.output);
  }
  if (!o.ladder.program.json_file.empty()) {
    Json document = harness::result_document(stem, command_line, session.device);
    document["resize"] = {{"from", fmt::format("{}x{}", picture.width, picture.height)},
                          {"to", fmt::format("{}x{}", result.width, result.height)},
                          {"filter", o.filter},
                          {"how", how}};
    harness::write_json(o.ladder.program.json_file, document);
  }
  return common::exit_passed;
}

int run_ladder(const Options& o, const std::string& command_line) {
  const auto depth = o.depth == "byte" ? images::Depth::bytes : images::Depth::floats;
  const std::vector<std::string> pixels{"--channels", std::to_string(o.channels), "--depth",
                                        o.depth};
  harness::CaseStudy study;
  if (o.scale) {
    study = images::resize_study(*o.scale, images::parse_filter(o.filter), o.channels, depth);
    study.own_options = {"--scale", fmt::format("{}", *o.scale), "--filter", o.filter};
  } else {
    const std::vector<int> extents = harness::parse_size(o.weights_size, 2);
    study = images::convolution_study(
        {convolution::make_filter(o.weights, {2.0, extents[0], extents[1], o.ladder.program.seed}),
         convolution::parse_border(o.border)},
        o.channels, depth);
    study.own_options = {"--weights", o.weights, "--border", o.border};
    if (o.weights == "box" || o.weights == "random")
      study.own_options.insert(study.own_options.end(), {"--weights-size", o.weights_size});
  }
  study.own_options.insert(study.own_options.end(), pixels.begin(), pixels.end());
  if (!o.ladder.list)
    fmt::print("{}, {} {}\n",
               o.scale ? fmt::format("resize by {}, {}", *o.scale, o.filter)
                       : fmt::format("convolution, {}, border {}", o.weights, o.border),
               o.depth, o.channels == 1 ? "grey" : "RGBA");
  return harness::run_case_study(study, o.ladder, command_line);
}

int run(Options& o, const std::string& command_line) {
  settle(o);
  if (o.ladder.wants_ladder())
    return run_ladder(o, command_line);
  if (!o.input.empty())
    return resize_picture(o, command_line);
  const harness::LabOptions& options = o.ladder.program;
  const Lab lab(common::pick_device(options.device), stem, options.quick, options.seed);
  fmt::print("Device: {}\n", common::describe(lab.device));
  if (!o.demo.empty())
    return harness::show_mistake(demos(), o.demo, lab);
  return harness::run_experiments(
      experiments(), o.only.empty() ? harness::names_of(experiments()) : o.only, lab,
      harness::result_document(stem, command_line, lab.device), options.json_file);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Images and samplers: every form, every mode, resizing, convolution."};
    Options options;
    add_options(app, options, harness::names_of(experiments()), harness::names_of(demos()));
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options.ladder, count, arguments))
      return *code;
    return run(options, harness::command_line(count, arguments));
  });
}
