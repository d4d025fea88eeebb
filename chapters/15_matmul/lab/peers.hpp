#pragma once

#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"
#include "matmul.hpp"

#include <vector>

namespace matmul {

/// Two C++ loops on the host, OpenBLAS on the host, CLBlast on the session's device, cuBLAS on an NVIDIA GPU. Libraries that
/// were not found when the program was built, or do not fit the device, say so in Peer::missing.
std::vector<harness::Peer> peers_for(const Matmul& problem, const harness::Session& session);

} // namespace matmul
