#include "exercise.hpp"

#include <cmath>
#include <fmt/format.h>

std::string transform_source(int n) {
  std::string body = fmt::format("  float2 x0[{0}], t;\n", n);
  for (int i = 0; i < n; ++i)
    body += fmt::format("  x0[{0}] = in[{1} * l + {0}];\n", i, n);
  int s = 0;
  for (int p = 1; p < n; p *= 2, ++s) {
    body += fmt::format("  float2 x{}[{}];\n", s + 1, n);
    for (int i = 0; i < n / 2; ++i) {
      const int k = i % p, j = 2 * i - k;
      const double angle = std::acos(-1.0) * k / p;
      body += fmt::format("  t = (float2)({0:.9f}f * x{2}[{3}].x + {1:.9f}f * x{2}[{3}].y, "
                          "{0:.9f}f * x{2}[{3}].y - {1:.9f}f * x{2}[{3}].x);\n",
                          std::cos(angle), std::sin(angle), s, i + n / 2);
      body += fmt::format("  x{0}[{1}] = x{2}[{3}] + t;\n", s + 1, j, s, i);
      body += fmt::format("  x{0}[{1}] = x{2}[{3}] - t;\n", s + 1, j + p, s, i);
    }
  }
  for (int i = 0; i < n; ++i)
    body += fmt::format("  out[{1} * l + {0}] = x{2}[{0}];\n", i, n, s);
  return "kernel void transform(global const float2* in, global float2* out, int lines) {\n"
         "  const int l = get_global_id(0);\n  if (l >= lines)\n    return;\n" +
         body + "}\n";
}
