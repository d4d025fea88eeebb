#pragma once

#include "common/opencl.hpp"

#include <map>
#include <string>
#include <vector>

using Numbers = std::vector<float>;

/// Runs the commands of the description, and returns what was saved, by its number. `program` is built for `device`,
/// in `context`. Throws std::invalid_argument with the number of the line where the description makes no sense.
std::map<std::size_t, Numbers> run_pipeline(const cl::Context& context, const cl::Device& device,
                                            const cl::Program& program,
                                            const std::string& description,
                                            const std::vector<Numbers>& inputs);
