#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  // Those of 64 bits are called atom_add, atom_inc and so on.
  const std::string source = bench.program().getInfo<CL_PROGRAM_SOURCE>();
  bench.expect(source.find("atom_") == std::string::npos,
               "a function whose name begins with atom_ is one of cl_khr_int64_base_atomics (or of "
               "OpenCL 1.0): not every device has it. Use those that begin with atomic_.");
  for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31}))
    for (const cl_ulong start : {0ULL, 0xffff'fff0ULL, 0x7'8000'0001ULL}) {
      std::vector<cl_uint> in(n);
      const auto random = bench.random_ints(2 * n, 0, 0xffff);
      cl_ulong want = start;
      for (std::size_t i = 0; i < n; ++i) {
        in[i] = i % 5 == 4 ? 0U
                : i % 3 == 0
                    ? 0xffff'ffffU
                    : static_cast<cl_uint>(random[i]) << 16 | static_cast<cl_uint>(random[n + i]);
        want += in[i];
      }
      const cl::Buffer sum = bench.input(
          std::vector<cl_uint>{static_cast<cl_uint>(start), static_cast<cl_uint>(start >> 32)});
      bench.run("add_up", {n}, {64}, bench.input(in), sum, static_cast<cl_uint>(n));
      const auto got = bench.read<cl_uint>(sum, 2);
      const cl_ulong both = cl_ulong{got[1]} << 32 | got[0];
      bench.expect(both == want,
                   fmt::format("n = {}, starting with {:#x}: the sum is {:#x}, and not {:#x}.", n,
                               start, want, both));
    }
}
