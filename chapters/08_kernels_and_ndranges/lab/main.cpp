// Chapter 8: kernels and NDRanges. What goes into a kernel, and which work-items come out of a launch.
//
//   08_kernels_and_ndranges_lab                       all experiments
//   08_kernels_and_ndranges_lab --only space,uneven   some of them
//   08_kernels_and_ndranges_lab --demo no-guard       make a mistake on purpose and see what happens
//
// Each experiment is a function with the name of its question: index_space.cpp, arguments.cpp,
// questions.cpp (what a kernel tells), groups.cpp (sizes of work-groups), threads.cpp.

#include "lab.hpp"

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {"08_kernels_and_ndranges",
       "What goes into a kernel, and which work-items come out of a launch.",
       {
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
       },
       demos()});
}
