#include "common/error.hpp"
#include "tools/oclcc/oclcc.hpp"

#include <cstdlib>

int main(int argc, char** argv) {
#ifndef _WIN32
  // NVIDIA's driver would answer from its cache: without the log, and with old headers.
  setenv("CUDA_CACHE_DISABLE", "1", 0);
#endif
  return common::run_main(argc, argv, [](int count, char** arguments) {
    return oclcc::oclcc_main({arguments + 1, arguments + count});
  });
}
