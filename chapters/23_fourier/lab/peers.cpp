// Other solutions of the same problem, timed beside ours in the same process, on the same input.

#include "peers.hpp"

#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

#ifdef HAVE_FFTW
#include <fftw3.h>
#endif
#ifdef HAVE_CUFFT
#include <cuda_runtime.h>
#include <cufft.h>
#endif
#ifdef HAVE_CLFFT
#include <clFFT.h>
#endif

namespace fourier {
namespace {

const char* const not_found = "not found when this program was built: ";

// Which of these functions are called depends on the libraries that are found.
[[maybe_unused]] void require(bool ok, const std::string& what) {
  if (!ok)
    throw common::Error(what + " failed.");
}

// What these libraries call a plan: lengths, slowest first.
[[maybe_unused]] std::vector<int> slowest_first(const fft::Shape& shape) {
  return {shape.lengths.rbegin(), shape.lengths.rend()};
}

// [fftw]
#ifdef HAVE_FFTW
// A measured plan for all cores. FFTW leaves out the inverse's division by N, which the loop at the end does.
harness::Peer fftw_peer(const Fourier& problem) {
  struct Plan {
    fftwf_plan plan = nullptr;
    std::vector<float> in, out;
    ~Plan() { fftwf_destroy_plan(plan); }
  };
  const auto made = std::make_shared<Plan>();
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const bool inverse = problem.direction == fft::Direction::inverse;
  return harness::host_peer<float>(
      "FFTW", fmt::format("{}, measured plan, {} threads", fftwf_version, threads),
      problem.output_bytes() / sizeof(float),
      [&problem, made, threads, inverse](std::vector<float>& out) {
        const std::vector<int> lengths = slowest_first(problem.shape);
        const int n = static_cast<int>(problem.shape.count() / problem.shape.batch);
        const auto numbers = [](std::vector<float>& values) {
          return reinterpret_cast<fftwf_complex*>(values.data());
        };
        if (made->plan == nullptr) {
          static const int once = fftwf_init_threads();
          (void)once;
          fftwf_plan_with_nthreads(threads);
          made->in.resize(problem.values.size());
          made->plan = fftwf_plan_many_dft(static_cast<int>(lengths.size()), lengths.data(),
                                           problem.shape.batch, numbers(made->in), nullptr, 1, n,
                                           numbers(out), nullptr, 1, n,
                                           inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_MEASURE);
          made->in = problem.values; // measuring has overwritten it
        }
        require(made->plan != nullptr, "FFTW: making a plan");
        fftwf_execute_dft(made->plan, numbers(made->in), numbers(out));
        if (inverse)
          for (float& value : out)
            value /= static_cast<float>(n);
      });
}
#endif
// [/fftw]

// [cufft]
#ifdef HAVE_CUFFT
struct Cuda {
  cufftHandle plan = 0;
  cudaEvent_t start = nullptr, stop = nullptr;
  cufftComplex *in = nullptr, *out = nullptr;
  std::size_t bytes = 0;
  int way = CUFFT_FORWARD;

  explicit Cuda(const Fourier& problem) : bytes(problem.output_bytes()) {
    std::vector<int> lengths = slowest_first(problem.shape);
    const int n = static_cast<int>(problem.shape.count() / problem.shape.batch);
    way = problem.direction == fft::Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
    require(cudaMalloc(&in, bytes) == cudaSuccess && cudaMalloc(&out, bytes) == cudaSuccess &&
                cudaMemcpy(in, problem.values.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess,
            "cuFFT: copying the input");
    require(cufftPlanMany(&plan, static_cast<int>(lengths.size()), lengths.data(), nullptr, 1, n,
                          nullptr, 1, n, CUFFT_C2C, problem.shape.batch) == CUFFT_SUCCESS,
            "cuFFT: making a plan");
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
  }
  ~Cuda() {
    cufftDestroy(plan);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(in);
    cudaFree(out);
  }
  Cuda(const Cuda&) = delete;
  Cuda& operator=(const Cuda&) = delete;
  double run() const {
    cudaEventRecord(start);
    const cufftResult result = cufftExecC2C(plan, in, out, way);
    cudaEventRecord(stop);
    require(result == CUFFT_SUCCESS && cudaEventSynchronize(stop) == cudaSuccess, "cuFFT");
    float ms = 0.0F;
    cudaEventElapsedTime(&ms, start, stop);
    return double{ms};
  }
};

harness::Peer cufft_peer(const Fourier& problem) {
  int version = 0;
  cufftGetVersion(&version);
  const auto cuda = std::make_shared<std::unique_ptr<Cuda>>();
  harness::Peer peer{"cuFFT", fmt::format("{}", version)};
  peer.run = [&problem, cuda] {
    if (!*cuda)
      *cuda = std::make_unique<Cuda>(problem);
    return (*cuda)->run();
  };
  const float scale =
      problem.direction == fft::Direction::forward
          ? 1.0F
          : static_cast<float>(problem.shape.batch) / static_cast<float>(problem.shape.count());
  peer.output = [cuda, scale] {
    std::vector<float> values((*cuda)->bytes / sizeof(float));
    require(cudaMemcpy(values.data(), (*cuda)->out, (*cuda)->bytes, cudaMemcpyDeviceToHost) ==
                cudaSuccess,
            "cuFFT: reading the output");
    for (float& value : values)
      value *= scale;
    const auto bytes = std::as_bytes(std::span(values));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  return peer;
}
#endif
// [/cufft]

#ifdef HAVE_CLFFT
QueuePeer clfft(const Fourier& problem, const harness::Session& session, const cl::Buffer& output) {
  static const bool ready = [] {
    clfftSetupData setup;
    return clfftInitSetupData(&setup) == CLFFT_SUCCESS && clfftSetup(&setup) == CLFFT_SUCCESS;
  }();
  require(ready, "clFFT: setting it up");
  struct Plan {
    clfftPlanHandle plan = 0;
    cl::Buffer in, out;
    ~Plan() { clfftDestroyPlan(&plan); }
  };
  const auto made = std::make_shared<Plan>();
  made->in = problem.input;
  made->out = output;
  std::vector<std::size_t> lengths(problem.shape.lengths.begin(), problem.shape.lengths.end());
  for (std::size_t rest : lengths) {
    for (const std::size_t prime : {2, 3, 5, 7, 11, 13})
      while (rest % prime == 0)
        rest /= prime;
    if (rest > 1)
      throw common::Skip("clFFT has no lengths with a prime factor above 13");
  }
  cl_command_queue queue = session.queue();
  require(clfftCreateDefaultPlan(&made->plan, session.context(),
                                 static_cast<clfftDim>(lengths.size()),
                                 lengths.data()) == CLFFT_SUCCESS &&
              clfftSetResultLocation(made->plan, CLFFT_OUTOFPLACE) == CLFFT_SUCCESS &&
              clfftSetPlanBatchSize(made->plan, static_cast<std::size_t>(problem.shape.batch)) ==
                  CLFFT_SUCCESS &&
              clfftBakePlan(made->plan, 1, &queue, nullptr, nullptr) == CLFFT_SUCCESS,
          "clFFT: making a plan");
  const clfftDirection way =
      problem.direction == fft::Direction::forward ? CLFFT_FORWARD : CLFFT_BACKWARD;
  return {[made, way, queue]() mutable {
            cl_mem in = made->in(), out = made->out();
            require(clfftEnqueueTransform(made->plan, way, 1, &queue, 0, nullptr, nullptr, &in,
                                          &out, nullptr) == CLFFT_SUCCESS,
                    "clFFT");
          },
          fmt::format("{}.{}.{}", clfftVersionMajor, clfftVersionMinor, clfftVersionPatch)};
}
#endif

// [queue]
// These return no events: the wall time of a row of transforms, as many as fill some milliseconds.
[[maybe_unused]] harness::Peer
queue_peer(const std::string& name, const Fourier& problem, const harness::Session& session,
           QueuePeer (*make)(const Fourier&, const harness::Session&, const cl::Buffer&)) {
  struct State {
    cl::Buffer output;
    QueuePeer peer;
    int runs = 1;
  };
  const auto state = std::make_shared<State>();
  harness::Peer peer{name, "through OpenCL, wall time of a row of runs"};
  const std::size_t bytes = problem.output_bytes();
  peer.run = [=, &problem, &session] {
    if (!state->peer.enqueue) {
      state->output = cl::Buffer(session.context, CL_MEM_READ_WRITE, bytes);
      state->peer = make(problem, session, state->output);
    }
    session.queue.finish();
    const common::Stopwatch watch;
    for (int run = 0; run < state->runs; ++run)
      state->peer.enqueue();
    session.queue.finish();
    const double ms = watch.milliseconds() / state->runs;
    state->runs = std::clamp(static_cast<int>(5.0 / ms), 1, 50);
    return ms;
  };
  peer.output = [=, &session] {
    std::vector<std::byte> result(bytes);
    session.queue.enqueueReadBuffer(state->output, CL_TRUE, 0, bytes, result.data());
    return result;
  };
  peer.check = [&problem](std::span<const std::byte> output) {
    return problem.check_with(8.0, output);
  };
  return peer;
}
// [/queue]

} // namespace

std::vector<harness::Peer> Fourier::peers(const harness::Session& session) const {
  if (shape.real)
    return {};
  std::vector<harness::Peer> peers;
  [[maybe_unused]] const auto missing = [&](const char* name, const char* package) {
    peers.push_back({name, "", not_found + std::string(package)});
  };
  const bool cpu = (session.device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
#ifdef HAVE_FFTW
  if (cpu) // beside a GPU it would only make us wait
    peers.push_back(fftw_peer(*this));
#else
  if (cpu)
    missing("FFTW", "sudo apt install libfftw3-dev, then build again");
#endif
#ifdef HAVE_VKFFT
  peers.push_back(queue_peer("VkFFT", *this, session, vkfft));
#else
  missing("VkFFT", "sudo apt install libvkfft-dev, then build again");
#endif
#ifdef HAVE_CLFFT
  peers.push_back(queue_peer("clFFT", *this, session, clfft));
#else
  missing("clFFT", "sudo apt install libclfft-dev, then build again");
#endif
  if (harness::is_nvidia(session.device)) {
#ifdef HAVE_CUFFT
    peers.push_back(cufft_peer(*this));
#else
    missing("cuFFT", "install the CUDA toolkit, then build again");
#endif
  }
  return peers;
}

} // namespace fourier
