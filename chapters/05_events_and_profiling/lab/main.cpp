// Chapter 5: events. Where a command is, when it was there, and how the host takes part.
//
//   05_events_and_profiling_lab                      all experiments
//   05_events_and_profiling_lab --only times,timers  some of them
//   05_events_and_profiling_lab --demo too-early     make a mistake on purpose and see what happens
//
// The four queries are here. The other experiments are in states.cpp (the life of a command) and
// clocks.cpp (its times); each is a function with the name of its question.

#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/options.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace {

Json what_do_the_four_queries_say(Lab& lab) {
  const cl::Event event = lab.enqueue_busy(2);
  const cl_event raw = event();
  verify(clWaitForEvents(1, &raw) == CL_SUCCESS, "the command runs"); // the times come afterwards
  struct Question {
    cl_profiling_info info;
    const char* name;
    cl_ulong time;
  };
  std::vector<Question> questions{{CL_PROFILING_COMMAND_QUEUED, "CL_PROFILING_COMMAND_QUEUED", 0},
                                  {CL_PROFILING_COMMAND_SUBMIT, "CL_PROFILING_COMMAND_SUBMIT", 0},
                                  {CL_PROFILING_COMMAND_START, "CL_PROFILING_COMMAND_START", 0},
                                  {CL_PROFILING_COMMAND_END, "CL_PROFILING_COMMAND_END", 0}};
  // [raw-times]
  for (Question& question : questions) {
    const cl_int error =
        clGetEventProfilingInfo(raw, question.info, sizeof question.time, &question.time, nullptr);
    verify(error == CL_SUCCESS, "a profiling queue takes the time of each command");
    fmt::print("  {:<28} {:>10.1f} us\n", question.name,
               1e-3 * static_cast<double>(question.time - questions[0].time));
  }
  const common::EventTimes times = common::event_times(event); // the same in one line
  // [/raw-times]
  verify(times.queued == questions[0].time && times.submitted == questions[1].time &&
             times.started == questions[2].time && times.ended == questions[3].time,
         "common::event_times() asks the same four questions");
  return {{"executed_ms", times.execution_ms()}, {"waited_ms", times.waiting_ms()}};
}

constexpr harness::Experiment<Lab> experiments[] = {
    {"states", "Where is my command now?", where_is_my_command_now},
    {"info", "What does an event know?", what_does_an_event_know},
    {"queries", "Which times can I ask for?", what_do_the_four_queries_say},
    {"times", "What happened when?", what_happened_when},
    {"callbacks", "Who calls me back?", which_thread_calls_back},
    {"host-step", "Can the host be one step of the plan?", can_the_host_be_part_of_the_queue},
    {"failure", "What if a command fails?", what_if_a_command_fails},
    {"timers", "Whose clock is it?", whose_clock_is_it},
    {"launch-cost", "What does a launch cost?", what_does_a_launch_cost},
};

struct Options : harness::ExperimentOptions {
  std::string in_child; ///< what a demo starts this program again for
};

int run(const Options& options, const std::string& command_line) {
  Lab lab(common::pick_device(options.device), options.quick);
  if (!options.in_child.empty())
    return run_in_child(options.in_child, lab);
  fmt::print("{}\n", common::describe(lab.device));
  if (!options.demo.empty())
    return run_demo(options.demo, lab, options.device);

  Json document = harness::result_document("05_events_and_profiling", command_line, lab.device);
  return harness::run_experiments(experiments, options.only, lab, std::move(document),
                                  options.json_file);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"The life of a command: its states, its four times, callbacks and user events."};
    Options options;
    harness::add_experiment_options(app, options, harness::names_of(experiments), demo_names());
    app.add_option("--in-child", options.in_child)->group(""); // not for people: see demos.cpp
    common::parse(app, count, arguments);
    return run(options, harness::command_line(count, arguments));
  });
}
