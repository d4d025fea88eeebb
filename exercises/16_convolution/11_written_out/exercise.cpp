#include "exercise.hpp"

#include <fmt/format.h>

std::string source_of(const Weights& weights) {
  std::string values;
  for (const float weight : weights.values)
    values += fmt::format("{:.9e}f, ", weight);
  return fmt::format(R"(
constant float weights[] = {{ {2} }};

kernel void filter(global const float* in, global float* out, int columns, int rows) {{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > columns - {0} || y > rows - {1})
    return;
  float sum = 0.0f;
  for (int j = 0; j < {1}; ++j)
    for (int i = 0; i < {0}; ++i)
      sum += weights[j * {0} + i] * in[(y + j) * columns + x + i];
  out[y * (columns - {0} + 1) + x] = sum;
}}
)",
                     weights.width, weights.height, values);
}
