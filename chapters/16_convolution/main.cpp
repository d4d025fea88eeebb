// Chapter 16: convolution, step by step.
//
//   16_convolution                        filter the chapter's picture; verify and measure every step
//   16_convolution --input FILE --filter sobel-x --border reflect --output out.png
//   16_convolution --filter gaussian --sigma 3 --output blurred.png
//   16_convolution --check                verify every step at awkward sizes
//   16_convolution --size 600x400 --filter box --filter-size 4x9 --border wrap --channels 4
//   16_convolution --bench --json out.json
//   16_convolution --oclgrind             prove the kernels free of races and wild accesses
//
// The filters and borders are in filter.cpp, the problem and the table of steps in convolution.cpp,
// the kernels in kernels/16_convolution, one file a step.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "convolution.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

struct Options {
  common::LadderOptions ladder;
  std::string filter;
  std::string filter_size;
  double sigma = 0.0; // 0: not given
  std::string border = "reflect";
  int channels = 0; // 0: as the picture has; 1 for random pixels
  std::string show;
  std::string input;
  std::string output;

  // A mode that looks for errors, or for speed, with random pixels of certain sizes.
  bool wants_random() const {
    return ladder.check || ladder.bench || ladder.tune || ladder.oclgrind || ladder.list ||
           !ladder.sizes.empty();
  }
};

void add_options(CLI::App& app, Options& o) {
  common::add_ladder_options(app, o.ladder);
  app.add_option("--filter", o.filter,
                 "default: motion; for --check and --oclgrind random 7x5, which has no symmetry")
      ->check(CLI::IsMember(convolution::filter_names()));
  app.add_option("--filter-size", o.filter_size, "of the filters box and random")->type_name("WxH");
  app.add_option("--sigma", o.sigma, "of the filter gaussian, in pixels; default: 2");
  app.add_option("--border", o.border, "what stands for pixels outside the image")
      ->check(CLI::IsMember(convolution::border_names()))
      ->capture_default_str();
  app.add_option("--channels", o.channels, "1: grey, 4: RGBA; default: as the picture has, else 1")
      ->check(CLI::IsMember({1, 4}));
  app.add_option("--input", o.input, "the picture: PNG, JPEG, PGM or PPM")->type_name("FILE");
  app.add_option("--output", o.output, "write the filtered picture, after it was verified")
      ->type_name("FILE");
  app.add_option(
         "--show", o.show,
         "how values become grey levels: as-is, offset (v + 1/2), magnitude (|v|); default: "
         "offset for filters whose weights add up to 0, else as-is")
      ->check(CLI::IsMember({"as-is", "offset", "magnitude"}));
}

// Refuses combinations that cannot be meant, and fills in the defaults that depend on the mode.
void settle(Options& o) {
  const bool proves = o.ladder.check || o.ladder.oclgrind;
  if (!o.input.empty() && !o.ladder.sizes.empty())
    throw common::UsageError(
        "--size makes random pixels, --input reads a picture: give one of them.");
  if (!o.input.empty() && o.ladder.oclgrind)
    throw common::UsageError("--oclgrind is hundreds of times slower than a device: give a small "
                             "--size, for instance 33x17, instead of --input.");
  if (!o.output.empty() && o.input.empty() && o.wants_random())
    throw common::UsageError("--output writes a filtered picture: give its --input too.");
  if (o.filter.empty())
    o.filter = proves && o.input.empty() ? "random" : "motion";
  if (!o.filter_size.empty() && o.filter != "box" && o.filter != "random")
    throw common::UsageError(
        fmt::format("--filter-size is for the filters box and random; {} has its "
                    "own size.",
                    o.filter));
  if (o.filter_size.empty())
    o.filter_size = o.filter == "random" ? "7x5" : "5x5";
  if (o.sigma != 0.0 && o.filter != "gaussian")
    throw common::UsageError("--sigma is for --filter gaussian.");
  if (o.sigma == 0.0)
    o.sigma = 2.0;
  if (o.input.empty() && !o.wants_random())
    o.input = common::find_data("images/scene_512.png").string();
}

convolution::Show show(const Options& o, const convolution::Filter& filter) {
  return o.show == "as-is"       ? convolution::Show::as_is
         : o.show == "offset"    ? convolution::Show::offset
         : o.show == "magnitude" ? convolution::Show::magnitude
                                 : convolution::usual_show(filter);
}

int run(Options& o, const std::string& command_line) {
  settle(o);
  const std::vector<int> extents = common::parse_size(o.filter_size, 2);
  const convolution::Setup setup{
      convolution::make_filter(o.filter, {o.sigma, extents[0], extents[1], o.ladder.program.seed}),
      convolution::parse_border(o.border)};
  common::ImageF picture;
  if (!o.input.empty())
    picture = convolution::load_picture(o.input, o.channels);
  const int channels = o.input.empty() ? std::max(o.channels, 1) : picture.channels;

  common::CaseStudy study = o.input.empty() ? convolution::case_study(setup, channels)
                                            : convolution::case_study(setup, picture);
  study.own_options = {"--filter", o.filter,     "--border",
                       o.border,   "--channels", std::to_string(channels)};
  if (o.filter == "gaussian")
    study.own_options.insert(study.own_options.end(), {"--sigma", fmt::format("{}", o.sigma)});
  if (o.filter == "box" || o.filter == "random")
    study.own_options.insert(study.own_options.end(), {"--filter-size", o.filter_size});

  if (!o.ladder.list)
    fmt::print("filter {} {}x{}, border {}, {} {}\n", setup.filter.name, setup.filter.width,
               setup.filter.height, o.border, channels == 1 ? "grey" : "RGBA",
               o.input.empty() ? "random pixels"
                               : std::filesystem::path(o.input).filename().string());
  const int code = common::run_case_study(study, o.ladder, command_line);
  if (code == common::exit_passed && !o.output.empty()) {
    const common::Session session(common::pick_device(o.ladder.program.device));
    common::save_image(o.output,
                       convolution::filtered_picture(setup, picture, show(o, setup.filter), session,
                                                     o.ladder.steps));
    fmt::print("wrote {}\n", o.output);
  }
  return code;
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Filters an image, from the naive kernel upwards. Sizes are WxH."};
    Options options;
    add_options(app, options);
    common::parse(app, count, arguments);
    return run(options, common::command_line(count, arguments));
  });
}
