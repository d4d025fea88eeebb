#pragma once

#include "common/timing.hpp"
#include "harness/ladder/ladder.hpp"

#include <memory>

namespace harness {

/// A peer on the host, whose `solve` writes `count` numbers; its time is wall time.
template <typename T>
Peer host_peer(const std::string& name, const std::string& version, std::size_t count,
               const std::function<void(std::vector<T>&)>& solve) {
  Peer peer{name, version};
  const auto output = std::make_shared<std::vector<T>>(count);
  peer.run = [output, solve] {
    const common::Stopwatch watch;
    solve(*output);
    return watch.milliseconds();
  };
  peer.output = [output] {
    const auto bytes = std::as_bytes(std::span(*output));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  return peer;
}

} // namespace harness
