// The laboratory of chapter 6: who waits for whom, and how to say it.
//
//   06_synchronization_lab                         all experiments
//   06_synchronization_lab --only queues,markers   some of them
//   06_synchronization_lab --delay 100             slow commands take 100 ms
//   06_synchronization_lab --svg pictures          also draw the timelines, into this directory
//   06_synchronization_lab --demo missing-wait     make a mistake on purpose and see what happens
//
// The first experiment is here. The others are in waiting.cpp (the host and its commands) and
// ordering.cpp (commands among themselves); each is a function with the name of its question.
// timeline.cpp draws.

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

Json does_the_call_wait(Lab& lab) {
  const cl_uint new_value = harness::BusyKernel::expected(seed, seed, lab.steps(1.0));
  Json rows = Json::array();
  for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
    const cl::Buffer s = lab.number(seed), x = lab.number(old_value);
    cl_uint result = 0;
    cl::Event read;
    // [blocking]
    lab.busy.enqueue(lab.queue, s, s, x, lab.steps(1.0));
    const common::Stopwatch watch;
    lab.queue.enqueueReadBuffer(x, blocking, 0, sizeof result, &result, nullptr, &read);
    const double call_ms = watch.milliseconds();
    const cl_uint at_once = result; // looks before it may, if the call did not block
    const cl_int state = status_of(read);
    read.wait();
    const double all_ms = watch.milliseconds();
    verify(result == new_value, "after wait() the result is there");
    verify(!blocking || (at_once == new_value && state == CL_COMPLETE),
           "a blocking read returns when it is complete");
    // [/blocking]
    const char* name = blocking ? "CL_TRUE" : "CL_FALSE";
    const std::string seen = at_once == new_value ? "the result" : "nothing yet";
    fmt::print("  {:<8} the call took {:8.3f} ms, then the array held {:<11}; complete after "
               "{:.2f} ms\n",
               name, call_ms, seen, all_ms);
    rows.push_back({{"blocking", name},
                    {"call_ms", call_ms},
                    {"seen", seen},
                    {"state", harness::status_name(state)},
                    {"complete_ms", all_ms}});
  }
  return {{"rows", rows}};
}

constexpr harness::Experiment<Lab> experiments[] = {
    {"blocking", "Does the call wait?", does_the_call_wait},
    {"flush", "What do flush() and finish() do?", what_do_flush_and_finish_do},
    {"queues", "What may run at the same time?", what_may_run_at_the_same_time},
    {"diamond", "How do I say what needs what?", how_do_i_say_what_needs_what},
    {"markers", "What does a marker order, and what a barrier?", what_does_a_marker_order},
    {"join", "How does one queue wait for another?", how_does_a_queue_wait_for_another},
    {"race", "What if nobody waits?", what_if_nobody_waits},
};

struct Options : harness::ExperimentOptions {
  double delay_ms = 0.0; ///< 0: 30, or 10 with --quick
  std::string figures;
  bool in_child = false;
};

int run(const Options& options, const std::string& command_line) {
  const double delay_ms = options.delay_ms > 0.0 ? options.delay_ms : options.quick ? 10.0 : 30.0;
  Lab lab(common::pick_device(options.device), options.quick, delay_ms);
  lab.figures = options.figures;
  if (options.in_child)
    return wait_behind_a_closed_gate(lab);
  fmt::print("{}\n", common::describe(lab.device));
  if (!options.demo.empty())
    return run_demo(options.demo, lab, options.device);

  Json document = harness::result_document("06_synchronization", command_line, lab.device);
  document["delay_ms"] = delay_ms;
  return harness::run_experiments(experiments, options.only, lab, std::move(document),
                                  options.json_file);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Who waits for whom: blocking calls, wait lists, markers, barriers, two queues."};
    Options options;
    harness::add_experiment_options(app, options, harness::names_of(experiments), demo_names());
    app.add_option("--delay", options.delay_ms, "length of a slow command, in milliseconds")
        ->check(CLI::Range(0.1, 1000.0))
        ->type_name("MS");
    app.add_option("--svg", options.figures, "also draw the timelines into this directory")
        ->type_name("DIRECTORY");
    app.add_flag("--in-child", options.in_child)->group(""); // for --demo deadlock
    common::parse(app, count, arguments);
    return run(options, harness::command_line(count, arguments));
  });
}
