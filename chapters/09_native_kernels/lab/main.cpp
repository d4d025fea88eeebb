// The laboratory of chapter 9: host functions as commands of a queue, and what to do if a device
// has none.
//
//   09_native_kernels_lab                       all experiments
//   09_native_kernels_lab --only split,blocks   some of them
//   09_native_kernels_lab --no-native           as on a device without native kernels
//   09_native_kernels_lab --demo lost-updates   make a mistake on purpose and see what happens
//
// Two experiments are here. The others are in functions.cpp (one function), parallel.cpp (several),
// blocks.cpp (block sizes) and without.cpp (other devices); each is a function with the name of its
// question.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/options.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace {

Json which_devices_run_host_functions(Lab&) {
  Json rows = Json::array();
  for (const cl::Device& device : common::all_devices()) {
    const bool native = runs_native_kernels(device);
    fmt::print("  {:<3} {}\n", native ? "yes" : "no", device.getInfo<CL_DEVICE_NAME>());
    rows.push_back({{"name", device.getInfo<CL_DEVICE_NAME>()}, {"native", native}});
  }
  return {{"rows", rows}};
}

void CL_CALLBACK do_nothing(void*) {}

// [refusals]
Json what_is_refused(Lab& lab) {
  Json rows = Json::array();
  const auto expect = [&](const char* call, cl_int error, cl_int expected) {
    const std::string name = error == CL_SUCCESS ? "CL_SUCCESS" : common::error_name(error);
    fmt::print("  {:<44} {}\n", call, name);
    rows.push_back({{"call", call}, {"answer", name}});
    verify(error == expected,
           std::string("this gets the answer that the specification wants: ") + call);
  };
  cl_command_queue queue = lab.queue();
  if (!runs_native_kernels(lab.device)) {
    const harness::ProcessResult child = // a driver may have no such function at all
        harness::run_process({common::own_executable().string(), "--device",
                              harness::index_of(lab.device), "--in-child", "refusal"});
    if (child.exit_code >= 128)
      return {
          {"skipped", harness::report_driver_error(
                          lab.device, fmt::format("clEnqueueNativeKernel ends the process (signal "
                                                  "{}) in place of CL_INVALID_OPERATION",
                                                  child.exit_code - 128))}};
    expect("a device without native kernels",
           clEnqueueNativeKernel(queue, do_nothing, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                 nullptr),
           CL_INVALID_OPERATION);
    return {{"rows", rows}};
  }
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, 64);
  const cl_mem handle = buffer();
  void* record = handle;
  const void* place = &record;
  const auto enqueue = [&](void(CL_CALLBACK * function)(void*), void* arguments, std::size_t size,
                           const void** places) {
    return clEnqueueNativeKernel(queue, function, arguments, size, 1, &handle, places, 0, nullptr,
                                 nullptr);
  };
  expect("no function", enqueue(nullptr, &record, sizeof record, &place), CL_INVALID_VALUE);
  expect("a buffer, and no record to put it into", enqueue(do_nothing, nullptr, 0, &place),
         CL_INVALID_VALUE);
  expect("a buffer, and no place in the record",
         enqueue(do_nothing, &record, sizeof record, nullptr), CL_INVALID_VALUE);
  expect("a function, a record, a buffer, its place",
         enqueue(do_nothing, &record, sizeof record, &place), CL_SUCCESS);
  lab.queue.finish();
  return {{"rows", rows}};
}
// [/refusals]

constexpr harness::Experiment<Lab> experiments[] = {
    {"devices", "Which devices run host functions?", which_devices_run_host_functions},
    {"refusals", "What is refused?", what_is_refused},
    {"arguments", "What does the function get?", what_does_the_function_get},
    {"order", "Is it a command like any other?", is_it_a_command_like_any_other},
    {"split", "May parts of a job run at the same time?", may_parts_run_at_the_same_time},
    {"functions", "May different functions?", may_different_functions_run_together},
    {"blocks", "How large should a block be?", how_large_should_a_block_be},
    {"without", "How do I do without native kernels?", how_do_i_do_without},
    {"cost", "What does a step of the host cost?", what_does_a_host_step_cost},
};

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) -> int {
    CLI::App app{
        "Host functions in the queue: native kernels, and what works where there are none."};
    harness::ExperimentOptions options;
    std::string in_child;
    bool without = false;
    harness::add_experiment_options(app, options, harness::names_of(experiments), demo_names());
    app.add_flag("--no-native", without, "as on a device without native kernels");
    app.add_option("--in-child", in_child)->group(""); // not for people: see demos.cpp
    common::parse(app, count, arguments);

    Lab lab(common::pick_device(options.device), options.quick, without);
    if (!in_child.empty())
      return run_in_child(in_child, lab);
    fmt::print("{}\n", common::describe(lab.device));
    if (!options.demo.empty())
      return run_demo(options.demo, lab, options.device);
    Json document = harness::result_document("09_native_kernels",
                                             harness::command_line(count, arguments), lab.device);
    return harness::run_experiments(experiments, options.only, lab, std::move(document),
                                    options.json_file);
  });
}
