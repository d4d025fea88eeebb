// This program, started again with the layer between itself and the driver.
#pragma once

#include "lab.hpp"

#include <filesystem>
#include <utility>

struct Layered {
  int exit_code = 0;
  std::string output;
  std::string log; ///< what the layer wrote
  Json results;    ///< what the program wrote with --json
};

/// Where the layer is, if it was built.
std::filesystem::path layer_file();

/// Why a program cannot run under the layer here: it was not built, or this loader loads no layers. Empty where it can.
std::string why_no_layer();

/// Starts it on the same device with these arguments, and with `settings` of the layer in its environment. Throws Skip
/// where there is no layer.
Layered under_the_layer(const Lab& lab, std::vector<std::string> arguments,
                        const std::vector<std::pair<std::string, std::string>>& settings);

/// Runs the short form of one of the course's programs with the layer: `setting` is trace, leaks or hide=NAME,...
/// Returns its exit code. Throws Skip where there is no layer.
int run_under_the_layer(const std::string& program, const std::string& setting);
