#pragma once

#include <cstddef>

/// What cub.cu, which another compiler compiles, offers to peers.cpp.
enum class CubTask { sum, exclusive, inclusive, sort };
struct CubPeer;

/// Copies n elements of four bytes to the GPU. CUB's errors end the program with a message.
CubPeer* cub_prepare(CubTask task, bool floats, const void* input, std::size_t n);
double cub_run(CubPeer* peer); ///< milliseconds on the GPU
void cub_output(CubPeer* peer, void* to, std::size_t bytes);
void cub_finish(CubPeer* peer);
