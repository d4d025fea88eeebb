#pragma once

#include "nbody.hpp"

#include <vector>

namespace nbody {

/// A step in time as an unoptimised C++ program makes it: one thread, one body after the other.
void step_plain(const State& state, State& next, const Law& law);

/// An honest CPU baseline in portable C++: vectors of the processor at hand, all cores; a root and a division for each pair.
void step_vectors(const State& state, State& next, const Law& law);

/// The same with c3's quick reciprocal root: what is left is OpenCL against C++.
void step_quick_root(const State& state, State& next, const Law& law);

/// Three C++ versions on the host.
std::vector<harness::Peer> peers_for(const Nbody& problem, const harness::Session& session);

} // namespace nbody
