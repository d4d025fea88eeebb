// The command line.

#include "options.hpp"

#include "common/error.hpp"
#include "film.hpp"
#include "sides.hpp"

namespace hist {

void add_options(CLI::App& app, Options& o) {
  const auto choice = [&](const char* name, std::string& into, const std::vector<std::string>& of,
                          const char* what) {
    return app.add_option(name, into, what)->check(CLI::IsMember(of))->capture_default_str();
  };
  choice("--problem", o.task.problem, problems(), "the ladder");
  o.format = choice("--format", o.task.format, formats(), "of the pixels");
  choice("--data", o.task.data, data_sets(), "the picture");
  choice("--method", o.task.method, {"otsu", "ridler"}, "of threshold and adaptive");
  app.add_option("--bins", o.task.bins, "for floats")
      ->check(CLI::Range(1, 8192))
      ->capture_default_str();
  app.add_flag("--film", o.film, "frames a second: each picture to the device and back again");
  app.add_option("--plot", o.plot, "draw time against side, from what --bench has written, as SVG")
      ->expected(2)
      ->type_name("IN.json OUT.svg");
  app.add_option("--plot-data", o.bars, "draw speeds with several pictures, from several --json")
      ->expected(2, 10)
      ->type_name("IN.json ... OUT.svg");
}

std::optional<int> run_experiment(Options& o, const harness::LadderOptions& ladder,
                                  const std::string& command_line) {
  if (!o.bars.empty()) {
    draw_data({o.bars.begin(), o.bars.end() - 1}, o.bars.back());
    return common::exit_passed;
  }
  if (!o.plot.empty()) {
    draw_sides(o.plot[0], o.plot[1]);
    return common::exit_passed;
  }
  if (!o.task.counts()) {
    if (o.format->count() > 0 && o.task.format != "u8")
      throw common::UsageError("equalize, threshold and adaptive take grey pixels: leave --format "
                               "out, or say --format u8.");
    o.task.format = "u8";
  }
  if (o.task.bins != 256 && !o.task.floats())
    throw common::UsageError("--bins is for --format float: bytes have 256 values.");
  if (o.film)
    return run_film(o.task, ladder, command_line);
  return {};
}

} // namespace hist
