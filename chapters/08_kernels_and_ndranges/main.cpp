// Chapter 8: kernels and NDRanges. What goes into a kernel, and which work-items come out of a launch.
//
//   08_kernels_and_ndranges                       all experiments
//   08_kernels_and_ndranges --only space,uneven   some of them
//   08_kernels_and_ndranges --demo no-guard       make a mistake on purpose and see what happens
//
// Each experiment is a function with the name of its question: index_space.cpp, arguments.cpp,
// questions.cpp (what a kernel tells), groups.cpp (sizes of work-groups), threads.cpp.

#include "common/error.hpp"
#include "common/experiment.hpp"
#include "common/options.hpp"
#include "common/report.hpp"
#include "lab.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace {

constexpr common::Experiment<const Lab> experiments[] = {
    {"space", "Who am I?", who_am_i},
    {"arguments", "What can be an argument?", what_can_be_an_argument},
    {"layout", "Is a struct the same on both sides?", is_a_struct_the_same_on_both_sides},
    {"taken", "When is an argument taken?", when_is_an_argument_taken},
    {"ask", "What does a kernel know about itself?", what_does_a_kernel_know_about_itself},
    {"limits", "How large may a work-group be?", how_large_may_a_work_group_be},
    {"local-size", "Which local size?", which_local_size},
    {"uneven", "What if the sizes do not divide?", what_if_the_sizes_do_not_divide},
    {"wide", "How large may an index be?", how_large_may_an_index_be},
    {"single", "What if one work-item is enough?", what_if_one_work_item_is_enough},
    {"threads", "May two threads use one kernel?", may_two_threads_use_one_kernel},
};

struct Options {
  common::ProgramOptions program;
  std::vector<std::string> only;
  std::string demo;
};

int run(const Options& options, const std::string& command_line) {
  const Lab lab(common::pick_device(options.program.device), options.program.quick,
                options.program.seed);
  fmt::print("Device: {}\n", common::describe(lab.device));
  if (!options.demo.empty())
    return run_demo(options.demo, lab);
  Json document = common::result_document("08_kernels_and_ndranges", command_line, lab.device);
  return common::run_experiments(experiments, options.only, lab, std::move(document),
                                 options.program.json_file);
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"What goes into a kernel, and which work-items come out of a launch."};
    Options options;
    options.only = common::names_of(experiments);
    common::add_program_options(app, options.program);
    app.add_option("--only", options.only, "only these experiments, as in a,b")
        ->check(CLI::IsMember(options.only))
        ->delimiter(',');
    app.add_option("--demo", options.demo, "make a mistake on purpose")
        ->check(CLI::IsMember(demo_names()));
    common::parse(app, count, arguments);
    return run(options, common::command_line(count, arguments));
  });
}
