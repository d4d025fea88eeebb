// Chapter 10's laboratory: types and operators. What OpenCL C adds to C: vectors, explicit conversions, half.
//
//   10_types_and_operators_lab                          all experiments
//   10_types_and_operators_lab --only vectors,choose    some of them
//   10_types_and_operators_lab --demo comma             make a mistake on purpose and see what happens
//
// Each experiment is a function with the name of its question: types.cpp, lists.cpp (expressions), casts.cpp,
// conversions.cpp, halves.cpp, widths.cpp, same_source.cpp (the kernel that is C++ as well).

#include "lab.hpp"

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {"10_types_and_operators",
       "Types and operators of OpenCL C: vectors, conversions, half; a kernel that is C++ as well.",
       {
           {"sizes", "How large is each type?", how_large_is_each_type},
           {"vectors", "How are vectors built and taken apart?", how_are_vectors_built},
           {"points", "Where are the three floats?", where_are_the_three_floats},
           {"casts", "Which conversions come by themselves?", which_conversions_come_by_themselves},
           {"conversions", "What does each conversion give?", what_does_each_conversion_give},
           {"bits", "What are the bits?", what_are_the_bits},
           {"operators", "What do operators give?", what_do_operators_give},
           {"arithmetic", "What does arithmetic do?", what_does_arithmetic_do},
           {"choose", "How does one choose without a branch?", how_does_one_choose},
           {"flow", "Which control flow is there?", which_control_flow_is_there},
           {"half", "What fits into a half?", what_fits_into_a_half},
           {"widths", "Are wide types faster?", are_wide_types_faster},
           {"twin", "Can the host run the same source?", can_the_host_run_the_same_source},
       },
       demos()});
}
