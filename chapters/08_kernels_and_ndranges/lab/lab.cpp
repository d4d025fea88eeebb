#include "lab.hpp"

#include <fmt/format.h>

std::string version_text(int version) {
  return fmt::format("OpenCL {}.{}", version / 100, version / 10 % 10);
}
