#pragma once

// What the peers that need CUDA share.

#ifdef HAVE_CUBLAS

#include "common/error.hpp"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <fmt/format.h>

#include <functional>
#include <span>

namespace matmul {

inline void require(bool ok, const char* what) {
  if (!ok)
    throw common::Error(fmt::format("cuBLAS: {} failed.", what));
}

/// Memory that CUDA knows, with these numbers in it, or with none.
class CudaFloats {
 public:
  explicit CudaFloats(std::span<const float> values) : CudaFloats(values.size()) {
    require(cudaMemcpy(data, values.data(), values.size_bytes(), cudaMemcpyHostToDevice) ==
                cudaSuccess,
            "cudaMemcpy");
  }
  explicit CudaFloats(std::size_t count) {
    require(cudaMalloc(&data, count * sizeof(float) + 4) == cudaSuccess, "cudaMalloc");
  }
  ~CudaFloats() { cudaFree(data); }
  CudaFloats(const CudaFloats&) = delete;
  CudaFloats& operator=(const CudaFloats&) = delete;

  void read(std::span<float> to) const {
    require(cudaMemcpy(to.data(), data, to.size_bytes(), cudaMemcpyDeviceToHost) == cudaSuccess,
            "cudaMemcpy");
  }

  float* data = nullptr;
};

/// A handle of cuBLAS, and what is needed to time its calls.
class CudaClock {
 public:
  CudaClock() {
    require(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
    require(cudaEventCreate(&start_) == cudaSuccess && cudaEventCreate(&stop_) == cudaSuccess,
            "cudaEventCreate");
  }
  ~CudaClock() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
    cublasDestroy(handle);
  }
  CudaClock(const CudaClock&) = delete;
  CudaClock& operator=(const CudaClock&) = delete;

  /// Milliseconds on the device for so many calls in a row.
  double time(const std::function<void()>& call, int in_a_row = 1) const {
    // An idle device reaches the first event at once, and then the time between the events is also that of the call on the
    // host, more than 10 us. So it gets something to do until everything is in its queue.
    for (int i = 0; i < calls_of_60_us(); ++i)
      call();
    cudaEventRecord(start_);
    for (int i = 0; i < in_a_row; ++i)
      call();
    cudaEventRecord(stop_);
    require(cudaEventSynchronize(stop_) == cudaSuccess, "a call");
    float ms = 0.0F;
    cudaEventElapsedTime(&ms, start_, stop_);
    last_ms_ = ms / static_cast<float>(in_a_row);
    return ms;
  }

  cublasHandle_t handle = nullptr;

 private:
  // None of those that take so long that 10 us do not count.
  int calls_of_60_us() const {
    return last_ms_ == 0.0 || last_ms_ > 5.0 ? 0 : 1 + static_cast<int>(0.06 / last_ms_);
  }

  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  mutable double last_ms_ = 0.0;
};

} // namespace matmul

#endif
