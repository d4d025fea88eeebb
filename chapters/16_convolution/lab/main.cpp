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
// The filters and borders are in filter.cpp, the problem in convolution.cpp, the table of steps in
// steps.cpp, the kernels in kernels/16_convolution, one file a step.

#include "common/error.hpp"
#include "convolution.hpp"
#include "gaussians.hpp"
#include "harness/lab/float_image.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using convolution::Options;

convolution::Show show(const Options& o, const convolution::Filter& filter) {
  return o.show == "as-is"       ? convolution::Show::as_is
         : o.show == "offset"    ? convolution::Show::offset
         : o.show == "magnitude" ? convolution::Show::magnitude
                                 : convolution::usual_show(filter);
}

int run(Options& o, const std::string& command_line) {
  settle(o);
  harness::ImageF picture;
  if (!o.input.empty())
    picture = harness::to_float(harness::load_picture(o.input, o.channels));
  if (o.wants_gaussians())
    return convolution::compare_gaussians(picture, o.ladder.program, o.plot, command_line);
  const std::vector<int> extents = harness::parse_size(o.filter_size, 2);
  const double sigma = o.sigma.value_or(2.0);
  const convolution::Setup setup{
      convolution::make_filter(o.filter, {sigma, extents[0], extents[1], o.ladder.program.seed}),
      convolution::parse_border(o.border)};
  const int channels = o.input.empty() ? std::max(o.channels, 1) : picture.channels;

  harness::CaseStudy study = o.input.empty() ? convolution::case_study(setup, channels)
                                             : convolution::case_study(setup, picture);
  study.own_options = {"--filter", o.filter,     "--border",
                       o.border,   "--channels", std::to_string(channels)};
  if (o.filter == "gaussian" || o.filter == "cut-gaussian")
    study.own_options.insert(study.own_options.end(), {"--sigma", fmt::format("{}", sigma)});
  if (o.filter == "box" || o.filter == "random")
    study.own_options.insert(study.own_options.end(), {"--filter-size", o.filter_size});

  if (!o.ladder.list)
    fmt::print("filter {} {}x{}, border {}, {} {}\n", setup.filter.name, setup.filter.width,
               setup.filter.height, o.border, channels == 1 ? "grey" : "RGBA",
               o.input.empty() ? "random pixels"
                               : std::filesystem::path(o.input).filename().string());
  const int code = harness::run_case_study(study, o.ladder, command_line);
  if (code == common::exit_passed && !o.output.empty()) {
    const harness::Session session(common::pick_device(o.ladder.program.device));
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
    if (const auto code = harness::run_readers_part(options.ladder, count, arguments))
      return *code;
    return run(options, harness::command_line(count, arguments));
  });
}
