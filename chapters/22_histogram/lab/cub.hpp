#pragma once

#include <cstddef>

/// What cub.cu, which another compiler compiles, offers to peers.cpp.
struct CubHistogram;

/// Copies a picture to the GPU: RGBA pixels for three histograms (colour), else bytes for one. CUB's errors end the program
/// with a message.
CubHistogram* cub_histogram_prepare(bool colour, const void* picture, std::size_t pixels);
double cub_histogram_run(CubHistogram* peer); ///< milliseconds on the GPU
void cub_histogram_output(CubHistogram* peer, void* bins);
void cub_histogram_finish(CubHistogram* peer);
