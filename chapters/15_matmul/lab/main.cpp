// Chapter 15: matrix multiplication, step by step.
//
//   15_matmul                          verify every step, then measure them at 512 x 512 x 512
//   15_matmul --list                   the steps and what each changes
//   15_matmul --check                  verify every step at awkward sizes
//   15_matmul --step v3 --size 64x31x1000
//   15_matmul --bench --json out.json  full sizes, beside CPU baselines
//   15_matmul --oclgrind               prove the kernels free of races and wild accesses; count
//   their accesses
//
// The problem and the table of steps are in matmul.cpp, the kernels in kernels/15_matmul, one file
// a step.

#include "common/error.hpp"
#include "harness/ladder.hpp"
#include "harness/ladder_reader.hpp"
#include "harness/options.hpp"
#include "matmul.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Matrix multiplication C = A B, from the naive kernel upwards. Sizes are MxNxK."};
    harness::LadderOptions options;
    harness::add_ladder_options(app, options);
    common::parse(app, count, arguments);
    if (const auto code = harness::run_readers_part(options, count, arguments))
      return *code;
    return harness::run_case_study(matmul::case_study(), options,
                                   harness::command_line(count, arguments));
  });
}
