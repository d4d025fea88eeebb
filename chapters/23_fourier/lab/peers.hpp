#pragma once

#include "fourier.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fourier {

/// A library that puts its transforms into an OpenCL queue: `enqueue` once, from the problem's input to `output`.
struct QueuePeer {
  std::function<void()> enqueue;
  std::string version;
};
QueuePeer vkfft(const Fourier& problem, const harness::Session& session, const cl::Buffer& output);

} // namespace fourier
