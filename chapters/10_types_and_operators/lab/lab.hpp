// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "harness/lab/lab.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::error_of;
using harness::Lab;
using harness::verify;

/// Build options for programs that a simulator would stumble over: the optimiser makes instructions of
/// them that Oclgrind 21.10 does not know.
const char* simulator_options(const Lab& lab);

/// The numbers 0 to 63, which kernels read in place of constants: so no compiler can compute a result
/// beforehand.
cl::Buffer small_numbers(const Lab& lab);

// types.cpp
Json how_large_is_each_type(const Lab& lab);
Json where_are_the_three_floats(const Lab& lab);

// lists.cpp
Json how_are_vectors_built(const Lab& lab);
Json what_do_operators_give(const Lab& lab);
Json what_does_arithmetic_do(const Lab& lab);
Json how_does_one_choose(const Lab& lab);
Json what_are_the_bits(const Lab& lab);
Json which_control_flow_is_there(const Lab& lab);

// conversions.cpp
Json what_does_each_conversion_give(const Lab& lab);

// casts.cpp
Json which_conversions_come_by_themselves(const Lab& lab);

// halves.cpp
Json what_fits_into_a_half(const Lab& lab);

// widths.cpp
Json are_wide_types_faster(const Lab& lab);

// same_source.cpp
Json can_the_host_run_the_same_source(const Lab& lab);
/// Of how many pixels the device's result has other bits than the host's, where the kernel is built
/// with `options`.
std::size_t pixels_that_differ(const Lab& lab, const char* options);

// demos.cpp
std::vector<harness::Demo> demos();
