// Chapter 14: how devices run kernels. One experiment for each rule of speed, with the numbers of the
// device at hand.
//
//   14_how_devices_run_kernels_lab                         all experiments
//   14_how_devices_run_kernels_lab --only access,banks     some of them
//   14_how_devices_run_kernels_lab --demo no-wait          make a mistake on purpose and see what happens
//   14_how_devices_run_kernels_lab --group 256 --registers 168    how many such groups a compute unit holds
//   14_how_devices_run_kernels_lab --json mine.json        write the numbers down, and
//   14_how_devices_run_kernels_lab --plot . --from mine.json   draw them
//
// Each experiment is a function with the name of its question: device.cpp, memory.cpp (addresses), transpose.cpp,
// branches.cpp, waiting.cpp (latency), arithmetic.cpp, launches.cpp, roofline.cpp, caches.cpp; and predictions.cpp, where a model
// of the machine says first what will come out.

#include "common/error.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "lab.hpp"
#include "machine.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

// --plot draws what --json has written, --group computes how many work-groups fit a unit of a GPU: both without a device.
// (--in-child is for the demos.)
void add_options(CLI::App& app) {
  app.add_flag("--in-child", in_child)->group("");
  static std::string directory, results, steps;
  auto* from =
      app.add_option("--from", results, "the file that --json has written")->type_name("FILE");
  auto* plot = app.add_option("--plot", directory, "draw all plots of --from into this directory");
  plot->type_name("DIRECTORY")->needs(from)->excludes("--only", "--demo", "--json");
  from->needs(plot);
  static double flop = 0.0;
  auto* counted =
      app.add_option("--steps", steps, "... and the steps that a case study's --counters wrote");
  auto* operations = app.add_option("--flop", flop, "the operations of each of these steps");
  counted->type_name("FILE")->needs(plot, operations);
  operations->check(CLI::PositiveNumber)->needs(counted);

  static unsigned size = 0, registers = 32;
  static std::size_t local = 0;
  static std::string capability = "9.0"; // an H200's
  auto* group = app.add_option("--group", size, "compute how many work-groups of N fit a unit");
  group->type_name("N")->check(CLI::Range(1, 1024))->excludes("--only", "--demo", "--json", plot);
  app.add_option("--registers", registers, "... if each work-item has N registers")
      ->type_name("N")
      ->check(CLI::Range(1, 255))
      ->needs(group);
  app.add_option("--local-bytes", local, "... if each group has N bytes of local memory")
      ->type_name("N")
      ->check(CLI::Range(0, 227 << 10))
      ->needs(group);
  app.add_option("--capability", capability, "... on an NVIDIA GPU of this compute capability")
      ->check(CLI::IsMember(nvidia_capabilities()))
      ->needs(group);
  app.callback([] {
    if (!directory.empty())
      draw_plots(results, directory, steps, flop);
    else if (size > 0)
      fmt::print("{}", fit_table(*nvidia_machine(capability), size, registers, local));
    else
      return;
    throw common::Exit{common::exit_passed};
  });
}

} // namespace

int main(int argc, char** argv) {
  harness::forget_compiled_kernels(); // the experiment at-once reads the compiler's log
  return harness::run_experiment_program(
      argc, argv,
      {"14_how_devices_run_kernels",
       "How devices run kernels: one measured experiment for each rule of speed.",
       {
           {"inside", "What is in this device?", what_is_in_this_device},
           {"access", "Who reads which address?", who_reads_which_address},
           {"banks", "Is local memory equally fast for all?", is_local_memory_equally_fast},
           {"transpose", "How fast is a transpose?", how_fast_is_a_transpose},
           {"divergence", "What does a branch cost?", what_does_a_branch_cost},
           {"latency", "How far away is memory?", how_far_away_is_memory},
           {"hiding", "Who hides the waiting?", who_hides_the_waiting},
           {"occupancy", "What does local memory cost?", what_does_local_memory_cost},
           {"parallel", "How much can a work-item do at once?", how_much_at_once},
           {"width", "How wide should a vector be?", how_wide_should_a_vector_be},
           {"local-size", "How large should a work-group be?", how_large_should_a_group_be},
           {"shapes", "What shape should it have?", what_shape_should_a_group_have},
           {"launch", "What does a launch cost?", what_does_a_launch_cost},
           {"transfer", "Is the way to the device worth it?", is_the_way_worth_it},
           {"roofline", "Where is the roof?", where_is_the_roof},
           {"caches", "How fast are the memories nearer by?", how_fast_are_the_caches},
           {"issue", "How many multiply-adds start in a cycle?", how_many_instructions_start},
           {"in-flight", "How many loads are under way?", how_much_is_under_way},
           {"lines", "What does a line of the cache cost?", what_does_a_line_cost},
           {"at-once", "How many work-groups are under way at once?", how_many_groups_at_once},
           {"hand-out", "How fast are work-groups handed out?", how_fast_are_groups_handed_out},
       },
       demos(),
       add_options});
}
