// Chapter 7: programs. How text becomes kernels: building and its options, several files, binaries,
// caches.
//
//   07_programs_lab                          all experiments
//   07_programs_lab --only options,cache     some of them
//   07_programs_lab --demo damaged-binary    make a mistake on purpose and see what happens
//
// Two experiments are here. The others are in building.cpp, options.cpp, files.cpp, binaries.cpp and
// caching.cpp; each is a function with the name of its question.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "experiments.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/options.hpp"
#include "harness/system/report.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace {

// [states]
Json when_does_the_compiler_run(const Lab& lab) {
  const cl::Program nonsense(lab.context, std::string("this is no OpenCL C"));
  std::string error;
  try {
    nonsense.build({lab.device});
  } catch (const cl::Error& e) {
    error = common::error_name(e.err());
  }
  const std::string log = nonsense.getBuildInfo<CL_PROGRAM_BUILD_LOG>(lab.device);
  fmt::print("  nonsense: created without complaint; when built, {} and a log of {} characters\n",
             error, log.size());
  verify(error == "CL_BUILD_PROGRAM_FAILURE", "a build refuses nonsense");

  const cl::Program program(lab.context, source_of("questions.cl"));
  const auto state = [&] {
    return fmt::format("{}, binary: {}",
                       status_name(program.getBuildInfo<CL_PROGRAM_BUILD_STATUS>(lab.device)),
                       binary_type_name(program.getBuildInfo<CL_PROGRAM_BINARY_TYPE>(lab.device)));
  };
  const std::string created = state();
  program.build({lab.device}, "-D LEVEL=3");
  const std::string built = state();
  fmt::print("  created: {}\n  built:   {}\n  its options: {}\n", created, built,
             program.getBuildInfo<CL_PROGRAM_BUILD_OPTIONS>(lab.device));
  verify(created.find("CL_BUILD_NONE") == 0, "a new program is not built");
  verify(built == "CL_BUILD_SUCCESS, binary: executable", "a built program is an executable");
  return {{"nonsense", error}, {"created", created}, {"built", built}};
}
// [/states]

// [kernels]
Json which_kernels_are_in_it(const Lab& lab) {
  const cl::Program program =
      common::build_kernel_file(lab.context, lab.device, "07_programs/quadratic.cl");
  std::vector<cl::Kernel> kernels;
  cl::Program(program).createKernels(&kernels);
  fmt::print("  {} kernels: {}\n", program.getInfo<CL_PROGRAM_NUM_KERNELS>(),
             program.getInfo<CL_PROGRAM_KERNEL_NAMES>());
  Json names = Json::array();
  for (const cl::Kernel& kernel : kernels) {
    names.push_back(kernel.getInfo<CL_KERNEL_FUNCTION_NAME>());
    fmt::print("  {}: {} arguments\n", kernel.getInfo<CL_KERNEL_FUNCTION_NAME>(),
               kernel.getInfo<CL_KERNEL_NUM_ARGS>());
  }
  verify(kernels.size() == 2, "a function that is no kernel is not among them");

  const auto count = [&] { return program.getInfo<CL_PROGRAM_REFERENCE_COUNT>(); };
  kernels.clear(); // a kernel keeps its program
  const cl_uint one = count();
  const cl::Program again = program; // clRetainProgram
  fmt::print("  References to the program: {}, with a copy of the handle {}\n", one, count());
  verify(count() == one + 1, "a copy of the handle is one more reference");
  return {{"names", names}};
}
// [/kernels]

constexpr harness::Experiment<const Lab> experiments[] = {
    {"states", "When does the compiler run?", when_does_the_compiler_run},
    {"asynchronous", "Can the host go on meanwhile?", can_the_host_go_on_meanwhile},
    {"kernels", "Which kernels are in a program?", which_kernels_are_in_it},
    {"unload", "Is the compiler needed after that?", is_the_compiler_needed_after_that},
    {"options", "What do the build options change?", what_do_the_options_change},
    {"speed", "What do they do to speed and exactness?", what_do_the_options_cost},
    {"files", "How do several files become one program?", how_do_files_become_a_program},
    {"binaries", "When is a saved binary good?", when_is_a_saved_binary_good},
    {"others", "What else can become a program?", what_else_can_become_a_program},
    {"cache", "What does a cache save?", what_does_a_cache_save},
};

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) -> int {
    CLI::App app{"How text becomes kernels: build options, several files, binaries, caches."};
    harness::ExperimentOptions options;
    std::string child, file;
    harness::add_experiment_options(app, options, harness::names_of(experiments), demo_names());
    app.add_option("--child", child)->group(""); // no user's business: run_as_child()
    app.add_option("--file", file)->group("");
    common::parse(app, count, arguments);

    Lab lab(common::pick_device(options.device));
    lab.quick = options.quick;
    lab.seed = options.seed;
    if (!options.demo.empty())
      return run_demo(options.demo, lab);
    Json document = harness::result_document("07_programs", harness::command_line(count, arguments),
                                             lab.device);
    if (!child.empty()) {
      document["child"] = run_as_child(lab, child, file);
      if (!options.json_file.empty())
        harness::write_json(options.json_file, document);
      return common::exit_passed;
    }
    fmt::print("Device: {}\n", common::describe(lab.device));
    return harness::run_experiments(experiments, options.only, lab, std::move(document),
                                    options.json_file);
  });
}
