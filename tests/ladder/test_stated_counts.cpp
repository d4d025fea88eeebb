#include "harness/ladder/stated_counts.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

using tests::contains;

namespace {

// What a kernel file with this head states.
harness::Counts stated(const std::string& head, const std::string& problem, const std::string& kind,
                       const harness::Values& values = {}) {
  const tests::TemporaryDirectory directory;
  directory.write("lines.cl",
                  head + "kernel void rows() {}\n// Counted at 5:\n//   late 1 1 1 1 1\n");
  const tests::ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
  return harness::stated_counts("lines.cl", problem, kind, values);
}

const std::string head = "// v4: left and right.\n"
                         "//\n"
                         "//   grey rows 9 9 9 9 9\n"
                         "// Counted at 17x9, LINE=16 WIDTH=2:    loads  stores\n"
                         "//   grey rows     378  153   1071  1072  379\n"
                         "//   grey columns  408  154    765   766  409\n"
                         "//   RGBA rows     207   99    693   694  252\n"
                         "// Counted at 17x9, LINE=4:\n"
                         "//   grey rows  1 2 3 4 5\n"
                         "// Counted at 31:\n"
                         "//   all  6 7 8 9 10\n"
                         "// Note: other kernels.\n"
                         "//   some  1 1 1 1 1\n";

} // namespace

TEST_CASE("stated counts: those of the problem, the kind and the values") {
  const harness::Counts grey = stated(head, "17x9", "grey", {{"LINE", 16}, {"WIDTH", 2}});
  CHECK(grey.size() == 2);
  CHECK(grey.at("rows") == harness::Accesses{378, 153, 1071, 1072, 379});
  CHECK(grey.at("columns") == harness::Accesses{408, 154, 765, 766, 409});
  CHECK(stated(head, "17x9", "RGBA", {{"LINE", 16}, {"WIDTH", 2}}).at("rows").global_loads == 207);
  CHECK(stated(head, "17x9", "grey", {{"LINE", 4}}).at("rows") == harness::Accesses{1, 2, 3, 4, 5});
  const harness::Counts without = stated(head, "31", "");
  CHECK(without.size() == 1);
  CHECK(without.at("all").local_stores == 10);
}

TEST_CASE("stated counts: none for what the head does not state") {
  CHECK(stated(head, "17x9", "grey", {{"LINE", 8}}).empty());
  CHECK(stated(head, "17x9", "grey").empty());
  CHECK(stated(head, "7x9", "grey", {{"LINE", 4}}).empty());
  CHECK(stated(head, "17x9", "gre", {{"LINE", 4}}).empty());
  CHECK(stated(head, "5", "").empty()); // below the kernel
}

TEST_CASE("stated counts: a line with too few numbers is an error that shows it") {
  const std::string text = tests::message_of<common::Error>(
      [] { stated("// Counted at 5:\n//   rows 1 2 3\n", "5", ""); });
  CHECK(contains(text, "lines.cl"));
  CHECK(contains(text, "rows 1 2 3"));
}
