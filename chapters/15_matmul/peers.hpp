#pragma once

#include "common/ladder.hpp"
#include "matmul.hpp"

#include <span>
#include <vector>

namespace matmul {

/// What a peer multiplies: the same operands on the host and on the device.
struct Operands {
  Shape shape;
  std::span<const float> a;
  std::span<const float> b;
  cl::Buffer a_on_device;
  cl::Buffer b_on_device;
};

/// Two C++ loops on the host, OpenBLAS on the host, CLBlast on the session's device, cuBLAS on an NVIDIA GPU. Libraries that
/// were not found when the program was built, or do not fit the device, say so in Peer::missing.
std::vector<common::Peer> peers_for(const Operands& operands, const common::Session& session);

} // namespace matmul
