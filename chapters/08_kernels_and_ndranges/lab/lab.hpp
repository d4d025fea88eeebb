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

/// OpenCL 3.0 as 300, for "needs OpenCL 2.1".
std::string version_text(int version);

// index_space.cpp
Json who_am_i(const Lab& lab);
Json how_large_may_an_index_be(const Lab& lab);

// arguments.cpp
Json what_can_be_an_argument(const Lab& lab);
Json is_a_struct_the_same_on_both_sides(const Lab& lab);
Json when_is_an_argument_taken(const Lab& lab);

// questions.cpp
Json what_does_a_kernel_know_about_itself(const Lab& lab);
Json how_large_may_a_work_group_be(const Lab& lab);

// groups.cpp
Json which_local_size(const Lab& lab);
Json what_if_the_sizes_do_not_divide(const Lab& lab);
Json what_if_one_work_item_is_enough(const Lab& lab);

// threads.cpp
Json may_two_threads_use_one_kernel(const Lab& lab);
/// Two threads take turns with one kernel: thread 0 sets its value, thread 1 sets its own, thread 0
/// launches, thread 1 launches. Returns what the two launches have added.
std::vector<cl_int> two_threads_with_one_kernel(const Lab& lab, cl_int first, cl_int second);

// demos.cpp
std::vector<harness::Demo> demos();
