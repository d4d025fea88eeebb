#include "exercise.hpp"

#include <fmt/format.h>

std::string counting_source(int columns, int rows, int group) {
  std::string body;
  for (int v = 0; v < 256; v += group)
    body += fmt::format("  mine[item + {}] = 0;\n", v);
  body += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      body += fmt::format("  if (x + {0} < width && y + {1} < height)\n"
                          "    atomic_inc(&mine[in[(y + {1}) * width + x + {0}]]);\n",
                          c, r);
  body += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  for (int v = 0; v < 256; v += group)
    body += fmt::format("  atomic_add(&counts[item + {0}], mine[item + {0}]);\n", v);
  return fmt::format("kernel void histogram(global const uchar* in, int width, int height,\n"
                     "                      volatile global uint* counts) {{\n"
                     "  local uint mine[256];\n"
                     "  const int item = get_local_id(0);\n"
                     "  const int x = get_global_id(0) * {}, y = get_global_id(1) * {};\n{}}}\n",
                     columns, rows, body);
}
