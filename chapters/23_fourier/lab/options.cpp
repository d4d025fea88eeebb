// The command line.

#include "options.hpp"

#include "common/error.hpp"
#include "figures.hpp"

namespace fourier {

void add_options(CLI::App& app, Options& o) {
  app.add_flag("--real", o.real, "N real numbers on one side, N/2 + 1 complex ones on the other");
  app.add_flag("--inverse", o.inverse, "the way back");
  app.add_option("--figures", o.figures, "draw the lessons' plots into this directory")
      ->type_name("DIR");
  app.add_option("--use", o.use, "filter a sound or a picture, compress, as JPEG does")
      ->check(CLI::IsMember(uses()));
  app.add_option("--input", o.uses.input, "for --use: a WAV file, or a picture")->type_name("FILE");
  app.add_option("--into", o.uses.output, "for --use: what it makes goes there")->type_name("DIR");
  app.add_option("--hum", o.uses.hum, "for --use sound: of the mains, in hertz; 0: leave it in");
  app.add_option("--high", o.uses.high, "for --use sound: a high pass, in hertz");
  app.add_option("--low", o.uses.low, "for --use sound: a low pass, in hertz");
  app.add_option("--cut", o.uses.cut, "for --use picture: in parts of the highest frequency")
      ->check(CLI::Range(0.001, 1.0));
  app.add_option("--sweep", o.sweep.name, "a series of measurements, in place of the ladder")
      ->check(CLI::IsMember(sweeps()));
  app.add_option("--plot", o.sweep.plot, "with --sweep: draw its curves (SVG)")->type_name("FILE");
  app.add_option(
         "--measured", o.sweep.measured,
         "with --sweep and --plot: draw what --json has written, measure nothing; of more files, "
         "the curves that the first does not have")
      ->type_name("FILE")
      ->needs("--plot");
}

harness::CaseStudy case_study(const Options& o) {
  return case_study(o.real, o.inverse ? fft::Direction::inverse : fft::Direction::forward);
}

std::optional<int> run_experiment(Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  if (!o.figures.empty()) {
    draw_figures(o.figures);
    return common::exit_passed;
  }
  if (!o.sweep.name.empty()) {
    if (!ladder.sizes.empty())
      o.sweep.size = ladder.sizes.front();
    return run_sweep(o.sweep, ladder.program, command_line);
  }
  if (!o.use.empty())
    return use(o.use, o.uses,
               harness::Lab(common::pick_device(ladder.program.device), "23_fourier",
                            ladder.program.quick, ladder.program.seed));
  return {};
}

} // namespace fourier
