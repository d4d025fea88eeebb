// Chapter 11: address spaces. Where a variable lives, who sees it, and when.
//
//   11_address_spaces_lab                        all experiments
//   11_address_spaces_lab --only rules,barriers  some of them
//   11_address_spaces_lab --demo swapped-copy    make a mistake on purpose and see what happens
//
// Each experiment is a function with the name of its question: spaces.cpp, rules.cpp (what compilers
// refuse), local.cpp, barriers.cpp, copies.cpp, transpose.cpp, private.cpp, constants.cpp.

#include "lab.hpp"

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {"11_address_spaces",
       "Where a variable lives, who sees it, and when.",
       {
           {"spaces", "Where does a variable live?", where_does_a_variable_live},
           {"rules", "What does a compiler refuse?", what_does_a_compiler_refuse},
           {"limits", "How much is there of each?", how_much_is_there_of_each},
           {"local", "How does a work-group get its memory?", how_does_a_group_get_its_memory},
           {"barriers", "Whom does a barrier wait for?", whom_does_a_barrier_wait_for},
           {"fences", "What does a fence order?", what_does_a_fence_order},
           {"copies", "Who copies into local memory?", who_copies_into_local_memory},
           {"transpose", "When does a tile pay?", when_does_a_tile_pay},
           {"private", "When is private memory full?", when_is_private_memory_full},
           {"constant", "When is constant memory fast?", when_is_constant_memory_fast},
       },
       demos()});
}
