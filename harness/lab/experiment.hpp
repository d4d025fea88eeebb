#pragma once

#include "common/error.hpp"
#include "common/opencl.hpp"
#include "harness/system/options.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// For programs that prove by experiment what a lesson says: a list of questions, each with a
/// function that answers it, and a list of mistakes, each with one that makes it.
namespace harness {

/// One question. A Lab is what a chapter's experiments share: device, context, queue and more.
template <typename Lab>
struct Experiment {
  const char* name; ///< what --only takes
  const char* question;
  nlohmann::json (*run)(Lab&); ///< prints the answer, verifies it, returns it for the JSON
};

/// A mistake made on purpose. `run` returns what was seen, and an empty text where nothing was.
template <typename... Arguments>
struct Mistake {
  const char* name; ///< what --demo takes
  const char* mistake;
  const char* lesson;
  std::string (*run)(Arguments&...);
};

/// The names of experiments or mistakes, in order.
template <typename List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& entry : list)
    names.emplace_back(entry.name);
  return names;
}

/// Which experiments a program runs (--only a,b), or which mistake it makes (--demo).
struct ExperimentChoice {
  std::vector<std::string> only;
  std::string demo;
};

/// Those, and the options of every chapter.
struct ExperimentOptions : LabOptions, ExperimentChoice {};

/// Adds them, --json before the others. Without --only all `experiments` are chosen; a program without `demos` has no
/// --demo.
void add_experiment_choice(CLI::App& app, ExperimentChoice& choice,
                           const std::vector<std::string>& experiments,
                           const std::vector<std::string>& demos);
void add_experiment_options(CLI::App& app, ExperimentOptions& options,
                            const std::vector<std::string>& experiments,
                            const std::vector<std::string>& demos);

/// One experiment, its place in the document, and the end of all of them: for run_experiments().
nlohmann::json answer(const std::string& name, const std::string& question,
                      const std::function<nlohmann::json()>& run);
void put(nlohmann::json& document, const std::string& name, nlohmann::json results);
int finish_experiments(const nlohmann::json& document, const std::string& json_file);

/// Runs the experiments whose names are in `chosen`. Each prints its question first and puts its
/// results under its name into `document`; one that throws Skip prints the reason and puts
/// {"skipped": reason} there. A name that the document has already is a mistake of the program:
/// Error. At the end writes the document to `json_file`, unless that is empty.
/// Returns exit_passed; what an experiment throws otherwise passes through.
template <typename List, typename Lab>
int run_experiments(const List& experiments, const std::vector<std::string>& chosen, Lab& lab,
                    nlohmann::json document, const std::string& json_file) {
  for (const auto& experiment : experiments)
    if (std::count(chosen.begin(), chosen.end(), experiment.name) > 0)
      put(document, experiment.name,
          answer(experiment.name, experiment.question, [&] { return experiment.run(lab); }));
  return finish_experiments(document, json_file);
}

/// The head of a chapter's JSON: {"chapter", "date", "command", "device"}.
nlohmann::json result_document(const std::string& chapter, const std::string& command_line,
                               const cl::Device& device);

/// Shows a mistake: says what it is, makes it, says what happened and what to learn. `make` returns
/// what was seen, or throws cl::Error, which is then what was seen. Throws Skip where that is
/// nothing: the device got through with it.
int show_mistake(const std::string& mistake, const std::string& lesson,
                 const std::function<std::string()>& make);

/// The same for the Mistake in `demos` with this name; `arguments` go to its function.
template <typename List, typename... Arguments>
int show_mistake(const List& demos, const std::string& name, Arguments&... arguments) {
  for (const auto& demo : demos)
    if (demo.name == name)
      return show_mistake(demo.mistake, demo.lesson, [&] { return demo.run(arguments...); });
  throw common::UsageError("there is no demo '" + name + "'.");
}

/// Throws Error ("this should not happen: it is not true that CLAIM.") unless `condition`.
void verify(bool condition, const std::string& claim);

/// Asks again and again until `done` says yes, for at most `seconds`. Returns its last answer.
bool poll(const std::function<bool()>& done, double seconds);

/// CL_EVENT_COMMAND_EXECUTION_STATUS: one of the four states, or a negative error code. The states
/// count down: CL_QUEUED is 3, CL_COMPLETE is 0 (section 5.11).
cl_int status_of(const cl::Event& event);

/// "CL_QUEUED", "CL_SUBMITTED", "CL_RUNNING", "CL_COMPLETE", or the error's name.
std::string status_name(cl_int status);

/// Throws Skip on a simulator that runs commands in the thread which flushes the queue, where a
/// command would hang that waits for a user event which the same thread sets later.
void need_gates(const cl::Device& device);

} // namespace harness
