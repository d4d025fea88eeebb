// Three C++ versions of a step in time, to compare with.

#include "peers.hpp"

#include <algorithm>
#include <cmath>

namespace nbody {
namespace {

void advance(const State& state, State& next, const Law& law, std::size_t i, float ax, float ay,
             float az) {
  const std::size_t n = state.size() / 2;
  const float a[] = {ax, ay, az};
  for (std::size_t k = 0; k < 3; ++k) {
    const float v = state[n + i].s[k] + law.dt * a[k];
    next[i].s[k] = state[i].s[k] + law.dt * v;
    next[n + i].s[k] = v;
  }
  next[i].s[3] = state[i].s[3];
  next[n + i].s[3] = 0.0F;
}

// 16 bodies side by side, as c2 and c3 have them. GCC and clang make of these what the processor has.
constexpr int lanes = 16;
using Vector = float __attribute__((vector_size(lanes * sizeof(float))));
using Bits = int __attribute__((vector_size(lanes * sizeof(int))));

// By reference: a vector of this size returned by value would be passed on in other registers with each target.
template <bool quick>
__attribute__((always_inline)) inline void reciprocal_root(const Vector& x, Vector& y) {
  if constexpr (quick) {
    y = (Vector)(0x5f1ffff9 - ((Bits)x >> 1));
    y = 0.703952253F * y * (2.38924456F - x * y * y);
    y = y * (1.5F - 0.5F * x * y * y);
  } else {
    for (int lane = 0; lane < lanes; ++lane)
      y[lane] = std::sqrt(x[lane]);
    y = 1.0F / y;
  }
}

template <bool quick>
__attribute__((always_inline)) inline void step_block(const State& state, State& next,
                                                      const Law& law, std::size_t first) {
  constexpr int width = 2;
  const std::size_t n = state.size() / 2;
  Vector x[width], y[width], z[width], ax[width] = {}, ay[width] = {}, az[width] = {};
  for (std::size_t k = 0; k < width * lanes; ++k) {
    const cl_float4& body = state[std::min(first + k, n - 1)];
    x[k / lanes][k % lanes] = body.s[0];
    y[k / lanes][k % lanes] = body.s[1];
    z[k / lanes][k % lanes] = body.s[2];
  }
  for (std::size_t j = 0; j < n; ++j) {
    const cl_float4 other = state[j];
    for (int w = 0; w < width; ++w) {
      const Vector dx = other.s[0] - x[w], dy = other.s[1] - y[w], dz = other.s[2] - z[w];
      Vector inverse;
      reciprocal_root<quick>(dx * dx + (dy * dy + (dz * dz + law.softening2)), inverse);
      const Vector factor = other.s[3] * inverse * (inverse * inverse);
      ax[w] += factor * dx;
      ay[w] += factor * dy;
      az[w] += factor * dz;
    }
  }
  for (std::size_t k = 0; k < width * lanes && first + k < n; ++k)
    advance(state, next, law, first + k, ax[k / lanes][k % lanes], ay[k / lanes][k % lanes],
            az[k / lanes][k % lanes]);
}

using BlockFunction = void (*)(const State&, State&, const Law&, std::size_t);

#ifdef __x86_64__
template <bool quick>
__attribute__((target("avx512f"))) void step_avx512(const State& state, State& next, const Law& law,
                                                    std::size_t first) {
  step_block<quick>(state, next, law, first);
}
template <bool quick>
__attribute__((target("avx2,fma"))) void step_avx2(const State& state, State& next, const Law& law,
                                                   std::size_t first) {
  step_block<quick>(state, next, law, first);
}
#endif
template <bool quick>
void step_baseline(const State& state, State& next, const Law& law, std::size_t first) {
  step_block<quick>(state, next, law, first);
}

template <bool quick>
BlockFunction best_block_function() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f"))
    return step_avx512<quick>;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return step_avx2<quick>;
#endif
  return step_baseline<quick>;
}

template <bool quick>
void step_on_all_cores(const State& state, State& next, const Law& law) {
  static const BlockFunction block_function = best_block_function<quick>();
  const int n = static_cast<int>(state.size() / 2), block = 2 * lanes;
  next.resize(state.size());
  on_all_cores((n + block - 1) / block, [&](int b) {
    block_function(state, next, law, static_cast<std::size_t>(b) * block);
  });
}

} // namespace

void step_plain(const State& state, State& next, const Law& law) {
  next.resize(state.size());
  const std::size_t n = state.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    float ax = 0.0F, ay = 0.0F, az = 0.0F;
    for (std::size_t j = 0; j < n; ++j) {
      const float dx = state[j].s[0] - state[i].s[0];
      const float dy = state[j].s[1] - state[i].s[1];
      const float dz = state[j].s[2] - state[i].s[2];
      const float inverse = 1.0F / std::sqrt(dx * dx + dy * dy + dz * dz + law.softening2);
      const float factor = state[j].s[3] * inverse * inverse * inverse;
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
    advance(state, next, law, i, ax, ay, az);
  }
}

void step_vectors(const State& state, State& next, const Law& law) {
  step_on_all_cores<false>(state, next, law);
}

void step_quick_root(const State& state, State& next, const Law& law) {
  step_on_all_cores<true>(state, next, law);
}

} // namespace nbody
