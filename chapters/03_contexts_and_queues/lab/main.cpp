// Chapter 3: contexts and queues. What belongs together, who gets the commands, and in which order.
//
//   03_contexts_and_queues_lab                        all experiments
//   03_contexts_and_queues_lab --only contexts,errors some of them
//   03_contexts_and_queues_lab --ask                  asks which device, or which devices
//   03_contexts_and_queues_lab --demo no-platform     make a mistake on purpose and see what happens
//
// The shortest experiment is here, and what the others have in common: a program with a device, a
// context, and queues. They are in contexts.cpp, errors.cpp, sharing.cpp, queues.cpp, overlap.cpp and choice.cpp;
// each is a function with the name of its question.

#include "common/error.hpp"
#include "experiments.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/options.hpp"
#include "harness/system/report.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace {

// [who]
Json who_belongs_to_whom(const Lab& lab) {
  const cl::Device device = lab.device;          // from a platform: there before us, and after us
  const cl::Context context(device);             // ours: holds devices and what they share
  const cl::CommandQueue queue(context, device); // of one context, to one device

  const cl::Buffer buffer = number_in(context, 7); // of the context, of no device in particular
  const cl_uint value = value_of(queue, buffer);   // the queue says which device reads it
  // [/who]
  const cl::Context of_queue = queue.getInfo<CL_QUEUE_CONTEXT>();
  const cl::Device to = queue.getInfo<CL_QUEUE_DEVICE>();
  const cl::Context of_buffer = buffer.getInfo<CL_MEM_CONTEXT>();
  fmt::print("  the queue:  context {}, device {}\n", of_queue() == context() ? "ours" : "another",
             to() == device() ? "ours" : "another");
  fmt::print("  the buffer: context {}, and it holds {}\n",
             of_buffer() == context() ? "ours" : "another", value);
  verify(of_queue() == context() && of_buffer() == context(), "both belong to the context");
  verify(to() == device() && value == 7, "the queue's device has read the buffer");
  return {{"value", value}};
}

constexpr harness::Experiment<const Lab> experiments[] = {
    {"who", "Who belongs to whom?", who_belongs_to_whom},
    {"choice", "How is the device chosen?", do_all_ways_lead_to_it},
    {"contexts", "Which way to a context?", which_way_to_a_context},
    {"lifetime", "How long does a context live?", how_long_does_a_context_live},
    {"errors", "Who says what was wrong?", who_says_what_was_wrong},
    {"sharing", "What can be shared?", what_can_be_shared},
    {"queues", "What can a queue be told?", what_can_a_queue_be_told},
    {"order", "Does the queue keep the order?", does_the_queue_keep_the_order},
    {"devices", "Can two devices use one buffer?", can_two_devices_use_one_buffer},
    {"overlap", "What does a second queue save?", what_does_a_second_queue_save},
    {"cost", "What do they cost?", what_do_they_cost},
};

struct Options : harness::ExperimentOptions {
  std::string child;
  bool ask = false;
};

int run(const Options& options, const std::string& command_line) {
  const std::vector<cl::Device> devices =
      options.ask ? ask_for_devices()
                  : std::vector<cl::Device>{common::pick_device(options.device)};
  const Lab lab(devices, options.quick);
  if (!options.child.empty())
    return run_in_child(options.child, lab);
  if (!options.demo.empty())
    return run_demo(options.demo, lab);

  for (const cl::Device& device : devices)
    fmt::print("Device: {}\n", common::describe(device));
  Json document = harness::result_document("03_contexts_and_queues", command_line, lab.device);
  return harness::run_experiments(experiments, options.only, lab, std::move(document),
                                  options.json_file);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Contexts and queues: three ways to a context, callbacks, properties of queues."};
    Options options;
    harness::add_experiment_options(app, options, harness::names_of(experiments), demo_names());
    app.add_flag("--ask", options.ask, "ask which devices to use, in place of --device");
    app.add_option("--child", options.child) // for mistakes that a driver may die of
        ->check(CLI::IsMember(child_names()))
        ->group("");
    common::parse(app, count, arguments);
    return run(options, harness::command_line(count, arguments));
  });
}
