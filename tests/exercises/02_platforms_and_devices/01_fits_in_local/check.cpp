#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto expect = [&](cl_ulong bytes, const Fit& fit) {
    bench.expect(fit.floats == bytes / 4,
                 fmt::format("{} bytes: {} floats, and not {}.", bytes, bytes / 4, fit.floats));
    bench.expect(
        2 * fit.side * fit.side * 4 <= bytes,
        fmt::format("{} bytes: two tiles of {} x {} do not fit.", bytes, fit.side, fit.side));
    bench.expect(
        2 * (fit.side + 1) * (fit.side + 1) * 4 > bytes,
        fmt::format("{} bytes: there is a larger tile than {} x {}.", bytes, fit.side, fit.side));
  };
  // The last two: a float does not know them exactly, and 32 bits not at all.
  for (const cl_ulong bytes : std::initializer_list<cl_ulong>{
           0, 3, 7, 8, 31, 32, 32768, 32767, 49152, 65536, 233472, 199999992, 20000000000})
    expect(bytes, fits_in(bytes));
  const auto local = bench.session.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  expect(local, fits_in_local(bench.session.device));
}
