// The floors of the house: who may include whom.

#include "harness/system/process.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>

namespace {

harness::ProcessResult floors_of(const std::filesystem::path& root) {
  return harness::run_process(
      {"cmake", "-DROOT=" + root.string(), "-P", tests::source_root() + "/cmake/floors.cmake"});
}

} // namespace

TEST_CASE("floors: no floor includes a later one") {
  const harness::ProcessResult result = floors_of(tests::source_root());
  CHECK_MESSAGE(result.exit_code == 0, result.output);
  CHECK(result.output.find("harness/ladder includes  common (") != std::string::npos);
}

TEST_CASE("floors: what looks up, and what stands on none, is named") {
  const tests::TemporaryDirectory house;
  house.write("common/low.hpp", "#pragma once\n");
  house.write("harness/ladder/high.hpp", "#include \"harness/system/middle.hpp\"\n");
  house.write("harness/system/middle.hpp", "#include \"common/low.hpp\"\n");
  CHECK(floors_of(house.path).exit_code == 0);

  house.write("harness/system/upward.cpp", "#include \"harness/ladder/high.hpp\"\n");
  house.write("chapters/01_x/main.cpp", "#include \"harness/system/middle.hpp\"\n");
  house.write("harness/attic.cpp", "\n");
  const harness::ProcessResult result = floors_of(house.path);
  CHECK(result.exit_code != 0);
  for (const char* complaint : {"harness/system/upward.cpp includes harness/ladder/high.hpp",
                                "chapters/01_x/main.cpp includes harness/system/middle.hpp",
                                "harness/attic.cpp is on no floor"})
    CHECK_MESSAGE(tests::contains(result.output, complaint), result.output);
}
