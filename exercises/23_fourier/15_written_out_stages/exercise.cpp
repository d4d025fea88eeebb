#include "exercise.hpp"

#include <cmath>
#include <fmt/format.h>

std::string transform_source(int n) {
  std::string body = fmt::format("  float2 x0[{0}], x1[{0}], t;\n", n);
  for (int i = 0; i < n; ++i)
    body += fmt::format("  x0[{0}] = in[{1} * l + {0}];\n", i, n);
  for (int i = 0; i < n / 2; ++i) { // p = 1
    body += fmt::format("  t = x0[{}];\n", i + n / 2);
    body += fmt::format("  x1[{}] = x0[{}] + t;\n  x1[{}] = x0[{}] - t;\n", 2 * i, i, 2 * i + 1, i);
  }
  for (int i = 0; i < n; ++i)
    body += fmt::format("  out[{1} * l + {0}] = x1[{0}];\n", i, n);
  return "kernel void transform(global const float2* in, global float2* out, int lines) {\n"
         "  const int l = get_global_id(0);\n  if (l >= lines)\n    return;\n" +
         body + "}\n";
}
