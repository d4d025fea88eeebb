#include "exercise.hpp"

#include <algorithm>
#include <numeric>

std::vector<cl_uint> whole_weights(const std::vector<float>& weights) {
  std::vector<cl_uint> whole;
  for (const float weight : weights)
    whole.push_back(static_cast<cl_uint>(256.0F * weight));
  // Rounding down has lost some: the weights that lost most get one more each.
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return 256.0F * weights[a] - whole[a] > 256.0F * weights[b] - whole[b];
  });
  const cl_uint sum = std::accumulate(whole.begin(), whole.end(), 0U);
  for (cl_uint k = 0; k < 256 - sum; ++k)
    ++whole[order[k]];
  return whole;
}
