// C++ versions, timed beside ours in the same process, on the same bodies.

#include "peers.hpp"

#include "common/timing.hpp"

#include <fmt/format.h>
#include <thread>

namespace nbody {
namespace {

harness::Peer on_host(const std::string& name, const std::string& version, const Operands& in,
                      void (*step)(const State&, State&, const Law&)) {
  harness::Peer peer{name, version};
  const auto next = std::make_shared<State>(2 * static_cast<std::size_t>(in.n));
  peer.run = [in, next, step] {
    const common::Stopwatch watch;
    step(*in.state, *next, in.law);
    return watch.milliseconds();
  };
  peer.output = [next] {
    const auto bytes = std::as_bytes(std::span(*next));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  return peer;
}

} // namespace

std::vector<harness::Peer> peers_for(const Nbody& problem, const harness::Session&) {
  const Operands in = problem.operands();
  const std::string threads = fmt::format("{} threads", std::thread::hardware_concurrency());
  std::vector<harness::Peer> peers{
      on_host("C++ plain", "one thread", in, step_plain),
      on_host("C++ vectors", threads + ", 1 / sqrt", in, step_vectors),
      on_host("C++ quick root", threads + ", c3's root", in, step_quick_root)};
  if (in.n > 20000)
    peers.front().missing = "left out at this size: it would take seconds for each step";
  if (in.n > 300000)
    peers[1].missing = peers[2].missing = "left out at this size: it would take minutes";
  return peers;
}

} // namespace nbody
