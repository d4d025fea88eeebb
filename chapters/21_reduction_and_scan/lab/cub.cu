// NVIDIA's CUB, for its own compiler: the peers of chapter 21 on NVIDIA's GPUs (peers.cpp calls these functions).

#include "cub.hpp"

#include <cub/cub.cuh>

#include <cstdio>
#include <cstdlib>

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "CUB: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

} // namespace

struct CubPeer {
  CubTask task;
  size_t n, temporary_bytes = 0;
  void *input = nullptr, *output = nullptr, *temporary = nullptr;
  cudaEvent_t begin, end;

  // As all of CUB: without temporary memory it only says how much it wants.
  template <typename T>
  cudaError_t call() {
    const T* in = static_cast<const T*>(input);
    T* out = static_cast<T*>(output);
    switch (task) {
    case CubTask::sum:
      return cub::DeviceReduce::Sum(temporary, temporary_bytes, in, out, n);
    case CubTask::exclusive:
      return cub::DeviceScan::ExclusiveSum(temporary, temporary_bytes, in, out, n);
    case CubTask::inclusive:
      return cub::DeviceScan::InclusiveSum(temporary, temporary_bytes, in, out, n);
    default:
      return cub::DeviceRadixSort::SortKeys(temporary, temporary_bytes, static_cast<const unsigned*>(input),
                                            static_cast<unsigned*>(output), n);
    }
  }
  bool floats = false;
  void solve() { check(floats ? call<float>() : call<int>()); }
};

CubPeer* cub_prepare(CubTask task, bool floats, const void* input, size_t n) {
  CubPeer* peer = new CubPeer{task, n};
  peer->floats = floats;
  check(cudaMalloc(&peer->input, n * 4 + 4));
  check(cudaMalloc(&peer->output, n * 4 + 4));
  check(cudaMemcpy(peer->input, input, n * 4, cudaMemcpyHostToDevice));
  peer->solve();
  check(cudaMalloc(&peer->temporary, peer->temporary_bytes + 4));
  check(cudaEventCreate(&peer->begin));
  check(cudaEventCreate(&peer->end));
  return peer;
}

double cub_run(CubPeer* peer) {
  float milliseconds = 0;
  check(cudaEventRecord(peer->begin));
  peer->solve();
  check(cudaEventRecord(peer->end));
  check(cudaEventSynchronize(peer->end));
  check(cudaEventElapsedTime(&milliseconds, peer->begin, peer->end));
  return milliseconds;
}

void cub_output(CubPeer* peer, void* to, size_t bytes) {
  check(cudaMemcpy(to, peer->output, bytes, cudaMemcpyDeviceToHost));
}

void cub_finish(CubPeer* peer) {
  cudaFree(peer->input);
  cudaFree(peer->output);
  cudaFree(peer->temporary);
  cudaEventDestroy(peer->begin);
  cudaEventDestroy(peer->end);
  delete peer;
}
