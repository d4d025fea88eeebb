#pragma once

#include "harness/lab/lab.hpp"

#include <cstdint>
#include <vector>

using harness::Lab;
using Json = nlohmann::json;

/// Numbers of a chain's groups, as kernels/21_reduction_and_scan/hang.cl knows them.
enum class Numbers { own, reversed, tickets };

/// Runs the chain in this process: what --chain does, in a child of this program. Returns how many groups gave up.
std::uint32_t run_chain(const Lab& lab, Numbers numbers, std::size_t groups,
                        std::uint64_t patience);

/// The same with as many groups as the demo takes; an exit code.
int chain_of_this_process(const Lab& lab, int numbers);

/// Draws what the experiment `error` has written with --json.
void draw_errors(const std::string& json, const std::string& svg);

const std::vector<harness::Experiment<const Lab>>& experiments();
const std::vector<harness::Demo>& demos();
