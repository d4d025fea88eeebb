// bench: measures a chapter's ladder, keeps the results as JSON, and draws them; plot: draws them
// again.

#include "tools/learn/learn.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "tools/learn/plot.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <map>

namespace learn {
namespace {

// "pocl", "nvidia_h200": what tells this device's results from another's in a file name.
std::string short_name(const Json& device) {
  if (device.value("platform", "") == "Portable Computing Language")
    return "pocl";
  std::string name;
  for (const char c : device.value("name", "device"))
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '_')
      name += '_';
  return name.substr(0, name.find_last_not_of('_') + 1);
}

// The file after --json among the options that are passed on; empty where there is none.
std::string json_option(const Arguments& options) {
  std::string file;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i] == "--json" && i + 1 < options.size())
      file = options[i + 1];
    else if (options[i].rfind("--json=", 0) == 0)
      file = options[i].substr(7);
  return file;
}

void require_ladder(const Chapter& chapter) {
  if (chapter.has_ladder())
    return;
  std::vector<std::string> others;
  for (const Chapter& other : chapters())
    if (other.exists() && other.has_ladder())
      others.push_back(other.stem);
  throw common::UsageError(fmt::format("{} has no ladder to measure; these have: {}.", chapter.stem,
                                       fmt::join(others, ", ")));
}

// results.json -> results.svg, results_sizes.svg, results_roofline.svg
fs::path file_of(fs::path base, PlotKind kind) {
  const std::string suffix = kind == PlotKind::bars ? "" : "_" + name_of(kind);
  return base.replace_filename(base.stem().string() + suffix + ".svg");
}

Json read_results(const fs::path& file) {
  const Json document = harness::read_json(file);
  if (!document.is_object() || !document.contains("rows"))
    throw common::Error(fmt::format("'{}' holds no results of a bench: name a file that "
                                    "`./learn bench` or a chapter's --json has written.",
                                    file.string()));
  return document;
}

// CHAPTER_DEVICE.json, or with a number where results of an earlier run have that name: a short run does not replace
// a long one.
fs::path unused_name(const fs::path& directory, const std::string& chapter, const Json& device) {
  const std::string name = fmt::format("{}_{}", chapter, short_name(device));
  fs::path file = directory / (name + ".json");
  for (int i = 2; fs::exists(file); ++i)
    file = directory / fmt::format("{}_{}.json", name, i);
  return file;
}

} // namespace

int bench(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    fmt::print(
        "A case study's ladder at full size, beside the libraries found on this machine.\n"
        "Usage: ./learn bench CHAPTER [options]\n\n"
        "Prints the table, writes build/results/CHAPTER_DEVICE.json (from the second run on with a "
        "number;\nor what --json says), and draws plots beside it where gnuplot is installed.\n"
        "The options are the chapter's own, for instance:\n\n"
        "  --device D          the device to measure\n"
        "  --size SIZE,SIZE    instead of the chapter's sizes\n"
        "  --step ID,ID        only these steps\n"
        "  --kernel FILE       your own kernel in the place of that of one --step\n"
        "  --seconds S         time for all of it (default: 160), the fastest steps first\n"
        "  --json FILE         where to write the results\n"
        "  --record FILE       the same, if the machine was quiet\n\n"
        "Ctrl-C ends the measurement, and keeps what it has so far.\n");
    return arguments.empty() ? common::exit_usage : common::exit_passed;
  }
  const Chapter chapter = find_chapter(arguments[0]);
  require_ladder(chapter);
  std::vector<std::string> command{chapter.lab().string(), "--bench"};
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  if (std::find(command.begin(), command.end(), "--help") != command.end())
    return become(command);

  fs::path file = json_option(arguments);
  const bool own_name = file.empty(); // the device's name in it is known after the run
  if (own_name) {
    const fs::path directory = project_root() / "build" / "results";
    fs::create_directories(directory);
    file = directory / (chapter.stem + ".json");
    command.insert(command.end(), {"--json", file.string()});
  }
  std::error_code ignored;
  const auto written = [&] { return fs::last_write_time(file, ignored); };
  const fs::file_time_type before = written();
  const auto before_interrupt =
      std::signal(SIGINT, [](int) {}); // the lab ends, and its results come here
  const int code = run_here(command);
  std::signal(SIGINT, before_interrupt);
  if (file == "-" || !fs::is_regular_file(file, ignored) || written() == before)
    return code; // an old one is not taken for this run's

  const Json results = read_results(file);
  if (own_name) {
    const fs::path named = unused_name(file.parent_path(), chapter.stem, results.at("device"));
    fs::rename(file, named);
    file = named;
  }
  fmt::print("\nresults: {}\n", file.string());
  if (!harness::can_plot()) {
    fmt::print("no plot: {}\nThen: ./learn plot {}\n", harness::how_to_plot(), file.string());
    return code;
  }
  try {
    for (const PlotKind kind : kinds_of(results)) {
      harness::draw_plot(plot_of(results, kind), file_of(file, kind));
      fmt::print("plot:    {}\n", file_of(file, kind).string());
    }
  } catch (const common::Error& e) {
    fmt::print("no plot: {}\n", e.what());
  }
  return code;
}

int plot(const Arguments& arguments) {
  CLI::App app{"Draws what `./learn bench` has recorded.", "learn plot"};
  std::string input;
  std::string output;
  std::string wanted;
  app.add_option("results", input, "the results, a JSON file")->required()->type_name("FILE.json");
  app.add_option("--output", output, "where to write the plot; default: beside the results")
      ->type_name("FILE.svg");
  app.add_option("--kind", wanted,
                 "bars (each step at the largest size), sizes (speed against size) or roofline; "
                 "default: every one that makes sense, or bars where --output is given")
      ->check(CLI::IsMember({"bars", "sizes", "roofline"}));
  parse(app, arguments);

  const Json results = read_results(input);
  std::vector<PlotKind> kinds = kinds_of(results);
  if (wanted.empty() && !output.empty())
    kinds = {PlotKind::bars};
  if (!wanted.empty())
    kinds = {wanted == "bars"    ? PlotKind::bars
             : wanted == "sizes" ? PlotKind::sizes
                                 : PlotKind::roofline};
  for (const PlotKind kind : kinds) {
    const fs::path file = output.empty() ? file_of(input, kind) : fs::path(output);
    harness::draw_plot(plot_of(results, kind), file);
    fmt::print("{}\n", file.string());
  }
  return common::exit_passed;
}

} // namespace learn
