// Other people's matrix multiplication, timed beside ours in the same process, on the same operands.

#include "peers.hpp"

#include "common/error.hpp"
#include "cuda.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <thread>

#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef HAVE_CLBLAST
#include <clblast.h>
#endif

namespace matmul {
namespace {

std::size_t outputs(const Operands& in) {
  return static_cast<std::size_t>(in.shape.m) * static_cast<std::size_t>(in.shape.n);
}

#if defined HAVE_CLBLAST || defined HAVE_CUBLAS
using Result = std::shared_ptr<std::vector<float>>;

Result make_result(const Operands& in) {
  return std::make_shared<std::vector<float>>(outputs(in));
}

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}
#endif

harness::Peer plain(const Operands& in) {
  harness::Peer peer = harness::host_peer<float>(
      "C++ plain", "one thread, three loops", outputs(in),
      [in](std::vector<float>& c) { multiply_plain(in.a, in.b, c, in.shape); });
  if (2.0 * in.shape.m * in.shape.n * in.shape.k > 3e9)
    peer.missing = "left out at this size: three plain loops would take minutes";
  return peer;
}

harness::Peer optimised(const Operands& in) {
  return harness::host_peer<float>(
      "C++ optimised", fmt::format("{} threads", std::thread::hardware_concurrency()), outputs(in),
      [in](std::vector<float>& c) { multiply_optimised(in.a, in.b, c, in.shape); });
}

harness::Peer openblas([[maybe_unused]] const Operands& in) {
#ifdef HAVE_OPENBLAS
  return harness::host_peer<float>(
      "OpenBLAS", fmt::format("{}, {} threads", openblas_get_config(), openblas_get_num_threads()),
      outputs(in), [in](std::vector<float>& c) {
        const auto [m, n, k] = in.shape;
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0F, in.a.data(),
                    std::max(k, 1), in.b.data(), n, 0.0F, c.data(), n);
      });
#else
  return {
      "OpenBLAS", "",
      "not found when this program was built: sudo apt install libopenblas-dev, then build again"};
#endif
}

harness::Peer clblast_on_device([[maybe_unused]] const Operands& in,
                                [[maybe_unused]] const harness::Session& session) {
#ifdef HAVE_CLBLAST
  harness::Peer peer{"CLBlast", "on the same device"};
  if (in.shape.k == 0) {
    peer.missing = "it refuses K = 0";
    return peer;
  }
  const Result c = make_result(in);
  const cl::Buffer c_on_device(session.context, CL_MEM_READ_WRITE, c->size() * sizeof(float));
  peer.run = [in, c_on_device, queue = session.queue] {
    const auto [m, n, k] = in.shape;
    // CLBlast returns the event of its last kernel, but it may run others before (copies into padded matrices): the time of
    // the call runs from the end of a marker in front of it.
    cl::Event before;
    queue.enqueueMarkerWithWaitList(nullptr, &before);
    cl_command_queue raw_queue = queue();
    cl_event last = nullptr;
    const auto status =
        clblast::Gemm<float>(clblast::Layout::kRowMajor, clblast::Transpose::kNo,
                             clblast::Transpose::kNo, m, n, k, 1.0F, in.a_on_device(), 0, k,
                             in.b_on_device(), 0, n, 0.0F, c_on_device(), 0, n, &raw_queue, &last);
    if (status != clblast::StatusCode::kSuccess)
      throw common::Error(fmt::format("CLBlast failed with status {}.", static_cast<int>(status)));
    const cl_ulong end = common::event_times(cl::Event(last)).ended;
    return 1e-6 * static_cast<double>(end - common::event_times(before).ended);
  };
  peer.output = [c, c_on_device, queue = session.queue] {
    queue.enqueueReadBuffer(c_on_device, CL_TRUE, 0, c->size() * sizeof(float), c->data());
    return bytes_of(*c);
  };
  return peer;
#else
  return {
      "CLBlast", "",
      "not found when this program was built: sudo apt install libclblast-dev, then build again"};
#endif
}

#ifdef HAVE_CUBLAS
// The operands once more, in memory that CUDA knows.
struct CudaOperands {
  Operands in;
  CudaFloats a, b, c;
  std::uint16_t* short_a = nullptr; // bfloat16
  std::uint16_t* short_b = nullptr;
  CudaClock clock;

  explicit CudaOperands(const Operands& operands) : in(operands), a(in.a), b(in.b), c(outputs(in)) {
    const auto shortened = [](std::span<const float> factors, std::uint16_t*& to) {
      const std::vector<std::uint16_t> words = to_bfloat16(factors);
      const std::size_t bytes = words.size() * sizeof(std::uint16_t);
      require(cudaMalloc(&to, bytes + 4) == cudaSuccess &&
                  cudaMemcpy(to, words.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess,
              "copying bfloat16 factors");
    };
    shortened(in.a, short_a);
    shortened(in.b, short_b);
  }
  ~CudaOperands() {
    cudaFree(short_a);
    cudaFree(short_b);
  }
  CudaOperands(const CudaOperands&) = delete;
  CudaOperands& operator=(const CudaOperands&) = delete;

  double multiply(cublasComputeType_t precision, bool short_factors, bool short_result,
                  int in_a_row) const {
    const auto [m, n, k] = in.shape;
    const float alpha = 1.0F;
    const float beta = 0.0F;
    const auto call = [&, m = m, n = n, k = k] {
      // cuBLAS counts in columns: read as such, our row-major A is A transposed, and C^T = B^T A^T.
      const cudaDataType_t type = short_factors ? CUDA_R_16BF : CUDA_R_32F;
      const void* left = short_factors ? static_cast<const void*>(short_b) : b.data;
      const void* right = short_factors ? static_cast<const void*>(short_a) : a.data;
      require(cublasGemmEx(clock.handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, left, type, n,
                           right, type, std::max(k, 1), &beta, c.data,
                           short_result ? CUDA_R_16BF : CUDA_R_32F, n, precision,
                           CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
              "cublasGemmEx");
    };
    return clock.time(call, in_a_row);
  }
};
#endif

#ifdef HAVE_CUBLAS
// cuBLAS in its precisions. All of them share the operands in CUDA's memory.
struct Precision {
  const char* name;
  const char* version;
  double factor_error; ///< see Matmul::check_to(); how it rounds is not documented: as if cut off
  cublasComputeType_t type;
  bool short_factors = false; ///< they are bfloat16 before the call; else the call gets floats
  bool short_result = false;  ///< C is bfloat16, too
};
const Precision precisions[] = {
    {"cuBLAS", "fp32 without tf32", 0.0, CUBLAS_COMPUTE_32F},
    {"cuBLAS tf32", "factors in tf32", tf32_truncation, CUBLAS_COMPUTE_32F_FAST_TF32},
    {"cuBLAS bf16", "factors in bfloat16", 2.0 * bf16_rounding, CUBLAS_COMPUTE_32F_FAST_16BF},
    {"cuBLAS bf16 inputs", "factors in bfloat16 before the call", bf16_rounding, CUBLAS_COMPUTE_32F,
     true},
    {"cuBLAS bf16 inputs and C", "factors in bfloat16 before the call, and C in bfloat16",
     2.0 * bf16_rounding, CUBLAS_COMPUTE_32F, true, true}};
#endif

std::vector<harness::Peer> cublas([[maybe_unused]] const Matmul& problem,
                                  [[maybe_unused]] const harness::Session& session) {
  if (!harness::is_nvidia(session.device))
    return {{"cuBLAS", "", "it runs on NVIDIA GPUs only"}};
#ifdef HAVE_CUBLAS
  const auto cuda = std::make_shared<CudaOperands>(problem.operands());
  const Result c = make_result(cuda->in);
  int version = 0;
  cublasGetVersion(cuda->clock.handle, &version);
  std::vector<harness::Peer> peers;
  for (const Precision& precision : precisions) {
    harness::Peer peer{precision.name, fmt::format("{}, {}", version, precision.version)};
    if (problem.in_a_row() > 1 && !precision.short_factors)
      peer.missing = "left out: beside steps for matrices of bfloat16";
    peer.run = [cuda, precision, in_a_row = problem.in_a_row()] {
      return cuda->multiply(precision.type, precision.short_factors, precision.short_result,
                            in_a_row);
    };
    peer.output = [cuda, c, short_result = precision.short_result] {
      if (short_result) {
        std::vector<std::uint16_t> words(c->size());
        require(cudaMemcpy(words.data(), cuda->c.data, words.size() * sizeof words[0],
                           cudaMemcpyDeviceToHost) == cudaSuccess,
                "cudaMemcpy");
        return bytes_of(from_bfloat16(words));
      }
      cuda->c.read(*c);
      return bytes_of(*c);
    };
    peer.check = [&problem, error = precision.factor_error](std::span<const std::byte> output) {
      return problem.check_to(error, output);
    };
    peers.push_back(peer);
  }
  return peers;
#else
  return {{"cuBLAS", "",
           "the CUDA toolkit was not found when this program was built: install it, then build "
           "again"}};
#endif
}

} // namespace

std::vector<harness::Peer> peers_for(const Matmul& problem, const harness::Session& session) {
  const Operands in = problem.operands();
  std::vector<harness::Peer> peers{plain(in), optimised(in), openblas(in),
                                   clblast_on_device(in, session)};
  if (problem.in_a_row() > 1)
    for (harness::Peer& peer : peers)
      peer.missing = "left out: only the steps from t20 on, and cuBLAS, run several times in a row";
  for (harness::Peer& peer : cublas(problem, session))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace matmul
