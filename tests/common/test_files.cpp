// Files that are written appear whole or not at all, and nothing else is touched.

#include "common/error.hpp"
#include "common/files.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <thread>

using tests::contains;
namespace fs = std::filesystem;

namespace {

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const common::Error& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("files: what is written is read, and nothing stays beside it") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "a.txt";
  const std::string bytes("one\0two\n", 8);
  common::write_text(file, bytes);
  CHECK(common::read_text(file) == bytes);
  common::write_text(file, "");
  CHECK(common::read_text(file).empty());
  CHECK(directory.files() == std::vector<std::string>{"a.txt"});
}

TEST_CASE("files: a file of the user's with a name like a temporary one survives") {
  const tests::TemporaryDirectory directory;
  directory.write("a.txt.part", "mine");
  common::require_writable(directory.path / "a.txt");
  common::write_text(directory.path / "a.txt", "new");
  CHECK(common::read_text(directory.path / "a.txt.part") == "mine");
}

TEST_CASE("files: the permissions of an old file are kept, a write-protected one is refused") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.write("a.txt", "old");
  const auto mode = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(file, mode);
  common::write_text(file, "new");
  CHECK(fs::status(file).permissions() == mode);
  fs::permissions(file, fs::perms::owner_read);
  for (const std::string& said : {complaint([&] { common::write_text(file, "newer"); }),
                                  complaint([&] { common::require_writable(file); })})
    CHECK(contains(said, "write-protected"));
  CHECK(common::read_text(file) == "new");
}

TEST_CASE("files: several writers at once do not meet") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "a.txt";
  std::vector<std::string> said(4);
  std::vector<std::thread> writers;
  for (std::size_t i = 0; i < said.size(); ++i)
    writers.emplace_back([&, i] {
      const std::string bytes(10'000 * (i + 1), static_cast<char>('a' + i));
      for (int time = 0; time < 50; ++time)
        said[i] += complaint([&] { common::write_text(file, bytes); });
    });
  for (std::thread& writer : writers)
    writer.join();
  for (const std::string& text : said)
    CHECK(text.empty());
  const std::string last = common::read_text(file);
  CHECK(last == std::string(10'000 * (last.front() - 'a' + std::size_t{1}), last.front()));
  CHECK(directory.files() == std::vector<std::string>{"a.txt"});
}

TEST_CASE("files: a symbolic link stays one, and its target is replaced") {
  const tests::TemporaryDirectory directory;
  const fs::path target = directory.write("target.txt", "old");
  const fs::path link = directory.path / "link.txt";
  fs::create_symlink("target.txt", link);
  common::require_writable(link);
  CHECK(common::read_text(target) == "old");
  common::write_text(link, "new");
  CHECK(fs::is_symlink(link));
  CHECK(common::read_text(target) == "new");
}

TEST_CASE("files: what is no regular file is written to, and stays what it is") {
  const fs::path null = "/dev/null";
  common::require_writable(null);
  common::write_text(null, "gone");
  CHECK(fs::is_character_file(null));

  const tests::TemporaryDirectory directory;
  const fs::path pipe = directory.path / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = common::read_text(pipe); });
  common::write_text(pipe, "through the pipe");
  reader.join();
  CHECK(received == "through the pipe");
  CHECK(fs::is_fifo(pipe));
}

TEST_CASE("files: what cannot be written is said in words, before and after") {
  const tests::TemporaryDirectory directory;
  fs::create_directory(directory.path / "folder");
  for (const auto& each : std::vector<std::pair<fs::path, std::string>>{
           {directory.path / "none" / "a.txt", "there is no directory"},
           {directory.path / "folder", "it is a directory"}}) {
    const fs::path& file = each.first; // clang takes no structured binding into a lambda
    const std::string& words = each.second;
    CHECK(contains(complaint([&] { common::require_writable(file); }), words));
    CHECK(contains(complaint([&] { common::write_text(file, "x"); }), words));
    CHECK(contains(complaint([&] { common::write_text(file, "x"); }), file.string()));
  }
  CHECK(contains(complaint([] { common::write_text("/dev/full", "x"); }), "disk full"));
  CHECK(directory.files().empty());
}
