// Chapter 15: matrix multiplication, step by step.
//
//   15_matmul_lab                          verify every step, then measure them at 512 x 512 x 512
//   15_matmul_lab --list                   the steps and what each changes
//   15_matmul_lab --check                  verify every step at awkward sizes
//   15_matmul_lab --step v3 --size 64x31x1000
//   15_matmul_lab --bench --json out.json  full sizes, beside CPU baselines
//   15_matmul_lab --oclgrind               prove the kernels free of races and wild accesses; count
//   their accesses
//   15_matmul_lab --bench --in-a-row 20    every run is 20 products, none of which waits for the host
//   15_matmul_lab --bench --problem batch --size '32*4096'    4096 small products
//   15_matmul_lab --bench --problem layer --size 4096x4096x64 a product with bias and activation
//
// The problem is in matmul.cpp, its table of steps in steps.cpp; the others are in batch.cpp and layer.cpp. The kernels are in
// kernels/15_matmul, one file a step.

#include "harness/ladder/program.hpp"
#include "matmul.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  matmul::Task task;
  return harness::run_ladder_program(
      argc, argv,
      {.about = "Matrix multiplication C = A B, from the naive kernel upwards. Sizes are MxNxK.",
       .add_options =
           [&](CLI::App& app) {
             app.add_option("--problem", task.problem,
                            "One product, many small ones (MxNxK*COUNT), or one with an epilogue")
                 ->check(CLI::IsMember(matmul::problems()))
                 ->capture_default_str();
             app.add_option("--in-a-row", task.in_a_row,
                            "Products in one run, enqueued together: its time is that of all")
                 ->check(CLI::Range(1, 1000));
           },
       .study = [&](const auto&) { return matmul::case_study(task); }});
}
