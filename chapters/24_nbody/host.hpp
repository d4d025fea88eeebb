// What 24_nbody does on the host: a step in double for some bodies, to check, and one in plain C++, to compare times.
#pragma once

#include "scenes.hpp"

#include "common/opencl.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

// [check]
// One step on the host in double, for 16 bodies: the largest difference of a velocity, against what pulls.
inline double largest_error(const std::vector<cl_float4>& before,
                            const std::vector<cl_float4>& after, const Scene& scene) {
  const std::size_t n = before.size() / 2;
  double largest = 0.0;
  for (std::size_t s = 0; s < std::min<std::size_t>(n, 16); ++s) {
    const std::size_t i = s * (n - 1) / 15;
    double a[3] = {}, scale = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      double d[3], square = scene.softening2;
      for (int k = 0; k < 3; ++k)
        d[k] = double{before[j].s[k]} - before[i].s[k], square += d[k] * d[k];
      for (int k = 0; k < 3 && j != i; ++k)
        a[k] += before[j].s[3] * d[k] / (square * std::sqrt(square));
      scale += j == i ? 0.0 : before[j].s[3] / square;
    }
    for (int k = 0; k < 3; ++k) {
      const double want = before[n + i].s[k] + scene.dt * a[k];
      const double error = std::abs(after[n + i].s[k] - want) / (scene.dt * scale + std::abs(want));
      largest = error <= largest ? largest : error; // NaN is the largest
    }
  }
  return largest;
}
// [/check]

// [plain]
// Bodies `first` to `last` - 1 advance by a step: what the kernel does, in plain C++.
inline void advance_plain(const std::vector<cl_float4>& state, std::vector<cl_float4>& next,
                          const Scene& scene, std::size_t first, std::size_t last) {
  const std::size_t n = state.size() / 2;
  for (std::size_t i = first; i < last; ++i) {
    float a[3] = {};
    for (std::size_t j = 0; j < n; ++j) {
      const float dx = state[j].s[0] - state[i].s[0], dy = state[j].s[1] - state[i].s[1],
                  dz = state[j].s[2] - state[i].s[2];
      const float inverse = 1.0F / std::sqrt(dx * dx + dy * dy + dz * dz + scene.softening2);
      const float factor = state[j].s[3] * inverse * inverse * inverse;
      a[0] += factor * dx;
      a[1] += factor * dy;
      a[2] += factor * dz;
    }
    next[i] = state[i];
    for (int k = 0; k < 3; ++k) {
      next[n + i].s[k] = state[n + i].s[k] + scene.dt * a[k];
      next[i].s[k] += scene.dt * next[n + i].s[k];
    }
  }
}

// Milliseconds for a step. Of many bodies only a part is computed, and its time multiplied: each costs the same.
inline double plain_ms(const std::vector<cl_float4>& state, const Scene& scene, unsigned cores) {
  const std::size_t n = state.size() / 2, part = std::min(n, (std::size_t{1} << 26) / n + 1);
  std::vector<cl_float4> next(state.size());
  std::vector<std::thread> threads;
  const common::Stopwatch watch;
  const auto share = [&](unsigned t) {
    advance_plain(state, next, scene, part * t / cores, part * (t + 1) / cores);
  };
  for (unsigned t = 1; t < cores; ++t)
    threads.emplace_back(share, t);
  share(0);
  for (std::thread& thread : threads)
    thread.join();
  return watch.milliseconds() * static_cast<double>(n) / static_cast<double>(part);
}
// [/plain]
