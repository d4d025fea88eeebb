// The command line.

#include "options.hpp"

#include "chapters/16_convolution/lab/filter.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "figure.hpp"
#include "formats.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/report.hpp"
#include "image_convolution.hpp"
#include "resize.hpp"

#include <fmt/format.h>

namespace images {

void add_options(CLI::App& app, Options& o) {
  auto* scale = app.add_option("--scale", o.scale,
                               "resize by this factor: a picture with --input, else the ladder of "
                               "resizing; default: 1.5");
  auto* filter = app.add_option("--filter", o.filter, "how to resize; default: bilinear")
                     ->check(CLI::IsMember(filter_names()));
  app.add_option("--weights", o.weights,
                 "the filter of the ladder of convolution, one of chapter 16's; default: motion; "
                 "for --check and --oclgrind random 7x5")
      ->check(CLI::IsMember(convolution::filter_names()));
  app.add_option("--weights-size", o.weights_size, "of the weights box and random")
      ->type_name("WxH");
  app.add_option("--border", o.border,
                 "what stands for pixels outside in the ladder of convolution; default: clamp")
      ->check(CLI::IsMember(convolution::border_names()));
  for (const char* name : {"--weights", "--weights-size", "--border"})
    app.get_option(name)->excludes(scale)->excludes(filter);
  app.add_option("--channels", o.channels, "of the ladders: 1, grey, or 4, RGBA; default: 1")
      ->check(CLI::IsMember({1, 4}));
  app.add_option("--depth", o.depth, "of the pixels of the ladders; default: float")
      ->check(CLI::IsMember({"float", "byte"}));
  auto* input =
      app.add_option("--input", o.input, "a picture to resize: PNG or JPEG")->type_name("FILE");
  for (const char* name : {"--list", "--check", "--bench", "--tune", "--oclgrind", "--stats",
                           "--kernel", "--set", "--step", "--size", "--only", "--demo", "--weights",
                           "--weights-size", "--border", "--channels", "--depth"})
    input->excludes(name);
  app.add_option("--output", o.output, "write the resized picture, after it was verified")
      ->type_name("FILE")
      ->needs(input);
  app.add_option("--figure", o.figure, "write the picture of the samplers (PNG)")
      ->type_name("FILE");
  app.add_flag("--without-images", ignored, "behave as if the device had no images");
}

std::optional<int> run_pictures(const Options& o, const harness::LadderOptions& ladder,
                                const std::string& command_line) {
  if (!o.figure.empty())
    draw_samplers(small_picture(), o.figure);
  if (o.input.empty())
    return {};
  if (!o.output.empty())
    common::require_writable(o.output);
  const common::Image picture = harness::load_picture(o.input);
  const harness::Session session(common::pick_device(ladder.program.device));
  const std::string filter = o.filter.empty() ? "bilinear" : o.filter;
  std::string how;
  const common::Image result =
      resized_picture(picture, o.scale.value_or(1.5), parse_filter(filter), session, how);
  fmt::print("{}x{} -> {}x{}, {}, {}\n", picture.width, picture.height, result.width, result.height,
             filter, how);
  if (!o.output.empty()) {
    common::save_image(o.output, result);
    fmt::print("wrote {}\n", o.output);
  }
  if (!ladder.program.json_file.empty()) {
    nlohmann::json document =
        harness::result_document("17_images_and_samplers", command_line, session.device);
    document["resize"] = {{"from", fmt::format("{}x{}", picture.width, picture.height)},
                          {"to", fmt::format("{}x{}", result.width, result.height)},
                          {"filter", filter},
                          {"how", how}};
    harness::write_json(ladder.program.json_file, document);
  }
  return common::exit_passed;
}

namespace {

harness::CaseStudy resizing(const Options& o, Depth depth) {
  const double scale = o.scale.value_or(1.5);
  const std::string filter = o.filter.empty() ? "bilinear" : o.filter;
  harness::CaseStudy study = resize_study(scale, parse_filter(filter), o.channels, depth);
  study.own_options = {"--scale", fmt::format("{}", scale), "--filter", filter};
  study.heading = fmt::format("resize by {}, {}", scale, filter);
  return study;
}

harness::CaseStudy convolving(const Options& o, Depth depth, const harness::LadderOptions& ladder) {
  const std::string weights = !o.weights.empty()                ? o.weights
                              : ladder.check || ladder.oclgrind ? "random"
                                                                : "motion",
                    border = o.border.empty() ? "clamp" : o.border;
  const bool has_size = weights == "box" || weights == "random";
  if (!o.weights_size.empty() && !has_size)
    throw common::UsageError(fmt::format(
        "--weights-size is for the weights box and random; {} has its own size.", weights));
  const std::string size = !o.weights_size.empty() ? o.weights_size
                           : weights == "random"   ? "7x5"
                                                   : "3x3";
  const std::vector<int> extents = harness::parse_size(size, 2);
  harness::CaseStudy study = convolution_study(
      {convolution::make_filter(weights, {2.0, extents[0], extents[1], ladder.program.seed}),
       convolution::parse_border(border)},
      o.channels, depth);
  study.own_options = {"--weights", weights, "--border", border};
  if (has_size)
    study.own_options.insert(study.own_options.end(), {"--weights-size", size});
  study.heading = fmt::format("convolution, {}, border {}", weights, border);
  return study;
}

} // namespace

harness::CaseStudy case_study(const Options& o, const harness::LadderOptions& ladder) {
  const Depth depth = o.depth == "byte" ? Depth::bytes : Depth::floats;
  harness::CaseStudy study =
      o.scale || !o.filter.empty() ? resizing(o, depth) : convolving(o, depth, ladder);
  study.own_options.insert(study.own_options.end(),
                           {"--channels", std::to_string(o.channels), "--depth", o.depth});
  study.heading += fmt::format(", {} {}", o.depth, o.channels == 1 ? "grey" : "RGBA");
  return study;
}

} // namespace images
