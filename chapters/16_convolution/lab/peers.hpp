#pragma once

#include "convolution.hpp"

#include <vector>

namespace convolution {

/// Two C++ versions on the host, OpenCV on the host, OpenCV's OpenCL code on the session's device.
/// What was not found when the program was built, or does not know the problem, says so in
/// Peer::missing.
std::vector<harness::Peer> peers_for(const Convolution& problem, const harness::Session& session);

} // namespace convolution
