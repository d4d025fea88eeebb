// Chapter 22: the ladders of histograms, and of what they are good for.
//
//   22_histogram_lab                                           three channels of 256 bins, a photograph
//   22_histogram_lab --bench --format u8 --data constant       grey pixels, all of one value
//   22_histogram_lab --check --format float --bins 1000
//   22_histogram_lab --bench --problem equalize
//   22_histogram_lab --check --problem threshold --method ridler --data two-peaks
//
// The problems are in problem.cpp, the tables of steps in steps.cpp, the kernels in kernels/22_histogram, one file a step.

#include "common/error.hpp"
#include "film.hpp"
#include "harness/ladder/reader.hpp"
#include "harness/system/options.hpp"
#include "problem.hpp"
#include "sides.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Histograms: from atomics in global memory to a bank for each lane."};
    harness::LadderOptions options;
    hist::Task task;
    harness::add_ladder_options(app, options);
    const auto choice = [&](const char* name, std::string& into, const std::vector<std::string>& of,
                            const char* what) {
      return app.add_option(name, into, what)->check(CLI::IsMember(of))->capture_default_str();
    };
    choice("--problem", task.problem, hist::problems(), "the ladder");
    const auto* format = choice("--format", task.format, hist::formats(), "of the pixels");
    choice("--data", task.data, hist::data_sets(), "the picture");
    choice("--method", task.method, {"otsu", "ridler"}, "of threshold and adaptive");
    app.add_option("--bins", task.bins, "for floats")
        ->check(CLI::Range(1, 8192))
        ->capture_default_str();
    bool film = false;
    app.add_flag("--film", film, "frames a second: each picture to the device and back again");
    std::vector<std::string> plot;
    app.add_option("--plot", plot, "draw time against side, from what --bench has written, as SVG")
        ->expected(2)
        ->type_name("IN.json OUT.svg");
    std::vector<std::string> bars;
    app.add_option("--plot-data", bars, "draw speeds with several pictures, from several --json")
        ->expected(2, 10)
        ->type_name("IN.json ... OUT.svg");
    common::parse(app, count, arguments);
    if (!bars.empty()) {
      hist::draw_data({bars.begin(), bars.end() - 1}, bars.back());
      return int{common::exit_passed};
    }
    if (!plot.empty()) {
      hist::draw_sides(plot[0], plot[1]);
      return int{common::exit_passed};
    }
    if (!task.counts()) {
      if (format->count() > 0 && task.format != "u8")
        throw common::UsageError("equalize, threshold and adaptive take grey pixels: leave "
                                 "--format out, or say --format u8.");
      task.format = "u8";
    }
    if (task.bins != 256 && !task.floats())
      throw common::UsageError("--bins is for --format float: bytes have 256 values.");
    if (film)
      return hist::run_film(task, options, harness::command_line(count, arguments));
    if (const auto code = harness::run_readers_part(options, count, arguments))
      return *code;
    return harness::run_case_study(hist::case_study(task), options,
                                   harness::command_line(count, arguments));
  });
}
