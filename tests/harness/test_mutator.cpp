// What the mutator makes of kernels: tests/mutants breaks those of every ladder with it.

#include "tests/support/mutants.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>

using tests::contains;
using tests::Mutant;

TEST_CASE("mutants: what the mutator makes of a kernel") {
  const auto mutants =
      tests::mutants_of("// sum[row * N + col] barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "#define CELL(row) [row * N + col]\n"
                        "__kernel void k(__global const float* A, __global float* C,\n"
                        "                int N) {\n"
                        "  if (row >= N)\n"
                        "    return;\n"
                        "  for (int k = 0; k < N; ++k)\n"
                        "    sum += A[row * N + k];\n"
                        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "  C[row * N + col] = sum;\n"
                        "}\n");
  std::map<std::string, int> kinds;
  for (const Mutant& mutant : mutants)
    ++kinds[mutant.what.substr(mutant.what.find(": ") + 2)];
  const std::map<std::string, int> want{
      {"row and column swapped: '[row * N + k]' -> '[k * N + row]'", 1},
      {"row and column swapped: '[row * N + col]' -> '[col * N + row]'", 1},
      {"barrier dropped: 'barrier(CLK_LOCAL_MEM_FENCE);' -> ';'", 1},
      {"NaN stored: ' sum' -> ' NAN'", 1},
      {"constant stored: ' sum' -> ' 0.25f'", 1},
      {"loop one short: 'for (int k = 0; k < N;' -> 'for (int k = 0; k < N - 1;'", 1},
      {"guard one wide: 'if (row >= N' -> 'if (row > N'", 1}};
  CHECK(kinds == want);
  CHECK(contains(mutants.front().what, "line 8: "));
}

TEST_CASE("mutants: stores through a function, and conditions with &&") {
  const auto mutants = tests::mutants_of("kernel void k(global float* restrict out, int n) {\n"
                                         "  if (x < n && y < n)\n"
                                         "    write_float4(out + i, n, i, sum[j]);\n"
                                         "}\n");
  const auto has = [&](const std::string& source) {
    return std::any_of(mutants.begin(), mutants.end(),
                       [&](const Mutant& m) { return contains(m.source, source); });
  };
  CHECK(has("write_float4(out + i, n, i, NAN);"));
  CHECK(has("write_float4(out + i, n, i, 0.25f);"));
  CHECK(has("if (x <= n && y < n)"));
}
