// What the exercises say to wrong answers: the true cause comes first, with its place. Each test has the wrong answer
// that provokes its message.

#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"
#include "tools/exercise/exercise.hpp"
#include "tools/exercise/sampler.hpp"

#include <fmt/format.h>

#include <map>

namespace {

using exercise::Exercise;
using exercise::Kind;
using exercise::Outcome;
using exercise::Verdict;
using tests::contains;
namespace fs = std::filesystem;

const std::vector<Exercise>& all() {
  static const std::vector<Exercise> exercises = exercise::catalogue(tests::source_root());
  return exercises;
}

const exercise::Places places{tests::source_root()};

// A learner's file, judged as the learner's screen does it.
struct Desk {
  tests::TemporaryDirectory directory;
  exercise::JudgeOptions judging;

  Desk() {
    judging.build = fs::path(tests::bin_dir()).parent_path();
    judging.places = places;
    judging.reasons = true;
  }
  Verdict judge(const std::string& id, const std::string& text) const {
    Exercise e = exercise::find(all(), id);
    e.seconds = std::min(e.seconds, 3);
    return exercise::judge(judging, e,
                           directory.write(id + fs::path(e.file).extension().string(), text));
  }
  /// The solution with one thing changed.
  Verdict judge(const std::string& id, const std::string& from, const std::string& to) const {
    std::string text = common::read_text(places.solution(exercise::find(all(), id)));
    const std::size_t at = text.rfind(from); // in a comment it may be, too
    REQUIRE_MESSAGE(at != std::string::npos, id);
    return judge(id, text.replace(at, from.size(), to));
  }
};

#define NEEDS_SIMULATOR(desk)                                                                      \
  NEEDS_OCLGRIND;                                                                                  \
  if (!(desk).judging.simulator)                                                                   \
  SKIP_TEST("programs with sanitizers do not run under Oclgrind")

#define SAYS(verdict, ...)                                                                         \
  CHECK_MESSAGE(contains((verdict).message, __VA_ARGS__), (verdict).message)

// The first line of the message has these words.
bool begins_with(const Verdict& verdict, const std::string& words) {
  return verdict.message.rfind(words, 0) == 0;
}

constexpr const char* seen = "The simulator (Oclgrind) found the cause:\n";

} // namespace

TEST_CASE("messages: a missing offset and a barrier behind a return are named before the symptom") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  // The number counts from the offset: what is written is past the end.
  const Verdict offset =
      desk.judge("linear-id", "get_global_id(0) - get_global_offset(0)", "get_global_id(0)");
  CHECK(offset.outcome == Outcome::wrong);
  CHECK(begins_with(offset, seen));
  SAYS(offset, "writes outside the memory");
  CHECK(offset.message.find("writes outside") < offset.message.find("On this device"));
  CHECK(!contains(offset.message, "directly"));

  const std::string early = R"(
kernel void centre(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0);
  const uint members = min((uint)get_local_size(0), n - (i - l));
  if (i >= n)
    return;
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint k = 0; k < members; ++k)
    sum += tile[k];
  out[i] = tile[l] - sum / members;
}
)";
  const Verdict behind = desk.judge("centre", early);
  CHECK(behind.outcome != Outcome::passed);
  SAYS(behind, "not every work-item of a work-group reaches this barrier");
  SAYS(behind, "   9 |   barrier(CLK_LOCAL_MEM_FENCE);");
  CHECK(!contains(behind.message, "guard")); // there is one
}

TEST_CASE("messages: a barrier that one work-item reaches is named, and no endless loop") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("centre", "  barrier(CLK_LOCAL_MEM_FENCE);",
                                     "  if (l == 0)\n    barrier(CLK_LOCAL_MEM_FENCE);");
  CHECK(verdict.outcome != Outcome::passed);
  SAYS(verdict, "not every work-item of a work-group reaches this barrier");
  SAYS(verdict, "|     barrier(CLK_LOCAL_MEM_FENCE);");
  CHECK(!contains(verdict.message, "endless loop"));
}

TEST_CASE(
    "messages: a kernel that does not end is repeated in the simulator, which names the lines") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("scale-and-add", R"(
kernel void scale_and_add(global const float* a, global const float* b, global float* c,
                          float alpha, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  float sum = b[i];
  uint k = 0;
  while (k < 10) {
    sum += alpha * a[i] * (float)k;
    if (sum > 1e30f)
      ++k;
  }
  c[i] = sum;
}
)");
  CHECK(verdict.outcome == Outcome::timeout);
  SAYS(verdict, "had not finished after 3 s");
  SAYS(verdict, "had reached: kernel 'scale_and_add', ");
  SAYS(verdict, "does not get beyond these lines");
  CHECK((contains(verdict.message, "   9 |   while (k < 10) {") ||
         contains(verdict.message, "  10 |     sum +=") ||
         contains(verdict.message, "  11 |     if (sum")));
  CHECK(!contains(verdict.message, "  14 |"));
}

TEST_CASE("messages: a crash is repeated in the simulator, which names the line") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("scale-and-add", "c[i] =", "c[i + 1000000000] =");
  CHECK(verdict.outcome != Outcome::passed);
  CHECK(begins_with(verdict, seen));
  SAYS(verdict, "it writes outside the memory that it was given");
  SAYS(verdict, "c[i + 1000000000] =");
  SAYS(verdict, "On this device: It crashed (signal 11). The check had reached: "
                "kernel 'scale_and_add', ");
}

TEST_CASE(
    "messages: what the debugger prints is read between its marks, and only where it still runs") {
  const auto lines =
      exercise::samples_in("1\tkernel\n\nsamples\n12\t  a;\nnoise\n13\t  b;\n12\t  a;\n"
                           "\nstill running\n9\tlate\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].first == 12);
  CHECK(lines[1].second == "  b;");
  CHECK(exercise::samples_in("\nsamples\n12\t  a;\n").empty());
  CHECK(exercise::samples_in("12\t  a;\n\nstill running\n").empty());
}

TEST_CASE("messages: a function of OpenCL 2.0 is called so") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("linear-id", R"(
size_t linear_id(void) {
  return get_global_linear_id();
}

kernel void where_am_i(global uint* out) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[linear_id()] = (uint)(x + 100 * y + 10000 * z);
}
)");
  CHECK(verdict.outcome == Outcome::build);
  CHECK(begins_with(verdict, "get_global_linear_id is OpenCL C 2.0."));
  SAYS(verdict, "3 |   return get_global_linear_id();");
}

TEST_CASE("messages: predictions are judged line by line, and a unit is no mistake") {
  const Desk desk;
  const auto answers = [&](const char* first, const char* second, const char* third,
                           const char* fourth) {
    return desk.judge("rounds",
                      fmt::format("2 units of 2 elements: {}\n4 units of 8 elements: {}\n"
                                  "32 units of 4 elements: {}\n5 units of 32 elements: {}\n",
                                  first, second, third, fourth));
  };
  CHECK(answers("192 ticks", "24", "12 ticks", "12ticks").outcome == Outcome::passed);
  const Verdict wrong = answers("192", "25 ticks", "", "twelve");
  CHECK(wrong.outcome == Outcome::wrong);
  SAYS(wrong, "4 units of 8 elements: 25 ticks is not right");
  SAYS(wrong, "32 units of 4 elements: no answer yet");
  SAYS(wrong, "5 units of 32 elements: twelve is not right");
  CHECK(!contains(wrong.message, "2 units of 2 elements"));
  CHECK(!contains(wrong.message, "24")); // the truth is not told
}

TEST_CASE(
    "messages: the inputs of the first wrong element are told, and where a number comes from") {
  const Desk desk;
  // By the check itself.
  const Verdict added = desk.judge("scale-and-add", "alpha * a[i]", "a[i]");
  SAYS(added, "The first of them is computed from a = ");
  // By the kernel's parameters; and a fraction that comes back tells where it was read.
  const Verdict places =
      desk.judge("put-together", "to_row * columns + to_column", "to_column * columns + to_row");
  SAYS(places, "Inputs at the first wrong place: puzzle = ");
  SAYS(places, ", order = ");
  SAYS(places, ", which it got, is puzzle[3], from row 1, column 1.");
  // In a picture with what is around it.
  const Verdict edges = desk.judge("edge-strength", "2.0f", "3.0f");
  SAYS(edges, "(around it: . . . / . ");
}

TEST_CASE("messages: whole numbers have all their digits, and what is nan has a reason") {
  const Desk desk;
  const Verdict large =
      desk.judge("fixed-point", "kernel void multiply(global const int* a, global const int* b, "
                                "global int* c, uint n) {\n"
                                "  const size_t i = get_global_id(0);\n"
                                "  if (i < n)\n"
                                "    c[i] = (int)(((long)a[i] * b[i]) >> 16);\n"
                                "}\n");
  CHECK(large.outcome == Outcome::wrong); // rounded down, and not towards zero
  SAYS(large, "got -2014160157, want -2014160156");
  SAYS(large, "Inputs at the first wrong place: a = 1, b = -1.");
  const Verdict nothing = desk.judge("statistics", "<= radius * radius", "< radius * radius");
  SAYS(nothing, "got nan, want");
  SAYS(nothing, "comes from 0 / 0");
}

TEST_CASE("messages: a whole number that was never written is called so") {
  const Desk desk;
  const Verdict unwritten =
      desk.judge("who-am-i", common::read_text(places.starter(exercise::find(all(), "who-am-i"))));
  CHECK(unwritten.outcome == Outcome::wrong);
  SAYS(unwritten, "got -1, want");
  SAYS(unwritten, "A place that reads as -1 was probably never written.");
  const Verdict written = desk.judge("sort-by-pairs", "min(a, b)", "max(a, b)");
  CHECK(written.outcome == Outcome::wrong);
  CHECK(!contains(written.message, "never written"));
}

TEST_CASE("messages: the inputs are shown as bits, too, where they may be some") {
  const Desk desk;
  const Verdict verdict =
      desk.judge("dot-of-bytes", "24 - 8 * place)) >> 24", "24 - 8 * place)) >> 23");
  CHECK(verdict.outcome == Outcome::wrong);
  SAYS(verdict, "Inputs at the first wrong place: a = ");
  SAYS(verdict, " (0x");
}

TEST_CASE("messages: an array of one dimension has no rows") {
  const Desk desk;
  const Verdict verdict =
      desk.judge("mean-of-two", "hadd(a[i], b[i])", "(a[i] + b[i]) / (uchar4)(2)");
  CHECK(verdict.outcome == Outcome::wrong);
  SAYS(verdict, "index 0, ");
  CHECK(!contains(verdict.message, "row"));
  SAYS(verdict, "computed from a = ");
}

TEST_CASE("messages: a work-item that fills the whole tile alone does not pass") {
  const Desk desk;
  const Verdict verdict = desk.judge("centre", R"(
kernel void centre(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0);
  const uint members = min((uint)get_local_size(0), n - (i - l));
  if (l == 0)
    for (uint k = 0; k < members; ++k)
      tile[k] = in[i + k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n)
    return;
  float sum = 0.0f;
  for (uint k = 0; k < members; ++k)
    sum += tile[k];
  out[i] = tile[l] - sum / members;
}
)");
  CHECK(verdict.outcome == Outcome::wrong);
  SAYS(verdict, "the work-item with the local id 0 puts 12 numbers into the tile");
}

TEST_CASE("messages: an atomic function beside a plain write of the same number does not pass") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const std::string after = "atomic_add(result, sum);\n    if (get_group_id(0) == 0)\n      ";
  for (const char* write : {"*result = *result + 1 - 1;", "*result += 0;", "*result = *result;"}) {
    const Verdict verdict = desk.judge("across-groups", "atomic_add(result, sum);", after + write);
    CHECK(verdict.outcome != Outcome::passed);
    SAYS(verdict, "two work-items access the same location");
    SAYS(verdict, "  11 |     atomic_add(result, sum);"); // both of them
    SAYS(verdict, std::string("  13 |       ") + write);
  }
}

TEST_CASE("messages: over budget, the kernel has a name where there are several") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict one =
      desk.judge("centre", common::read_text(places.starter(exercise::find(all(), "centre"))));
  CHECK(one.outcome == Outcome::budget);
  SAYS(one, "  it reads ");
  const Verdict several = desk.judge("picture-tool", "      if (i != 0 || j != 0) {", "      {");
  if (several.outcome == Outcome::skipped)
    SKIP_TEST("the device has no images");
  CHECK(several.outcome == Outcome::budget);
  SAYS(several, "  kernel 'edges' reads ");
  CHECK(!contains(several.message, "'median'"));
}

TEST_CASE("messages: barriers of which the compiler has made one are all shown") {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("as-a-tree", R"(
kernel void centre_groups(global const float* in, global float* out, local float* tile, uint n) {
  const size_t i = get_global_id(0), l = get_local_id(0);
  const float mine = i < n ? in[i] : 0.0f;
  const size_t size = get_local_size(0);
  tile[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = size / 2; s > 0; s /= 2) {
    if (l < s) {
      tile[l] += tile[l + s];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  if (i < n)
    out[i] = mine - tile[0];
}
)");
  CHECK(verdict.outcome != Outcome::passed);
  SAYS(verdict, "reaches this barrier (8 of 16 do)\n     7 |   barrier(");
  SAYS(verdict, "\n    11 |       barrier(");
}

TEST_CASE("messages: atomic functions of 64 bits are no answer where they are forbidden") {
  const Desk desk;
  const Verdict verdict = desk.judge("carry", R"(
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void add_up(global const uint* in, volatile global uint* sum, uint n) {
  if (get_global_id(0) < n)
    atom_add((volatile global ulong*)sum, (ulong)in[get_global_id(0)]);
}
)");
  CHECK(verdict.outcome != Outcome::passed);
}

TEST_CASE("messages: the task shows what its code is given, and the time is the check's") {
  CHECK(contains(common::read_text(places.task(exercise::find(all(), "unordered"))),
                 "struct Command {"));
  Verdict verdict;
  verdict.seconds = 1.37;
  CHECK(contains(exercise::verdict_text(verdict, {}), "checked in 1.37 s"));
}

TEST_CASE("messages: a chapter begins with one star, and ends with three") {
  std::map<int, std::vector<const Exercise*>> chapters;
  for (const Exercise& e : all())
    chapters[e.chapter()].push_back(&e);
  for (const auto& each : chapters) {
    CAPTURE(each.first);
    CHECK(each.second.front()->stars == 1);
    CHECK(each.second.back()->stars == 3);
  }
}

TEST_CASE("messages: chapters about the host have an exercise in C++") {
  std::map<int, int> programs;
  for (const Exercise& e : all())
    programs[e.chapter()] += e.is_host() ? 1 : 0;
  for (int chapter = 1; chapter <= 9; ++chapter) {
    CAPTURE(chapter);
    CHECK(programs[chapter] > 0);
  }
}

TEST_CASE("messages: the directory of an exercise has its id's name") {
  for (const Exercise& e : all()) {
    std::string name = e.id;
    std::replace(name.begin(), name.end(), '-', '_');
    CHECK(e.path.substr(e.path.find('/') + 4) == name);
  }
}

// --- in C++: each is compiled ------------------------------------------------------------------

TEST_CASE("messages: a zero byte in a text does not cut the message off" * tests::long_tier) {
  const Desk desk;
  const Verdict verdict = desk.judge("two-calls", "text.resize(length > 0 ? length - 1 : 0);", "");
  CHECK(verdict.outcome == Outcome::wrong);
  SAYS(verdict, "\\0' (");
  SAYS(verdict, " characters), want '");
  CHECK(verdict.message.find('\0') == std::string::npos);
}

TEST_CASE("messages: a kernel in a host program without its guard is named by its line" *
          tests::long_tier) {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("seven-parts", "cl::NDRange(n), cl::NDRange(1)",
                                     "cl::NDRange((n + 63) / 64 * 64), cl::NDRange(64)");
  CHECK(verdict.outcome != Outcome::passed);
  CHECK(begins_with(verdict, seen));
  SAYS(verdict, "outside the memory");
  SAYS(verdict, "   8 |   c[i] = a[n - 1 - i];");
}

TEST_CASE(
    "messages: the compiler's complaint about a kernel in a host program has the line of its file" *
    tests::long_tier) {
  const Desk desk;
  const Verdict verdict =
      desk.judge("seven-parts", "c[i] = a[n - 1 - i];", "c[i] = oops[n - 1 - i];");
  CHECK(verdict.outcome == Outcome::build);
  SAYS(verdict, "seven-parts.cpp:8:10: ");
  SAYS(verdict, "     8 |   c[i] = oops[n - 1 - i];\n       |          ^");
}

TEST_CASE("messages: a kernel in a host program that does not end is named by its line" *
          tests::long_tier) {
  const Desk desk;
  NEEDS_SIMULATOR(desk);
  const Verdict verdict = desk.judge("seven-parts", "  c[i] = a[n - 1 - i];",
                                     "  while (c[i] != 3.0f)\n    c[i] = a[n - 1 - i];");
  CHECK(verdict.outcome == Outcome::timeout);
  SAYS(verdict, "   8 |   while (c[i] != 3.0f)");
}
