// Chapter 12: what is built into OpenCL C, how exact it is and what it costs.
//
//   12_built_in_functions_lab                          all experiments
//   12_built_in_functions_lab --only ulp,atomics       some of them
//   12_built_in_functions_lab --demo lost-update       make a mistake on purpose and see what happens
//
// Each experiment is a function with the name of its question: work_items.cpp, errors.cpp and
// forms.cpp (mathematics), parts.cpp, integers.cpp, geometry.cpp, relations.cpp, vectors.cpp,
// atomics.cpp, contention.cpp, printing.cpp, programs.cpp.

#include "lab.hpp"

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {"12_built_in_functions",
       "What is built into OpenCL C, how exact it is and what it costs.",
       {
           {"ids", "Which work-item am I, as a single number?", which_work_item_am_i},
           {"ulp", "How accurate are the mathematical functions?", how_exact_is_mathematics},
           {"forms", "What do half_ and native_ save, and what do they cost?",
            what_do_half_and_native_save},
           {"parts", "What if a function has two results?", what_if_a_function_has_two_results},
           {"integers", "What can integers do beyond + and *?", what_can_integers_do},
           {"geometry", "How long, how far, how much in between?", how_long_and_how_far},
           {"relations", "Is it greater, finite, a number?", is_it_greater_finite_a_number},
           {"vectors", "How do vectors come from packed data?",
            how_do_vectors_come_from_packed_data},
           {"copies", "Are wide accesses faster?", are_wide_accesses_faster},
           {"atomics", "What do atomic functions return?", what_do_atomic_functions_return},
           {"atomics64", "And with 64 bits?", what_about_64_bits},
           {"float-add", "How do I add floats atomically?", how_do_i_add_floats_atomically},
           {"contention", "What does one counter for all cost?", what_does_one_counter_cost},
           {"speak", "What does a kernel say?", what_does_a_kernel_say},
           {"printf", "Does all of it arrive?", does_all_of_it_arrive},
           {"primes", "Which numbers are prime?", which_numbers_are_prime},
           {"maximum", "Where is the local maximum?", where_is_the_local_maximum},
           {"bits", "Which word has the most bits in common?", which_word_has_most_bits_in_common},
           {"counting", "How many are positive?", how_many_are_positive},
           {"beta", "Which formula survives?", which_formula_survives},
       },
       demos()});
}
