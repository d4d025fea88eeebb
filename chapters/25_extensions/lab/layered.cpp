// This chapter's layer at work: this program starts itself with the layer between itself and the driver.

#include "lab.hpp"

#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/loader.hpp"
#include "harness/system/places.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"
#include "layered.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace fs = std::filesystem;

fs::path layer_file() {
  return fs::path(harness::build_root) / "lib" / "learn_layer.so";
}

std::string why_no_layer() {
  if (!fs::exists(layer_file()))
    return "the layer was not built: CL/cl_layer.h is not there";
  // A loader cannot be asked whether it loads layers; one that does contains the variable's name.
  const std::string loader = harness::loader_library();
  if (loader.empty() || common::read_text(loader).find("OPENCL_LAYERS") == std::string::npos)
    return "this loader does not load layers: it does not know OPENCL_LAYERS";
  return {};
}

std::string fault_when_alone(const Lab& lab, const std::string& experiment) {
  harness::ProcessOptions options;
  options.timeout_seconds = 120; // for a driver that waits
  options.cpu_seconds = 40;      // for one that computes
  options.environment.emplace_back(alone, "1");
  const harness::ProcessResult result =
      harness::run_process({common::own_executable().string(), "--quick", "--device",
                            harness::index_of(lab.device), "--only", experiment},
                           options);
  return result.timed_out          ? "hangs"
         : result.exit_code >= 128 ? "crashes"
         : result.exit_code != 0   ? "is wrong"
                                   : "";
}

// [under-the-layer]
Layered under_the_layer(const Lab& lab, std::vector<std::string> arguments,
                        const std::vector<std::pair<std::string, std::string>>& settings) {
  if (harness::is_simulator(lab.device))
    throw common::Skip("the simulator takes the place of the loader, which would load the layer");
  if (const std::string why = why_no_layer(); !why.empty())
    throw common::Skip(why);
  const harness::TemporaryDirectory directory;
  const fs::path log = directory.path / "log", json = directory.path / "results.json";
  arguments.insert(arguments.begin(), {common::own_executable().string(), "--device",
                                       harness::index_of(lab.device), "--quick"});
  if (arguments.at(4) == "--only") // a mistake has no results
    arguments.insert(arguments.end(), {"--json", json.string()});
  harness::ProcessOptions options;
  options.environment = settings;
  options.environment.emplace_back("OPENCL_LAYERS", layer_file().string());
  options.environment.emplace_back("OCL_LAYER_LOG", log.string());
  Layered result;
  const harness::ProcessResult process = harness::run_process(arguments, options);
  result.exit_code = process.exit_code;
  result.output = process.output;
  if (fs::exists(log))
    result.log = common::read_text(log);
  if (fs::exists(json))
    result.results = harness::read_json(json);
  return result;
}
// [/under-the-layer]

// [run]
int run_under_the_layer(const std::string& program, const std::string& setting) {
  if (const std::string why = why_no_layer(); !why.empty())
    throw common::Skip(why);
  const fs::path file = common::own_executable().parent_path() / program;
  if (!fs::exists(file) || program.find('/') != std::string::npos)
    throw common::UsageError("--program " + program +
                             ": name a program of this course, such as 01_hello_opencl.");
  harness::ProcessOptions options;
  options.environment.emplace_back("OPENCL_LAYERS", layer_file().string());
  if (setting == "trace")
    options.environment.emplace_back("OCL_TRACE", "1");
  else if (setting == "leaks")
    options.environment.emplace_back("OCL_LEAKS", "1");
  else if (setting.rfind("hide=", 0) == 0)
    options.environment.emplace_back("OCL_HIDE", setting.substr(5));
  else
    throw common::UsageError("--layer " + setting + ": it takes trace, leaks, or hide=NAME,...");
  const harness::ProcessResult result = harness::run_process({file.string(), "--quick"}, options);
  fmt::print("{}", result.output);
  return result.exit_code;
}
// [/run]

// [layer]
Json what_does_the_layer_see(const Lab& lab) {
  const Layered traced = under_the_layer(lab, {"--only", "core"}, {{"OCL_TRACE", "1"}});
  verify(traced.exit_code == 0, "a program under the layer does what it did");
  std::map<std::string, int> calls;
  std::istringstream lines(traced.log);
  int all = 0;
  for (std::string line; std::getline(lines, line); ++all)
    ++calls[line.substr(0, line.find('('))];
  verify(calls["clBuildProgram"] == 1 && calls["clEnqueueNDRangeKernel"] == 1,
         "the trace has the calls of the experiment 'core'");
  fmt::print("  trace: {} calls of {} functions, one of them clBuildProgram\n", all, calls.size());

  const Layered clean = under_the_layer(lab, {"--only", "core"}, {{"OCL_LEAKS", "1"}});
  verify(clean.log.find("leaks: 0 of ") == 0, "the experiment 'core' releases what it makes");
  const Layered leaky = under_the_layer(lab, {"--demo", "leak"}, {{"OCL_LEAKS", "1"}});
  verify(leaky.log.find("leaks: 2 of ") == 0, "the mistake 'leak' forgets two objects");
  fmt::print("  leaks: none in the experiment 'core'; of the mistake 'leak' it says\n    {}\n",
             leaky.log.substr(0, leaky.log.find('\n')));

  const auto words = device_words(lab.device);
  if (words.empty())
    throw common::Skip("the device has no extension to hide");
  const std::string word = is_listed(lab.device, "cl_khr_fp64") ? "cl_khr_fp64" : words.front();
  const Layered hidden = under_the_layer(lab, {"--only", "lists,kernels"}, {{"OCL_HIDE", word}});
  verify(hidden.exit_code == 0, "a program without that extension goes on");
  const std::vector<std::string> left = hidden.results.at("lists").at("device");
  verify(left.size() + 1 == words.size() && std::count(left.begin(), left.end(), word) == 0,
         "one word is missing, and no other");
  const std::vector<std::string> seen = hidden.results.at("kernels").at("not_listed");
  verify(std::count(seen.begin(), seen.end(), word) == 0, "kernels do not see its macro either");
  fmt::print("  hidden: {}, from the list of {} words and from kernels\n", word, words.size());
  return {{"calls", all},
          {"functions", calls.size()},
          {"leaks", leaky.log},
          {"hidden", word},
          {"left", left}};
}
// [/layer]
