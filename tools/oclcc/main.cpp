#include "common/error.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "tools/oclcc/oclcc.hpp"

int main(int argc, char** argv) {
  // NVIDIA's driver would answer from its cache: without the log, and with old headers.
  harness::forget_compiled_kernels();
  return common::run_main(argc, argv, [](int count, char** arguments) {
    return oclcc::oclcc_main({arguments + 1, arguments + count});
  });
}
