#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// A platform that there is not, and what it says, with the zero byte.
std::string said;
const auto of_the_check = reinterpret_cast<cl_platform_id>(&said);

} // namespace

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info info, std::size_t size,
                         void* value, std::size_t* length) {
  if (platform != of_the_check)
    return exercise::original<decltype(&clGetPlatformInfo)>("clGetPlatformInfo")(
        platform, info, size, value, length);
  if (length)
    *length = said.size() + 1;
  if (value && size <= said.size())
    return CL_INVALID_VALUE;
  if (value)
    std::copy_n(said.c_str(), said.size() + 1, static_cast<char*>(value));
  return CL_SUCCESS;
}

EXERCISE_CHECK(bench) {
  const cl::Platform platform(bench.session.device.getInfo<CL_DEVICE_PLATFORM>());
  for (const cl_platform_info info : {CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_VERSION,
                                      CL_PLATFORM_PROFILE, CL_PLATFORM_EXTENSIONS}) {
    std::string want;
    platform.getInfo(info, &want);
    const std::string got = platform_text(platform(), info);
    bench.expect(got == want, fmt::format("got '{}' ({} characters), want '{}' ({} characters)",
                                          got, got.size(), want, want.size()));
  }
  for (const std::size_t letters : {0, 11, 12, 1023, 1024, 100000}) {
    bench.trying(fmt::format("a text of {} characters", letters));
    said.clear();
    for (std::size_t i = 0; i < letters; ++i)
      said += static_cast<char>('a' + i % 25);
    const std::string got = platform_text(of_the_check, CL_PLATFORM_EXTENSIONS);
    bench.expect(got == said, fmt::format("a platform whose text has {} letters: got {}{}", letters,
                                          got.size(), got.size() == letters ? ", and others" : ""));
  }
}
