#pragma once

#include "separable.hpp"

#include <vector>

namespace separable {

/// Other people's separable convolution, and our own in C++, on the same image.
std::vector<harness::Peer> peers_for(const Separable& problem, const harness::Session& session);

} // namespace separable
