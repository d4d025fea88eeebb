#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const cl::Platform platform(bench.session.device.getInfo<CL_DEVICE_PLATFORM>());
  for (const cl_platform_info info : {CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_VERSION,
                                      CL_PLATFORM_PROFILE, CL_PLATFORM_EXTENSIONS}) {
    std::string want;
    platform.getInfo(info, &want);
    const std::string got = platform_text(platform(), info);
    bench.expect(got == want, fmt::format("got '{}' ({} letters), want '{}' ({} letters)", got,
                                          got.size(), want, want.size()));
  }
}
