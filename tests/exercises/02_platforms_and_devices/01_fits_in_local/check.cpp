#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const cl_ulong bytes : {0U, 3U, 7U, 8U, 31U, 32U, 32768U, 32767U, 49152U, 65536U, 233472U}) {
    const Fit fit = fits_in(bytes);
    bench.expect(fit.floats == bytes / 4,
                 fmt::format("{} bytes: {} floats, and not {}.", bytes, bytes / 4, fit.floats));
    bench.expect(
        2 * fit.side * fit.side * 4 <= bytes,
        fmt::format("{} bytes: two tiles of {} x {} do not fit.", bytes, fit.side, fit.side));
    bench.expect(
        2 * (fit.side + 1) * (fit.side + 1) * 4 > bytes,
        fmt::format("{} bytes: there is a larger tile than {} x {}.", bytes, fit.side, fit.side));
  }
  const auto local = bench.session.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  const Fit own = fits_in_local(bench.session.device);
  bench.expect(
      own.floats == local / 4,
      fmt::format("this device has room for {} floats, and not {}.", local / 4, own.floats));
}
