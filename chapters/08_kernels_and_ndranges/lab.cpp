#include "lab.hpp"

#include "common/kernel_io.hpp"

#include <fmt/format.h>

Lab::Lab(const cl::Device& chosen, bool in_short, unsigned random_seed)
    : common::Session(chosen), quick(in_short), seed(random_seed) {}

cl::Program Lab::program(const std::string& file, const std::string& options) const {
  return common::build_kernel_file(context, device,
                                   fmt::format("08_kernels_and_ndranges/{}.cl", file), options);
}

cl::Kernel Lab::kernel(const std::string& file, const char* name, const char* options) const {
  return {program(file, options), name};
}

std::string version_text(int version) {
  return fmt::format("OpenCL {}.{}", version / 100, version / 10 % 10);
}
