#pragma once

#include "filters.hpp"

#include <vector>

namespace filters {

/// Other people's filters, and our own in C++, on the same picture.
std::vector<harness::Peer> peers_for(const Filter& problem, const harness::Session& session);

} // namespace filters
