// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "harness/lab/lab.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::error_of;
using harness::Lab;
using harness::verify;

/// 0, 1, 2, ... times a number plus an offset: inputs without symmetry whose sums do not overflow.
std::vector<cl_int> numbers(std::size_t count, unsigned seed);

/// x as it should be when each part of `local_size` elements is turned by `rounds` places.
std::vector<cl_int> rotated(const std::vector<cl_int>& x, std::size_t local_size,
                            std::size_t rounds);

/// The median of the execution times in milliseconds; the first launch, which may compile, is left
/// out, and so NaN in a simulator, where there is no second. `check` is called after each.
double median_ms(const Lab& lab, const cl::Kernel& kernel, const cl::NDRange& global,
                 const cl::NDRange& local, const std::function<void()>& check);

// spaces.cpp
Json where_does_a_variable_live(const Lab& lab);

// rules.cpp
Json what_does_a_compiler_refuse(const Lab& lab);
inline std::string wrong_rule; ///< --build-wrong, for a child process that may die of it
/// Builds wrong/RULE.cl if there is one to build; then the exit code.
std::optional<int> build_wrong_rule(const Lab& lab);

// local.cpp
Json how_much_is_there_of_each(const Lab& lab);
Json how_does_a_group_get_its_memory(const Lab& lab);

// barriers.cpp
Json whom_does_a_barrier_wait_for(const Lab& lab);
Json what_does_a_fence_order(const Lab& lab);

// copies.cpp
Json who_copies_into_local_memory(const Lab& lab);

// transpose.cpp
Json when_does_a_tile_pay(const Lab& lab);

// private.cpp
Json when_is_private_memory_full(const Lab& lab);

// constants.cpp
Json when_is_constant_memory_fast(const Lab& lab);

// demos.cpp
std::vector<harness::Demo> demos();
