#include "harness/lab/lab.hpp"
#include "harness/lab/session.hpp"

#include "common/kernel_io.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <utility>

namespace harness {
using namespace common;

Lab::Lab(const cl::Device& device, std::string stem, bool in_short, unsigned random_seed)
    : Session(device), chapter(std::move(stem)), quick(in_short), seed(random_seed) {}

cl::Program Lab::program(const std::string& file, const std::string& options) const {
  return build_kernel_file(context, device, fmt::format("{}/{}.cl", chapter, file), options);
}

cl::Kernel Lab::kernel(const std::string& file, const char* name,
                       const std::string& options) const {
  return {program(file, options), name};
}

int run_chosen(const std::vector<Experiment<const Lab>>& experiments,
               const std::vector<Demo>& demos, const ExperimentChoice& choice, const Lab& lab,
               const std::string& command_line, const std::string& json_file,
               const std::function<std::optional<int>(const Lab&)>& instead) {
  fmt::print("Device: {}\n", describe(lab.device));
  if (!choice.demo.empty())
    return show_mistake(demos, choice.demo, lab);
  if (instead)
    if (const std::optional<int> code = instead(lab))
      return *code;
  return run_experiments(experiments, choice.only, lab,
                         result_document(lab.chapter, command_line, lab.device), json_file);
}

int run_experiment_program(int argc, char** argv, const ExperimentProgram& program) {
  return run_main(argc, argv, [&](int count, char** arguments) {
    CLI::App app{program.about};
    ExperimentOptions options;
    add_experiment_options(app, options, names_of(program.experiments), names_of(program.demos));
    if (program.add_options)
      program.add_options(app);
    parse(app, count, arguments);

    const Lab lab(pick_device(options.device), program.chapter, options.quick, options.seed);
    return run_chosen(program.experiments, program.demos, options, lab,
                      command_line(count, arguments), options.json_file, program.instead);
  });
}

} // namespace harness
