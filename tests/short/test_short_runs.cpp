// A chapter's program and its laboratory in short form, with work-groups of any size and of one work-item: CTest runs this
// once for each chapter ($CHAPTER), before the tests that read what it leaves.

#include "tests/support/short_run.hpp"

#include <cstdlib>

TEST_CASE("the short form passes, whatever the size of work-groups") {
  const char* chapter = std::getenv("CHAPTER");
  REQUIRE_MESSAGE(chapter != nullptr, "which chapter? CHAPTER=15_matmul");
  for (const std::string& name : {std::string(chapter), std::string(chapter) + "_lab"})
    if (tests::fs::exists(tests::fs::path(tests::bin_dir()) / name))
      for (const tests::Groups groups : {tests::Groups::of_any_size, tests::Groups::of_one})
        tests::make_short_run(name, groups);
}
