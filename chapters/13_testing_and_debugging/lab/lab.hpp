// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "harness/lab/lab.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::Lab;
using harness::verify;

/// True on PoCL, whose ways this chapter knows well enough to insist on them.
bool on_pocl(const cl::Device& device);

// checks.cpp
Json which_check_notices_which_mistake(const Lab& lab);
std::vector<harness::Demo> weak_checks();

// sums.cpp
Json how_wrong_may_a_sum_be(const Lab& lab);
Json which_tolerance(const Lab& lab);
std::vector<harness::Demo> sums_gone_wrong();

// plot.cpp
/// Draws the errors of sums that --json has written to the file `results`.
void draw_sums(const std::string& results, const std::string& svg);

// look.cpp
Json how_do_i_look_inside(const Lab& lab);
/// What a child of it does: sets an argument that the kernel does not have.
int make_a_wrong_call(const Lab& lab);

// museum.cpp
Json what_finds_which_mistake(const Lab& lab);

/// All of the chapter's mistakes that are not in the museum.
std::vector<harness::Demo> demos();
