#include "harness/system/watch.hpp"
#include "tests/support/support.hpp"

using News = harness::SavedFile::News;

TEST_CASE("watch: a file that is there, that is saved, and that is gone") {
  const tests::TemporaryDirectory directory;
  const auto path = directory.write("two blanks/my.cl", "1");
  harness::SavedFile file(path);
  CHECK(file.look() == News::saved);
  CHECK(file.look() == News::none);
  CHECK_FALSE(file.is_other());

  directory.write("two blanks/my.cl", "22");
  CHECK(file.is_other());
  CHECK(file.look() == News::saved);
  CHECK_FALSE(file.is_other());

  tests::fs::remove(path); // as an editor may that puts a new one there
  CHECK(file.is_other());
  for (int i = 0; i < 4; ++i)
    CHECK(file.look() == News::none);
  directory.write("two blanks/my.cl", "333");
  CHECK(file.look() == News::saved);

  tests::fs::remove(path);
  for (int i = 0; i < 4; ++i)
    CHECK(file.look() == News::none);
  CHECK(file.look() == News::gone);
  CHECK(file.look() == News::none);
  directory.write("two blanks/my.cl", "333");
  CHECK(file.look() == News::saved);

  file.forget();
  CHECK(file.look() == News::saved);
}
