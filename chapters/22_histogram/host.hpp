// What the host computes, to check the device: the counts, and the table that they give.
#pragma once

#include "common/error.hpp"
#include "common/image.hpp"
#include "common/opencl.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <fmt/format.h>

// [host]
using common::Image;
using Counts = std::array<cl_uint, 256>;
using Table = std::array<cl_uchar, 256>;

// Adds the counts of the rows begin to end - 1. Several threads may do so at the same time.
inline void add_counts(const Image& image, std::size_t begin, std::size_t end, Counts& counts) {
  Counts mine{};
  for (std::size_t i = begin * image.width; i < end * image.width; ++i) {
    const std::uint8_t* p = &image.pixels[4 * i];
    ++mine[(54 * p[0] + 183 * p[1] + 19 * p[2] + 128) / 256];
  }
  for (std::size_t level = 0; level < 256; ++level)
    std::atomic_ref(counts[level]).fetch_add(mine[level]);
}

inline Table table_of(const Counts& counts, cl_uint limit) {
  double all = 0, sum = 0;
  for (const cl_uint count : counts)
    all += std::min(count, limit);
  const auto darkest = std::find_if(counts.begin(), counts.end(), [](cl_uint c) { return c > 0; });
  const double first = std::min(*darkest, limit);
  Table table{};
  for (std::size_t level = 0; level < 256; ++level) {
    sum += std::min(counts[level], limit);
    const double darker = std::max(sum - first, 0.0);
    table[level] = cl_uchar(all > first ? std::lround(255 * darker / (all - first)) : level);
  }
  return table;
}

inline void check(const Image& image, const Counts& counts, const Table& table, cl_uint limit) {
  Counts want{};
  add_counts(image, 0, image.height, want);
  for (std::size_t level = 0; level < 256; ++level)
    if (counts[level] != want[level])
      throw common::Error(fmt::format("{} pixels have the brightness {}, but {} were counted.",
                                      want[level], level, counts[level]));
  if (table != table_of(want, limit))
    throw common::Error("the pixels are counted right, but the table is wrong.");
}
// [/host]
