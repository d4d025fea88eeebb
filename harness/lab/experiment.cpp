#include "harness/lab/experiment.hpp"
#include "harness/lab/device.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/system/report.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <thread>

namespace harness {
using namespace common;

void add_experiment_choice(CLI::App& app, ExperimentChoice& choice,
                           const std::vector<std::string>& experiments,
                           const std::vector<std::string>& demos) {
  choice.only = experiments;
  auto* only = app.add_option("--only", choice.only, "only these experiments, as in a,b")
                   ->check(CLI::IsMember(experiments))
                   ->delimiter(',');
  if (!demos.empty())
    app.add_option("--demo", choice.demo, "make a mistake on purpose")
        ->check(CLI::IsMember(demos))
        ->excludes(only)
        ->excludes(app.get_option("--json")); // a mistake has no results
}

void add_experiment_options(CLI::App& app, ExperimentOptions& options,
                            const std::vector<std::string>& experiments,
                            const std::vector<std::string>& demos) {
  add_lab_options(app, options);
  add_experiment_choice(app, options, experiments, demos);
}

nlohmann::json answer(const std::string& name, const std::string& question,
                      const std::function<nlohmann::json()>& run) {
  fmt::print("\n{} ({})\n", question, name);
  try {
    return run();
  } catch (const Skip& skip) {
    fmt::print("  skipped: {}\n", skip.what());
    return {{"skipped", skip.what()}};
  }
}

void put(nlohmann::json& document, const std::string& name, nlohmann::json results) {
  if (document.contains(name))
    throw Error("an experiment cannot be called " + name + ": the JSON has this entry already.");
  document[name] = std::move(results);
}

int finish_experiments(const nlohmann::json& document, const std::string& json_file) {
  fmt::print("\nverified: every claim above was checked\n");
  if (!json_file.empty())
    write_json(json_file, document);
  return exit_passed;
}

nlohmann::json result_document(const std::string& chapter, const std::string& command_line,
                               const cl::Device& device) {
  return {{"chapter", chapter},
          {"date", today()},
          {"command", command_line},
          {"device", device_json(device)}};
}

int show_mistake(const std::string& mistake, const std::string& lesson,
                 const std::function<std::string()>& make) {
  fmt::print("The mistake: {}.\n", mistake);
  std::string seen;
  try {
    seen = make();
  } catch (const cl::Error& error) {
    seen = fmt::format("{} from {}", error_name(error.err()), error.what());
  }
  if (seen.empty())
    throw Skip("this device tolerates the mistake. Another one may not.");
  fmt::print("What happens: {}{}\nWhat to learn: {}\n", seen, seen.back() == '.' ? "" : ".",
             lesson);
  return exit_passed;
}

void verify(bool condition, const std::string& claim) {
  if (!condition)
    throw Error("this should not happen: it is not true that " + claim + ".");
}

bool poll(const std::function<bool()>& done, double seconds) {
  const Stopwatch watch;
  while (!done()) {
    if (watch.seconds() > seconds)
      return false;
    std::this_thread::yield();
  }
  return true;
}

cl_int status_of(const cl::Event& event) {
  return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
}

std::string status_name(cl_int status) {
  switch (status) {
  case CL_QUEUED:
    return "CL_QUEUED";
  case CL_SUBMITTED:
    return "CL_SUBMITTED";
  case CL_RUNNING:
    return "CL_RUNNING";
  case CL_COMPLETE:
    return "CL_COMPLETE";
  default:
    return error_name(status);
  }
}

void need_gates(const cl::Device& device) {
  if (is_simulator(device))
    throw Skip("Oclgrind runs its commands inside flush(), in the calling thread. It would wait "
               "there for a user event that the same thread sets later.");
}

} // namespace harness
