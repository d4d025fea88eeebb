// Chapter 25: extensions. Who lists what, what it proves, and what to do where something is missing.
//
//   25_extensions_lab                       all experiments
//   25_extensions_lab --only khr,twins      some of them
//   25_extensions_lab --table               every device found here, and the recorded ones, in one table
//   25_extensions_lab --program 01_hello_opencl --layer trace
//   25_extensions_lab --demo part-of-a-word make a mistake on purpose and see what happens

#include "lab.hpp"
#include "layered.hpp"

#include "common/error.hpp"
#include "harness/inspect/kernel_stats.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  bool table = false, recorded = false, markdown = false;
  std::vector<std::string> files;
  std::string setting = "trace", under;
  harness::forget_compiled_kernels(); // one of the proofs reads the log of NVIDIA's compiler
  return harness::run_experiment_program(
      argc, argv,
      {"25_extensions",
       "Extensions: who has what, what it proves, and what to do where something is missing.",
       {
           {"lists", "Who lists what?", who_lists_what},
           {"core", "What has become part of the core?", what_has_become_core},
           {"kernels", "What do kernels see?", what_do_kernels_see},
           {"addresses", "Does an address prove anything?", does_an_address_prove_anything},
           {"khr", "Which extensions of OpenCL 1.2 work here?", what_works_of_opencl_1_2},
           {"others", "Which others work here?", what_works_of_the_others},
           {"half", "Can halves be had without cl_khr_fp16?", can_halves_be_had_without_fp16},
           {"double", "Can doubles be had without cl_khr_fp64?", can_doubles_be_had_without_fp64},
           {"images", "Which images can a kernel write?", which_images_can_a_kernel_write},
           {"shuffle", "What if there is no shuffle?", what_if_there_is_no_shuffle},
           {"dot", "What if there is no dot product of bytes?", what_if_there_is_no_dot_product},
           {"float-atomics", "What if floats have no atomics?", what_if_floats_have_no_atomics},
           {"commands", "What if there are no command buffers?",
            what_if_there_are_no_command_buffers},
           {"semaphores", "What if there are no semaphores?", what_if_there_are_no_semaphores},
           {"layer", "What does a layer see?", what_does_the_layer_see},
       },
       demos(),
       [&](CLI::App& app) {
         app.add_flag("--table", table, "who has what: every device here, and the recorded ones");
         app.add_flag("--recorded", recorded, "with --table: only the recorded ones");
         app.add_flag("--markdown", markdown, "with --table: as a table in Markdown");
         app.add_option("--with", files, "with --table: more results of --json, as in a,b")
             ->delimiter(',');
         app.add_option("--program", under, "run this program of the course with the layer");
         app.add_option("--layer", setting, "with --program: trace, leaks, or hide=NAME,...");
       },
       [&](const Lab&) -> std::optional<int> {
         if (!under.empty())
           return run_under_the_layer(under, setting);
         if (!table)
           return std::nullopt;
         return show_table(files, !recorded, markdown);
       }});
}
