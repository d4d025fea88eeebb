// Chapter 23: the Fourier transform, step by step.
//
//   23_fourier_lab                              verify every step, then measure them with 64 transforms of 1024 numbers
//   23_fourier_lab --check                      verify every step at awkward sizes
//   23_fourier_lab --bench --size '4096*1024'   the ladder, beside the libraries that are installed
//   23_fourier_lab --check --real --inverse     from half a spectrum back to real numbers
//   23_fourier_lab --figures DIR               draw the lessons' plots
//   23_fourier_lab --use sound --into DIR      take the hum out of a recording
//   23_fourier_lab --sweep error --plot FILE    the errors of transforms of 4 to 2^20 numbers
//   23_fourier_lab --oclgrind                   prove the kernels clean, and count their accesses
//
// The problem is in fourier.cpp, the table of steps in steps.cpp, plans in fft.cpp, kernels in kernels/23_fourier.

#include "common/error.hpp"
#include "figures.hpp"
#include "fourier.hpp"
#include "harness/lab/lab.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "sweeps.hpp"
#include "uses.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Discrete Fourier transforms. Sizes are N, WxH or XxYxZ, and *B behind them for B "
                 "of them."};
    harness::LadderOptions options;
    harness::add_ladder_options(app, options);
    bool real = false, inverse = false;
    app.add_flag("--real", real, "N real numbers on one side, N/2 + 1 complex ones on the other");
    app.add_flag("--inverse", inverse, "the way back");
    std::string figures;
    app.add_option("--figures", figures, "draw the lessons' plots into this directory")
        ->type_name("DIR");
    std::string use;
    fourier::UseOptions uses;
    app.add_option("--use", use, "filter a sound or a picture, compress, as JPEG does")
        ->check(CLI::IsMember(fourier::uses()));
    app.add_option("--input", uses.input, "for --use: a WAV file, or a picture")->type_name("FILE");
    app.add_option("--into", uses.output, "for --use: what it makes goes there")->type_name("DIR");
    app.add_option("--hum", uses.hum, "for --use sound: of the mains, in hertz; 0: leave it in");
    app.add_option("--high", uses.high, "for --use sound: a high pass, in hertz");
    app.add_option("--low", uses.low, "for --use sound: a low pass, in hertz");
    app.add_option("--cut", uses.cut, "for --use picture: in parts of the highest frequency")
        ->check(CLI::Range(0.001, 1.0));
    fourier::Sweep sweep;
    app.add_option("--sweep", sweep.name, "a series of measurements, in place of the ladder")
        ->check(CLI::IsMember(fourier::sweeps()));
    app.add_option("--plot", sweep.plot, "with --sweep: draw its curves (SVG)")->type_name("FILE");
    app.add_option("--measured", sweep.measured,
                   "with --sweep and --plot: draw what --json has written, measure nothing")
        ->type_name("FILE")
        ->needs("--plot");
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options, count, arguments))
      return *code;
    if (!figures.empty()) {
      fourier::draw_figures(figures);
      return int{common::exit_passed};
    }
    if (!sweep.name.empty()) {
      if (!options.sizes.empty())
        sweep.size = options.sizes.front();
      return fourier::run_sweep(sweep, options.program, harness::command_line(count, arguments));
    }
    if (!use.empty())
      return fourier::use(use, uses,
                          harness::Lab(common::pick_device(options.program.device), "23_fourier",
                                       options.program.quick, options.program.seed));
    const auto direction = inverse ? fft::Direction::inverse : fft::Direction::forward;
    return harness::run_case_study(fourier::case_study(real, direction), options,
                                   harness::command_line(count, arguments));
  });
}
