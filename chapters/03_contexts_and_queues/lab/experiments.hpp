// The experiments of this chapter, by file.
#pragma once

#include "lab.hpp"

// contexts.cpp
Json which_way_to_a_context(const Lab& lab);
Json how_long_does_a_context_live(const Lab& lab);

// errors.cpp
Json who_says_what_was_wrong(const Lab& lab);
/// Makes wrong calls in a context with a callback, and prints what the driver says.
int make_wrong_calls(const Lab& lab);
/// Runs a kernel that writes through a null pointer, in a context with a callback.
int write_through_null(const Lab& lab);

// sharing.cpp
Json what_can_be_shared(const Lab& lab);
Json can_two_devices_use_one_buffer(const Lab& lab);

// queues.cpp
Json what_can_a_queue_be_told(const Lab& lab);
Json does_the_queue_keep_the_order(const Lab& lab);
Json what_do_they_cost(const Lab& lab);

// overlap.cpp
Json what_does_a_second_queue_save(const Lab& lab);

// choice.cpp
/// The devices behind an answer such as "1" or "0, 2", as numbers below `count`, each once. Throws
/// common::Error with what is wrong.
std::vector<std::size_t> parse_choice(const std::string& answer, std::size_t count);
/// Shows all devices and asks until the answer makes sense. Throws common::Error where standard
/// input ends.
std::vector<cl::Device> ask_for_devices();
Json do_all_ways_lead_to_it(const Lab& lab);

// demos.cpp
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice.
int run_demo(const std::string& name, const Lab& lab);
