#pragma once

#include "resize.hpp"

#include <vector>

namespace images {

/// OpenCV's resize() on the host and, by OpenCL, on the session's device. What was not found when
/// the program was built says so in Peer::missing.
std::vector<common::Peer> resize_peers(const Resize& problem, const common::Session& session);

} // namespace images
