// Other people's batches, timed beside ours in the same process, on the same operands.

#include "batch.hpp"

#include "common/error.hpp"
#include "cuda.hpp"
#include "harness/lab/cores.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif

namespace matmul {
namespace {

// The numbers of a matrix of A, B and C: from one product to the next.
struct Strides {
  std::size_t a, b, c;
  explicit Strides(Shape s)
      : a(std::size_t(s.m) * s.k), b(std::size_t(s.k) * s.n), c(std::size_t(s.m) * s.n) {}
};

std::size_t outputs(const Batch& batch) {
  return batch.output_bytes() / sizeof(float);
}

harness::Peer plain(const Batch& batch) {
  return harness::host_peer<float>(
      "C++", fmt::format("three loops, {} threads", std::thread::hardware_concurrency()),
      outputs(batch), [&batch](std::vector<float>& c) {
        const Strides stride(batch.shape);
        harness::on_all_cores(batch.products, [&](int product) {
          const auto p = static_cast<std::size_t>(product);
          multiply_plain(std::span(batch.a).subspan(p * stride.a, stride.a),
                         std::span(batch.b).subspan(p * stride.b, stride.b),
                         std::span(c).subspan(p * stride.c, stride.c), batch.shape);
        });
      });
}

harness::Peer openblas([[maybe_unused]] const Batch& batch) {
#ifdef HAVE_OPENBLAS
  return harness::host_peer<float>(
      "OpenBLAS in a loop",
      fmt::format("{}, {} threads", openblas_get_config(), openblas_get_num_threads()),
      outputs(batch), [&batch](std::vector<float>& c) {
        const auto [m, n, k] = batch.shape;
        const Strides stride(batch.shape);
        for (std::size_t p = 0; p < static_cast<std::size_t>(batch.products); ++p)
          cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0F,
                      batch.a.data() + p * stride.a, std::max(k, 1), batch.b.data() + p * stride.b,
                      n, 0.0F, c.data() + p * stride.c, n);
      });
#else
  return {
      "OpenBLAS in a loop", "",
      "not found when this program was built: sudo apt install libopenblas-dev, then build again"};
#endif
}

std::vector<harness::Peer> cublas([[maybe_unused]] const Batch& batch,
                                  const harness::Session& session) {
  if (!harness::is_nvidia(session.device))
    return {{"cuBLAS batched", "", "it runs on NVIDIA GPUs only"}};
#ifdef HAVE_CUBLAS
  struct OnCuda {
    CudaFloats a, b, c;
  };
  const std::shared_ptr<OnCuda> cuda(
      new OnCuda{CudaFloats(batch.a), CudaFloats(batch.b), CudaFloats(outputs(batch))});
  // cuBLAS counts in columns: read as such, our row-major A is A transposed, and C^T = B^T A^T.
  const auto batched = [&batch, cuda](cublasHandle_t handle) {
    const auto [m, n, k] = batch.shape;
    const Strides stride(batch.shape);
    const float alpha = 1.0F, beta = 0.0F;
    return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha,
                                     cuda->b.data, n, static_cast<long long>(stride.b),
                                     cuda->a.data, std::max(k, 1), static_cast<long long>(stride.a),
                                     &beta, cuda->c.data, n, static_cast<long long>(stride.c),
                                     batch.products);
  };
  const auto one_by_one = [&batch, cuda](cublasHandle_t handle) {
    const auto [m, n, k] = batch.shape;
    const Strides stride(batch.shape);
    const float alpha = 1.0F, beta = 0.0F;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (std::size_t p = 0; p < static_cast<std::size_t>(batch.products); ++p)
      if (status == CUBLAS_STATUS_SUCCESS)
        status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha,
                             cuda->b.data + p * stride.b, n, cuda->a.data + p * stride.a,
                             std::max(k, 1), &beta, cuda->c.data + p * stride.c, n);
    return status;
  };
  const auto peer = [&](const char* name, const char* function,
                        const std::function<cublasStatus_t(cublasHandle_t)>& call) {
    const auto clock = std::make_shared<CudaClock>();
    int version = 0;
    cublasGetVersion(clock->handle, &version);
    harness::Peer made{name, fmt::format("{}, {}", version, function)};
    made.run = [=] {
      return clock->time([&] { require(call(clock->handle) == CUBLAS_STATUS_SUCCESS, function); });
    };
    made.output = [&batch, cuda] {
      std::vector<float> c(outputs(batch));
      cuda->c.read(c);
      const auto bytes = std::as_bytes(std::span(c));
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    return made;
  };
  return {peer("cuBLAS in a loop", "cublasSgemm", one_by_one),
          peer("cuBLAS batched", "cublasSgemmStridedBatched", batched)};
#else
  return {{"cuBLAS batched", "",
           "the CUDA toolkit was not found when this program was built: install it, then build "
           "again"}};
#endif
}

} // namespace

std::vector<harness::Peer> Batch::peers(const harness::Session& session) const {
  std::vector<harness::Peer> peers{plain(*this), openblas(*this)};
  for (harness::Peer& peer : cublas(*this, session))
    peers.push_back(std::move(peer));
  return peers;
}

} // namespace matmul
