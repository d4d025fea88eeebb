// The command line.

#include "options.hpp"

#include "chapters/16_convolution/lab/filter.hpp"
#include "common/error.hpp"
#include "formats.hpp"
#include "lab.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

void add_options(CLI::App& app, Options& o, const std::vector<std::string>& experiments,
                 const std::vector<std::string>& demos) {
  harness::add_ladder_options(app, o.ladder);
  app.add_option("--only", o.only, "only these experiments, as in a,b")
      ->check(CLI::IsMember(experiments))
      ->delimiter(',');
  app.add_option("--demo", o.demo, "make a mistake on purpose")->check(CLI::IsMember(demos));
  app.add_option("--scale", o.scale,
                 "resize by this factor: a picture with --input, else the "
                 "ladder of resizing; default with --input: 1.5");
  app.add_option("--filter", o.filter, "how to resize; default: bilinear")
      ->check(CLI::IsMember(images::filter_names()));
  app.add_option("--input", o.input, "a picture to resize: PNG or JPEG")->type_name("FILE");
  app.add_option("--output", o.output, "write the resized picture, after it was verified")
      ->type_name("FILE");
  app.add_option("--weights", o.weights,
                 "the filter of the ladder of convolution, one of chapter 16's; default: motion; "
                 "for --check and --oclgrind random 7x5")
      ->check(CLI::IsMember(convolution::filter_names()));
  app.add_option("--weights-size", o.weights_size, "of the weights box and random")
      ->type_name("WxH");
  app.add_option("--border", o.border,
                 "what stands for pixels outside in the ladder of convolution; default: clamp")
      ->check(CLI::IsMember(convolution::border_names()));
  app.add_option("--channels", o.channels, "of the ladders: 1, grey, or 4, RGBA; default: 1")
      ->check(CLI::IsMember({1, 4}));
  app.add_option("--depth", o.depth, "of the pixels of the ladders; default: float")
      ->check(CLI::IsMember({"float", "byte"}));
  app.add_option("--figure", figure_file, "write the picture of the samplers (PNG)")
      ->type_name("FILE");
  app.add_flag("--without-images", images::ignored, "behave as if the device had no images");
}

namespace {

void settle_weights(Options& o) {
  const bool proves = o.ladder.check || o.ladder.oclgrind;
  if (o.weights.empty())
    o.weights = proves ? "random" : "motion";
  if (!o.weights_size.empty() && o.weights != "box" && o.weights != "random")
    throw common::UsageError(fmt::format(
        "--weights-size is for the weights box and random; {} has its own size.", o.weights));
  if (o.weights_size.empty())
    o.weights_size = o.weights == "random" ? "7x5" : "3x3";
  if (o.border.empty())
    o.border = "clamp";
}

} // namespace

void settle(Options& o) {
  const bool convolution = !o.weights.empty() || !o.weights_size.empty() || !o.border.empty();
  const bool resize = o.scale.has_value() || !o.filter.empty() || !o.input.empty();
  if (!o.demo.empty() && (o.ladder.wants_ladder() || resize || convolution || !o.only.empty() ||
                          !o.ladder.program.json_file.empty()))
    throw common::UsageError("--demo makes one mistake and nothing else: give it alone.");
  if (!o.only.empty() && (o.ladder.wants_ladder() || resize || convolution))
    throw common::UsageError("--only chooses experiments: the ladders and pictures are no part of "
                             "them; run them on their own.");
  if (convolution && resize)
    throw common::UsageError("--weights, --weights-size and --border are for convolution, --scale, "
                             "--filter and --input for resizing: choose one of the two.");
  if (convolution && !o.ladder.wants_ladder())
    throw common::UsageError("--weights, --weights-size and --border are for the ladder of "
                             "convolution: give --check or --bench, for instance.");
  for (const std::string& step : o.ladder.steps)
    if (step.rfind('r', 0) == 0 && !o.scale)
      throw common::UsageError("the steps r1 to r6 are those of resizing: give a --scale too.");
  if ((o.channels != 1 || o.depth != "float") && !o.ladder.wants_ladder())
    throw common::UsageError("--channels and --depth choose the pixels of the ladders: give "
                             "--check or --bench, for instance.");
  const bool draws =
      o.only.empty() || std::find(o.only.begin(), o.only.end(), "samplers") != o.only.end();
  if (!figure_file.empty() && (o.ladder.wants_ladder() || resize || !o.demo.empty() || !draws))
    throw common::UsageError(
        "--figure draws the samplers: give it alone, or with --only samplers.");
  if (!o.input.empty() && o.ladder.wants_ladder())
    throw common::UsageError("--input resizes one picture; the ladders work on random pixels: give "
                             "it without their options.");
  if (!o.output.empty() && o.input.empty())
    throw common::UsageError("--output writes a resized picture: give its --input too.");
  if (resize && o.input.empty() && !o.ladder.wants_ladder())
    throw common::UsageError("--scale and --filter resize a picture: give its --input, or --check "
                             "or --bench for random pixels.");
  if (!o.scale && !o.filter.empty() && o.input.empty())
    throw common::UsageError("--filter says how to resize: give a --scale too.");
  if (o.filter.empty())
    o.filter = "bilinear";
  settle_weights(o);
}
