// Every lesson's program compares itself with C++ in one line or two (common/compare.hpp). This tool runs the programs, and
// records these lines, so that the lessons can quote them:
//
//   speeds --device gpu --json data/results/speeds_h200.json
//   speeds 01 04 --json speeds.json
#include "common/compare.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const char* const columns[] = {"one_core_ms", "all_cores_ms", "device_ms", "with_transfers_ms"};

struct Speeds {
  std::vector<common::Samples> times = std::vector<common::Samples>(4);
  int cores = 0;
};

double milliseconds(const std::string& number, const std::string& unit) {
  return std::stod(number) * (unit == "us" ? 1e-3 : 1.0);
}

void read_lines(const std::string& output, std::map<std::string, Speeds>& all) {
  static const std::string time = R"(([0-9.e+-]+) (us|ms))";
  static const std::regex line("(?:^|\n) *([^\n:]+): C\\+\\+ " + time + " on one core, " + time +
                               " on ([0-9]+); device " + time + ", " + time + " with transfers");
  for (std::sregex_iterator match(output.begin(), output.end(), line), end; match != end; ++match) {
    Speeds& speeds = all[(*match)[1]];
    speeds.cores = std::stoi((*match)[6]);
    for (const auto& [column, group] : {std::pair{0, 2}, {1, 4}, {2, 7}, {3, 9}})
      speeds.times[column].values.push_back(milliseconds((*match)[group], (*match)[group + 1]));
  }
}

int run(const std::string& device_name, const std::vector<std::string>& chapters, int times,
        const std::string& file, const std::string& command_line, const fs::path& programs) {
  const cl::Device device = common::pick_device(device_name);
  json document = harness::result_document("speeds", command_line, device);
  document["rows"] = json::array();
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(programs))
    if (std::regex_match(entry.path().filename().string(), std::regex("[0-9]{2}_[a-z_]+")) &&
        !std::regex_search(entry.path().filename().string(), std::regex("_(lab|c|smallest|asan)$")))
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  for (const fs::path& program : found) {
    const std::string stem = program.filename().string(), number = stem.substr(0, 2);
    if (!chapters.empty() && std::find(chapters.begin(), chapters.end(), number) == chapters.end())
      continue;
    std::map<std::string, Speeds> all;
    for (int i = 0; i < times; ++i) {
      const harness::TemporaryDirectory directory; // for its picture
      harness::ProcessOptions options;
      options.directory = directory.path;
      const auto result =
          harness::run_process({program.string(), "--device", device_name}, options);
      if (result.exit_code != common::exit_passed && result.exit_code != common::exit_skipped)
        throw common::Error(fmt::format("{} failed:\n{}", stem, result.output));
      read_lines(result.output, all);
    }
    for (const auto& [what, speeds] : all) {
      json row{{"chapter", number}, {"what", what}, {"cores", speeds.cores}};
      for (int column = 0; column < 4; ++column)
        row[columns[column]] = speeds.times[column].median();
      fmt::print("{} {}: C++ {:.3g} and {:.3g} ms, device {:.3g} and {:.3g} ms\n", number, what,
                 row[columns[0]].get<double>(), row[columns[1]].get<double>(),
                 row[columns[2]].get<double>(), row[columns[3]].get<double>());
      document["rows"].push_back(std::move(row));
    }
  }
  harness::write_json(file, document);
  return common::exit_passed;
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Records how the lessons' programs compare themselves with C++."};
    std::string device = "0", file;
    std::vector<std::string> chapters;
    int times = 5;
    app.add_option("chapters", chapters, "their numbers; default: all");
    app.add_option("--device", device, "as for the programs")->capture_default_str();
    app.add_option("--times", times, "each program runs; the medians are recorded")
        ->check(CLI::Range(1, 99))
        ->capture_default_str();
    app.add_option("--json", file, "where to write")->required();
    common::parse(app, count, arguments);
    common::require_writable(file);
    std::string line = "speeds";
    for (int i = 1; i < count; ++i)
      line += std::string(" ") + arguments[i];
    return run(device, chapters, times, file, line, fs::absolute(arguments[0]).parent_path());
  });
}
