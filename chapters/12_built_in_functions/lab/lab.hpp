// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "harness/lab/lab.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::error_of;
using harness::Lab;
using harness::verify;

/// Launches `kernel` for n work-items, rounded up to work-groups of at most `local_size`, and waits.
/// The arguments are set. Returns the time on the device in milliseconds.
double run(const Lab& lab, const cl::Kernel& kernel, std::size_t n, std::size_t local_size = 64);

/// Random 32-bit numbers, the same on every platform for the same seed.
std::vector<cl_uint> random_words(std::size_t n, unsigned seed);

/// The error of `got` in units in the last place of `want`, as section 7.4 of the specification of
/// OpenCL C defines them. Infinite where `got` is NaN or infinite; `want` is finite.
double ulp_error(float got, long double want);

/// Section k of `all`, which holds sections of n numbers.
template <typename T>
std::span<const T> section(const std::vector<T>& all, std::size_t k, std::size_t n) {
  return std::span<const T>(all).subspan(k * n, n);
}

// work_items.cpp
Json which_work_item_am_i(const Lab& lab);

// errors.cpp
Json how_exact_is_mathematics(const Lab& lab);

// forms.cpp
Json what_do_half_and_native_save(const Lab& lab);

// parts.cpp
Json what_if_a_function_has_two_results(const Lab& lab);

// integers.cpp
Json what_can_integers_do(const Lab& lab);

// geometry.cpp
Json how_long_and_how_far(const Lab& lab);

// relations.cpp
Json is_it_greater_finite_a_number(const Lab& lab);

// vectors.cpp
Json how_do_vectors_come_from_packed_data(const Lab& lab);
Json are_wide_accesses_faster(const Lab& lab);

// atomics.cpp
Json what_do_atomic_functions_return(const Lab& lab);
Json what_about_64_bits(const Lab& lab);
Json how_do_i_add_floats_atomically(const Lab& lab);

// contention.cpp
Json what_does_one_counter_cost(const Lab& lab);

// printing.cpp
Json what_does_a_kernel_say(const Lab& lab);
Json does_all_of_it_arrive(const Lab& lab);

// programs.cpp
Json which_numbers_are_prime(const Lab& lab);
Json where_is_the_local_maximum(const Lab& lab);
Json which_word_has_most_bits_in_common(const Lab& lab);
Json how_many_are_positive(const Lab& lab);
Json which_formula_survives(const Lab& lab);

// demos.cpp
std::vector<harness::Demo> demos();
