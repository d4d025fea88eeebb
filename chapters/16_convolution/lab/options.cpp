// The command line.

#include "options.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "filter.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace convolution {

// [presets]
const std::vector<Preset>& presets() {
  static const std::vector<Preset> all{
      {"motion", "motion", "valid", "600x400", "motion blur 7x7 at 600x400, no border"},
      {"2048", "motion", "reflect", "2048", "7x7 at 2048x2048"},
      {"8192", "motion", "reflect", "8192", "7x7 at 8192x8192"}};
  return all;
}
// [/presets]

bool Options::wants_random() const {
  return ladder.check || ladder.bench || ladder.tune || ladder.oclgrind || ladder.list ||
         !ladder.sizes.empty();
}

void add_options(CLI::App& app, Options& o) {
  harness::add_ladder_options(app, o.ladder);
  std::vector<std::string> names;
  std::string about = "a headline problem: ";
  for (const Preset& preset : presets()) {
    names.push_back(preset.name);
    about += fmt::format("{} ({}), ", preset.name, preset.about);
  }
  names.push_back("gaussians");
  app.add_option("--preset", o.preset,
                 about + "gaussians (an unfair comparison, and the same mended)")
      ->check(CLI::IsMember(names));
  app.add_option("--filter", o.filter,
                 "default: motion; for --check and --oclgrind random 7x5, which has no symmetry")
      ->check(CLI::IsMember(filter_names()));
  app.add_option("--filter-size", o.filter_size, "of the filters box and random")->type_name("WxH");
  app.add_option("--sigma", o.sigma,
                 "of the filters gaussian and cut-gaussian, in pixels; default: 2");
  app.add_option("--border", o.border, "what stands for pixels outside the image; default: reflect")
      ->check(CLI::IsMember(border_names()));
  app.add_option("--channels", o.channels, "1: grey, 4: RGBA; default: as the picture has, else 1")
      ->check(CLI::IsMember({1, 4}));
  app.add_option("--input", o.input, "the picture: PNG or JPEG")->type_name("FILE");
  app.add_option("--output", o.output, "write the filtered picture, after it was verified")
      ->type_name("FILE");
  app.add_option("--plot", o.plot, "with --preset gaussians: draw the times (SVG)")
      ->type_name("FILE");
  app.add_option(
         "--show", o.show,
         "how values become grey levels: as-is, offset (v + 1/2), magnitude (|v|); default: "
         "offset for filters whose weights add up to 0, else as-is")
      ->check(CLI::IsMember({"as-is", "offset", "magnitude"}));
}

namespace {

void settle_gaussians(Options& o) {
  if (o.wants_random() || !o.output.empty() || !o.filter.empty() || o.sigma || !o.border.empty() ||
      !o.ladder.steps.empty())
    throw common::UsageError("--preset gaussians is a comparison of its own: it takes --input, "
                             "--quick, --device, --json and --plot only.");
  if (o.input.empty())
    o.input = common::find_data("images/scene_grey_512.png").string();
  o.channels = 1;
}

} // namespace

void settle(Options& o) {
  if (o.wants_gaussians())
    return settle_gaussians(o);
  for (const Preset& preset : presets())
    if (preset.name == o.preset) {
      if (!o.filter.empty() || !o.border.empty() || !o.ladder.sizes.empty() || !o.input.empty())
        throw common::UsageError(fmt::format(
            "--preset {} is a filter, a border and a size: give it without these.", preset.name));
      o.filter = preset.filter;
      o.border = preset.border;
      o.ladder.sizes = {preset.size};
    }
  if (!o.plot.empty())
    throw common::UsageError("--plot draws the times of --preset gaussians: give it with that.");
  const bool proves = o.ladder.check || o.ladder.oclgrind;
  if (!o.input.empty() && !o.ladder.sizes.empty())
    throw common::UsageError(
        "--size makes random pixels, --input reads a picture: give one of them.");
  if (!o.input.empty() && o.ladder.oclgrind)
    throw common::UsageError("--oclgrind is hundreds of times slower than a device: give a small "
                             "--size, for instance 33x17, instead of --input.");
  if (!o.output.empty() && o.input.empty() && o.wants_random())
    throw common::UsageError("--output writes a filtered picture: give its --input too.");
  if (!o.output.empty() && !o.ladder.kernel.empty())
    throw common::UsageError("--output writes the picture of a step: give it without --kernel, "
                             "whose verified kernels all make the same.");
  if (o.border.empty())
    o.border = "reflect";
  if (o.filter.empty())
    o.filter = proves && o.input.empty() ? "random" : "motion";
  if (!o.filter_size.empty() && o.filter != "box" && o.filter != "random")
    throw common::UsageError(
        fmt::format("--filter-size is for the filters box and random; {} has its "
                    "own size.",
                    o.filter));
  if (o.filter_size.empty())
    o.filter_size = o.filter == "random" ? "7x5" : "5x5";
  if (o.sigma && o.filter != "gaussian" && o.filter != "cut-gaussian")
    throw common::UsageError("--sigma is for --filter gaussian and --filter cut-gaussian.");
  if (o.input.empty() && !o.wants_random())
    o.input = common::find_data("images/scene_512.png").string();
}

} // namespace convolution
