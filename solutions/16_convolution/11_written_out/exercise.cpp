#include "exercise.hpp"

#include <fmt/format.h>

std::string source_of(const Weights& weights) {
  std::string products;
  for (int j = 0; j < weights.height; ++j)
    for (int i = 0; i < weights.width; ++i) {
      const float weight = weights.values[static_cast<std::size_t>(j * weights.width + i)];
      if (weight != 0.0F)
        products +=
            fmt::format("  sum += {:.9e}f * in[(y + {}) * columns + x + {}];\n", weight, j, i);
    }
  return fmt::format(R"(
kernel void filter(global const float* in, global float* out, int columns, int rows) {{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > columns - {0} || y > rows - {1})
    return;
  float sum = 0.0f;
{2}
  out[y * (columns - {0} + 1) + x] = sum;
}}
)",
                     weights.width, weights.height, products);
}
