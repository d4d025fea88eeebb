// The experiments of this chapter. Each prints what it finds, verifies it, and returns it as JSON.
#pragma once

#include "lab.hpp"

// building.cpp
Json can_the_host_go_on_meanwhile(const Lab& lab);
Json is_the_compiler_needed_after_that(const Lab& lab);

// options.cpp
Json what_do_the_options_change(const Lab& lab);
Json what_do_the_options_cost(const Lab& lab);

// files.cpp
Json how_do_files_become_a_program(const Lab& lab);

// binaries.cpp
Json when_is_a_saved_binary_good(const Lab& lab);
Json what_else_can_become_a_program(const Lab& lab);

// caching.cpp
Json what_does_a_cache_save(const Lab& lab);

/// What the program does when caching.cpp or demos.cpp starts it again as a child: "source" builds
/// mathematics.cl from its source, "binary" loads it from `file`, "raw" gives all bytes of `file` to
/// the driver; each runs the kernel, verifies it, and returns the times. "options" builds
/// discriminant.cl with `file` as options, "built-in" asks for a built-in kernel that does not exist.
Json run_as_child(const Lab& lab, const std::string& task, const std::string& file);

// demos.cpp
/// How a child process fares that does `task`, see run_as_child(). Nobody can say what a driver does
/// with nonsense; some die of it. Empty where the child passes.
std::string fate_of_child(const Lab& lab, const std::string& task, const std::string& file);
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice.
int run_demo(const std::string& name, const Lab& lab);
