// NVIDIA's CUB, for its own compiler: the peers of chapter 22 on NVIDIA's GPUs (peers.cpp calls these functions).

#include "cub.hpp"

#include <cub/cub.cuh>

// CUDA 13 prefers arrays to pointers here, CUDA 12 does not know them.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

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

struct CubHistogram {
  bool colour;
  size_t pixels, temporary_bytes = 0;
  void *picture = nullptr, *temporary = nullptr;
  int* bins = nullptr;
  cudaEvent_t begin, end;

  // As all of CUB: without temporary memory it only says how much it wants. Its counts of pixels have 32 bits here, which is
  // what its users take; 2^30 fit.
  void solve() {
    const int n = static_cast<int>(pixels);
    if (colour) {
      int* histograms[3] = {bins, bins + 256, bins + 512};
      int levels[3] = {257, 257, 257}, lower[3] = {0, 0, 0}, upper[3] = {256, 256, 256};
      check(cub::DeviceHistogram::MultiHistogramEven<4, 3>(temporary, temporary_bytes,
                                                           static_cast<const unsigned char*>(picture), histograms,
                                                           levels, lower, upper, n));
    } else {
      check(cub::DeviceHistogram::HistogramEven(temporary, temporary_bytes,
                                                static_cast<const unsigned char*>(picture), bins, 257, 0, 256, n));
    }
  }
};

CubHistogram* cub_histogram_prepare(bool colour, const void* picture, size_t pixels) {
  CubHistogram* peer = new CubHistogram{colour, pixels};
  const size_t bytes = pixels * (colour ? 4 : 1);
  check(cudaMalloc(&peer->picture, bytes));
  check(cudaMalloc(reinterpret_cast<void**>(&peer->bins), 768 * sizeof(int)));
  check(cudaMemcpy(peer->picture, picture, bytes, cudaMemcpyHostToDevice));
  peer->solve();
  check(cudaMalloc(&peer->temporary, peer->temporary_bytes + 4));
  check(cudaEventCreate(&peer->begin));
  check(cudaEventCreate(&peer->end));
  return peer;
}

double cub_histogram_run(CubHistogram* peer) {
  float milliseconds = 0;
  check(cudaEventRecord(peer->begin));
  peer->solve();
  check(cudaEventRecord(peer->end));
  check(cudaEventSynchronize(peer->end));
  check(cudaEventElapsedTime(&milliseconds, peer->begin, peer->end));
  return milliseconds;
}

void cub_histogram_output(CubHistogram* peer, void* bins) {
  check(cudaMemcpy(bins, peer->bins, (peer->colour ? 768 : 256) * sizeof(int), cudaMemcpyDeviceToHost));
}

void cub_histogram_finish(CubHistogram* peer) {
  cudaFree(peer->picture);
  cudaFree(peer->bins);
  cudaFree(peer->temporary);
  cudaEventDestroy(peer->begin);
  cudaEventDestroy(peer->end);
  delete peer;
}
