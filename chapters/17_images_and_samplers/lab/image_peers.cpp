// What the images are measured against: chapter 16's buffers, and its peers.

#include "image_convolution.hpp"

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace images {
namespace {

using harness::Step;

// Chapter 16's step `id`, with its buffers, as a peer.
harness::Peer step_as_peer(const std::vector<Step>& steps, const std::string& id,
                           const convolution::Convolution& problem,
                           const harness::Session& session) {
  const Step& step = harness::step_named(steps, id);
  harness::Peer peer{fmt::format("16 {} {}", step.id, step.name), "chapter 16, buffers of floats"};
  try {
    const auto prepared =
        std::make_shared<harness::Prepared>(harness::prepare_step(problem, step, session));
    peer.run = [prepared, session] {
      const std::vector<cl::Event> events = prepared->run();
      session.queue.finish();
      return harness::elapsed_ms(events);
    };
    peer.output = [prepared, session, bytes = problem.output_bytes()] {
      std::vector<std::byte> output(bytes);
      session.queue.enqueueReadBuffer(prepared->output, CL_TRUE, 0, bytes, output.data());
      return output;
    };
  } catch (const common::Skip& reason) {
    peer.missing = reason.what();
  }
  return peer;
}

} // namespace

std::vector<harness::Peer> ImageConvolution::peers(const harness::Session& session) const {
  std::vector<harness::Peer> peers;
  const std::vector<Step> steps = Convolution::steps();
  for (const char* id : {"v4", "v5", "c1", "v14"})
    peers.push_back(step_as_peer(steps, id, *this, session));
  for (harness::Peer& peer : Convolution::peers(session))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace images
