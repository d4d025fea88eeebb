// Who has what: this program, run on each device in a process of its own, and what it has recorded on others.

#include "lab.hpp"

#include "common/device.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace fs = std::filesystem;

namespace {

// [each-device]
// A driver may crash. Then its column says so, and the others are there all the same.
std::vector<Json> results_of_each_device(const fs::path& directory) {
  std::vector<Json> results;
  for (const cl::Device& device : common::all_devices()) {
    const std::string index = harness::index_of(device);
    const fs::path file = directory / (index + ".json");
    const harness::ProcessResult run = harness::run_process(
        {common::own_executable().string(), "--quick", "--device", index, "--only",
         "lists,khr,others,half,double,images,shuffle,dot,float-atomics,commands,semaphores",
         "--json", file.string()});
    if (run.exit_code == 0) {
      results.push_back(harness::read_json(file));
    } else {
      fmt::print("{}: no column, since the program ended with {}\n{}\n", common::describe(device),
                 run.exit_code, run.output);
    }
  }
  return results;
}
// [/each-device]

std::vector<fs::path> recorded_files() {
  std::vector<fs::path> files;
  const fs::path neighbour = common::find_data("results/02_platforms_and_devices_pocl.json");
  for (const fs::directory_entry& entry : fs::directory_iterator(neighbour.parent_path()))
    if (entry.path().filename().string().rfind("25_extensions_", 0) == 0)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// "PoCL 3.1", from what platform and driver call themselves.
std::string short_name(const Json& device) {
  const std::string platform = device.at("platform"), driver = device.at("driver");
  const std::string name = platform == "Portable Computing Language" ? "PoCL"
                           : platform == "NVIDIA CUDA"               ? "NVIDIA"
                                                                     : platform;
  return name + ' ' + driver.substr(0, driver.find_first_of(" +-"));
}

std::string cell(const Json& run, const std::string& extension) {
  for (const char* experiment : {"khr", "others"})
    if (run.contains(experiment) && run.at(experiment).contains(extension)) {
      const std::string status = run.at(experiment).at(extension).at("status");
      return status == "verified"  ? "runs"
             : status == "skipped" ? "listed"
             : status == "fails"   ? "FAILS"
                                   : "-";
    }
  return "-";
}

// What the experiments beyond single extensions have found, as a word.
std::string found(const Json& run, const std::string& experiment) {
  if (!run.contains(experiment) || run.at(experiment).contains("skipped"))
    return "-";
  return "same bits"; // or the run would have failed
}

} // namespace

// [table]
int show_table(const std::vector<std::string>& more, bool run_here, bool markdown) {
  const harness::TemporaryDirectory directory;
  std::vector<Json> runs;
  if (run_here)
    runs = results_of_each_device(directory.path);
  for (const fs::path& file : recorded_files())
    runs.push_back(harness::read_json(file));
  for (const std::string& file : more)
    runs.push_back(harness::read_json(file));
  std::set<std::string> seen; // a device that is here and recorded has one column: the fresh one
  std::erase_if(runs, [&](const Json& run) {
    return !seen.insert(short_name(run.at("device")) + run.at("device").value("name", "")).second;
  });
  std::vector<std::vector<std::string>> lines{{"extension"}};
  for (const Json& run : runs)
    lines.front().push_back(short_name(run.at("device")));
  const auto add_line = [&](const std::string& first, const auto& cell_of) {
    std::vector<std::string> line{first};
    for (const Json& run : runs)
      line.push_back(cell_of(run));
    if (std::any_of(line.begin() + 1, line.end(), [](const auto& each) { return each != "-"; }))
      lines.push_back(line);
  };
  std::set<std::string> names;
  for (const Json& run : runs)
    for (const char* experiment : {"khr", "others"})
      if (run.contains(experiment))
        for (const auto& [name, result] : run.at(experiment).items())
          names.insert(name);
  for (const std::string& name : names)
    add_line(name, [&](const Json& run) { return cell(run, name); });
  for (const char* twin :
       {"half", "double", "shuffle", "dot", "float-atomics", "commands", "semaphores"})
    add_line(fmt::format("twin: {}", twin), [&](const Json& run) { return found(run, twin); });

  if (markdown) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      fmt::print("| {} |\n", fmt::join(lines[i], " | "));
      for (std::size_t k = 0; i == 0 && k < lines[0].size(); ++k)
        fmt::print("|---{}", k + 1 == lines[0].size() ? "|\n" : "");
    }
    return common::exit_passed;
  }
  std::vector<harness::Table::Column> columns;
  for (const std::string& title : lines.front())
    columns.push_back({title});
  harness::Table table(columns);
  for (std::size_t i = 1; i < lines.size(); ++i)
    table.add(lines[i]);
  fmt::print("{}runs: verified by this program. listed: no proof here, see --json for the reason. "
             "FAILS: listed, and does not work.\n",
             table.text());
  return common::exit_passed;
}
// [/table]
