// VkFFT, whose header brings warnings and names enough for a file of its own.

#include "peers.hpp"

#include "common/error.hpp"

#include <fmt/format.h>
#include <memory>

#ifdef HAVE_VKFFT
#define VKFFT_BACKEND 3
#include <vkFFT.h>

namespace fourier {
namespace {

// Its configuration keeps pointers to all of these.
struct Transform {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem in = nullptr, out = nullptr;
  std::uint64_t bytes = 0;
  VkFFTApplication application = {};
  ~Transform() { deleteVkFFT(&application); }
};

void require(VkFFTResult result, const char* what) {
  if (result != VKFFT_SUCCESS)
    throw common::Error(fmt::format("VkFFT: {} failed with {}.", what, static_cast<int>(result)));
}

} // namespace

QueuePeer vkfft(const Fourier& problem, const harness::Session& session, const cl::Buffer& output) {
  const auto made = std::make_shared<Transform>();
  made->device = session.device();
  made->context = session.context();
  made->queue = session.queue();
  made->in = problem.input();
  made->out = output();
  made->bytes = problem.output_bytes();
  VkFFTConfiguration what = {};
  what.FFTdim = problem.shape.lengths.size();
  for (std::size_t axis = 0; axis < problem.shape.lengths.size(); ++axis)
    what.size[axis] = static_cast<std::uint64_t>(problem.shape.lengths[axis]);
  what.numberBatches = static_cast<std::uint64_t>(problem.shape.batch);
  what.normalize = 1;
  what.device = &made->device;
  what.context = &made->context;
  what.buffer = &made->out;
  what.bufferSize = &made->bytes;
  what.isInputFormatted = 1;
  what.inputBuffer = &made->in;
  what.inputBufferSize = &made->bytes;
  require(initializeVkFFT(&made->application, what), "making a plan");
  const int way = problem.direction == fft::Direction::forward ? -1 : 1;
  return {[made, way] {
            VkFFTLaunchParams launch = {};
            launch.commandQueue = &made->queue;
            require(VkFFTAppend(&made->application, way, &launch), "a transform");
          },
          fmt::format("{}", VkFFTGetVersion())};
}

} // namespace fourier
#endif
