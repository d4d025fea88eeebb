// The command line.

#include "options.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "filter.hpp"
#include "gaussians.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"

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

void add_options(CLI::App& app, Options& o) {
  std::vector<std::string> names;
  std::string about = "a headline problem: ";
  for (const Preset& preset : presets()) {
    names.push_back(preset.name);
    about += fmt::format("{} ({}), ", preset.name, preset.about);
  }
  names.push_back("gaussians");
  auto* filter =
      app.add_option(
             "--filter", o.filter,
             "default: motion; for --check and --oclgrind random 7x5, which has no symmetry")
          ->check(CLI::IsMember(filter_names()));
  app.add_option("--filter-size", o.filter_size, "of the filters box and random")->type_name("WxH");
  auto* sigma = app.add_option("--sigma", o.sigma,
                               "of the filters gaussian and cut-gaussian, in pixels; default: 2");
  auto* border = app.add_option("--border", o.border,
                                "what stands for pixels outside the image; default: reflect")
                     ->check(CLI::IsMember(border_names()));
  // A preset is a filter, a border and a size.
  app.add_option("--preset", o.preset,
                 about + "gaussians (an unfair comparison, and the same mended)")
      ->check(CLI::IsMember(names))
      ->excludes(filter)
      ->excludes(sigma)
      ->excludes(border)
      ->excludes("--size");
  app.add_option("--channels", o.channels, "1: grey, 4: RGBA; default: as the picture has, else 1")
      ->check(CLI::IsMember({1, 4}));
  app.add_option("--input", o.input, "the picture: PNG or JPEG")
      ->type_name("FILE")
      ->excludes("--size")
      ->excludes("--oclgrind");
  app.add_option("--output", o.output, "write the filtered picture, after it was verified")
      ->type_name("FILE")
      ->excludes("--kernel"); // all kernels that are right make the same
  app.add_option("--plot", o.plot, "with --preset gaussians: draw the times (SVG)")
      ->type_name("FILE");
  app.add_option(
         "--show", o.show,
         "how values become grey levels: as-is, offset (v + 1/2), magnitude (|v|); default: "
         "offset for filters whose weights add up to 0, else as-is")
      ->check(CLI::IsMember({"as-is", "offset", "magnitude"}));
}

namespace {

// A mode that looks for errors, or for speed, with random pixels of certain sizes.
bool wants_random(const harness::LadderOptions& ladder) {
  return ladder.check || ladder.bench || ladder.tune || ladder.oclgrind || ladder.list ||
         !ladder.sizes.empty();
}

void settle(Options& o, harness::LadderOptions& ladder) {
  for (const Preset& preset : presets())
    if (preset.name == o.preset) {
      if (!o.input.empty())
        throw common::UsageError(fmt::format(
            "--preset {} makes random pixels, --input reads a picture: give one of them.",
            preset.name));
      o.filter = preset.filter;
      o.border = preset.border;
      ladder.sizes = {preset.size};
    }
  if (!o.plot.empty())
    throw common::UsageError("--plot draws the times of --preset gaussians: give it with that.");
  if (!o.output.empty() && o.input.empty() && wants_random(ladder))
    throw common::UsageError("--output writes a filtered picture: give its --input too.");
  if (o.border.empty())
    o.border = "reflect";
  if (o.filter.empty())
    o.filter = (ladder.check || ladder.oclgrind) && o.input.empty() ? "random" : "motion";
  const bool has_extents = o.filter == "box" || o.filter == "random",
             has_sigma = o.filter == "gaussian" || o.filter == "cut-gaussian";
  if (!o.filter_size.empty() && !has_extents)
    throw common::UsageError(fmt::format(
        "--filter-size is for the filters box and random; {} has its own size.", o.filter));
  if (o.filter_size.empty())
    o.filter_size = o.filter == "random" ? "7x5" : "5x5";
  if (o.sigma && !has_sigma)
    throw common::UsageError("--sigma is for --filter gaussian and --filter cut-gaussian.");
  if (o.input.empty() && !wants_random(ladder))
    o.input = common::find_data("images/scene_512.png").string();
}

Setup setup_of(const Options& o, unsigned seed) {
  const std::vector<int> extents = harness::parse_size(o.filter_size, 2);
  return {make_filter(o.filter, {o.sigma.value_or(2.0), extents[0], extents[1], seed}),
          parse_border(o.border)};
}

} // namespace

std::optional<int> run_experiment(const Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  if (o.preset != "gaussians")
    return {};
  if (wants_random(ladder) || !o.output.empty() || !ladder.steps.empty())
    throw common::UsageError("--preset gaussians is a comparison of its own: it takes --input, "
                             "--quick, --device, --json and --plot only.");
  const std::string input =
      o.input.empty() ? common::find_data("images/scene_grey_512.png").string() : o.input;
  return compare_gaussians(harness::to_float(harness::load_picture(input, 1)), ladder.program,
                           o.plot, command_line);
}

harness::CaseStudy case_study(Options& o, harness::LadderOptions& ladder) {
  settle(o, ladder);
  if (!o.input.empty())
    o.picture = harness::to_float(harness::load_picture(o.input, o.channels));
  const Setup setup = setup_of(o, ladder.program.seed);
  const int channels = o.input.empty() ? std::max(o.channels, 1) : o.picture.channels;
  harness::CaseStudy study =
      o.input.empty() ? case_study(setup, channels) : case_study(setup, o.picture);
  study.own_options = {"--filter", o.filter,     "--border",
                       o.border,   "--channels", std::to_string(channels)};
  if (o.filter == "gaussian" || o.filter == "cut-gaussian")
    study.own_options.insert(study.own_options.end(),
                             {"--sigma", fmt::format("{}", o.sigma.value_or(2.0))});
  if (o.filter == "box" || o.filter == "random")
    study.own_options.insert(study.own_options.end(), {"--filter-size", o.filter_size});
  study.heading = fmt::format(
      "filter {} {}x{}, border {}, {} {}", setup.filter.name, setup.filter.width,
      setup.filter.height, o.border, channels == 1 ? "grey" : "RGBA",
      o.input.empty() ? "random pixels" : std::filesystem::path(o.input).filename().string());
  return study;
}

void write_picture(const Options& o, const harness::LadderOptions& ladder) {
  if (o.output.empty())
    return;
  const Setup setup = setup_of(o, ladder.program.seed);
  const Show show = o.show == "as-is"       ? Show::as_is
                    : o.show == "offset"    ? Show::offset
                    : o.show == "magnitude" ? Show::magnitude
                                            : usual_show(setup.filter);
  const harness::Session session(common::pick_device(ladder.program.device));
  common::save_image(o.output, filtered_picture(setup, o.picture, show, session, ladder.steps));
  fmt::print("wrote {}\n", o.output);
}

} // namespace convolution
