#include "exercise.hpp"

#include "tests/exercises/pictures.hpp"
#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

namespace {

std::vector<std::string> builds; // the options of each
bool watching = false;

} // namespace

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* data) {
  if (watching)
    builds.emplace_back(options == nullptr ? "" : options);
  return exercise::original<decltype(&clBuildProgram)>("clBuildProgram")(program, count, devices,
                                                                         options, notify, data);
}

EXERCISE_CHECK(bench) {
  builds.clear();
  watching = true;
  LineFilter filter(bench.session.device);
  std::size_t needed = 1;
  int reach = 16;
  for (const int radius : {1, 8, 16, 17, 3, 32, 31, 40, 5, 33}) {
    if (radius > reach) {
      reach = (radius + 15) / 16 * 16;
      ++needed;
    }
    const std::vector<float> weights = bench.random(static_cast<std::size_t>(2 * radius + 1));
    for (const int width : {1, 31, 200}) {
      const std::vector<float> row = bench.random(static_cast<std::size_t>(width));
      const std::vector<double> want =
          pictures::filtered(row, width, weights, weights.size(), pictures::Beyond::nearest_pixel);
      const std::string where = fmt::format("{} pixels, radius {}", width, radius);
      bench.trying(where);
      const std::vector<float> got = filter.filter(row, weights);
      bench.expect(got.size() == row.size(),
                   fmt::format("{}: {} pixels came back.", where, got.size()));
      bench.expect(got, want, {2e-5, 0.0}, where);
    }
    bench.expect(builds.size() == needed,
                 fmt::format("after radius {} the program has been built {} times; {} are "
                             "enough.",
                             radius, builds.size(), needed));
    bench.expect(
        builds.back().find(fmt::format("MAX_RADIUS={}", reach)) != std::string::npos,
        fmt::format(
            "for radius {} the program was last built with '{}'; MAX_RADIUS={} is what it takes.",
            radius, builds.back(), reach));
  }
  watching = false;
}
