#pragma once

#include "resize.hpp"

#include <vector>

namespace images {

/// C++ on the host, plain and optimised; OpenCV's resize() on the host and, by OpenCL, on the
/// session's device. The problem has to outlive them. What was not found when
/// the program was built says so in Peer::missing.
std::vector<harness::Peer> resize_peers(const Resize& problem, const harness::Session& session);

} // namespace images
