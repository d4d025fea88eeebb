// The engine of the exercises: what it reads, keeps, judges and says. Whether the exercises themselves
// are right is proved by `learn-tool exercise verify`, a test of its own.

#include "tests/support/support.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/lock.hpp"
#include "harness/system/process.hpp"
#include "tools/exercise/exercise.hpp"
#include "tools/exercise/explain.hpp"
#include "tools/exercise/limits.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif
#if __has_include(<pty.h>)
#include <poll.h>
#include <pty.h>
#endif

namespace {

using exercise::Exercise;
using exercise::JudgeOptions;
using exercise::Outcome;
using exercise::Progress;
using exercise::Verdict;
using exercise::Workshop;
using tests::contains;
using tests::TemporaryDirectory;
namespace fs = std::filesystem;

const fs::path build = fs::path(tests::bin_dir()).parent_path();
const std::string path = "01_hello_opencl/01_scale_and_add"; // an exercise with a kernel

const std::string good_toml = R"(
id = "add"
title = "Add"
kind = "kernel"
stars = 1
minutes = 5
fails_with = "wrong"
hints = ["one", "two", "three"]
requires = ["kernel"]
)";

// A source tree with one exercise, and a learner who has done nothing yet.
struct Tree {
  TemporaryDirectory directory;
  tests::ScopedEnvironment state{"XDG_STATE_HOME", (directory.path / "state").string()};

  Tree() {
    write("exercise.toml", good_toml);
    write("exercise.cl", "kernel void f() {} // starter\n");
    write("task.md", "# Add\n\n## Goal\n\nLearn to `add`.\n");
    directory.write(fs::path("solutions") / path / "exercise.cl", "kernel void f() {} // a b a\n");
    directory.write(fs::path("solutions") / path / "why.md", "# Why\n\nBecause.\n");
  }
  void write(const std::string& file, const std::string& text) const {
    directory.write(fs::path("exercises") / path / file, text);
  }
  void write_mutants(const std::string& text) const {
    directory.write(fs::path("tests/exercises") / path / "mutants.toml", text);
  }
  /// What catalogue() complains about when `from` in exercise.toml is replaced.
  std::string complaint(const std::string& from, const std::string& to) const {
    std::string text = good_toml;
    text.replace(text.find(from), from.size(), to);
    write("exercise.toml", text);
    try {
      exercise::catalogue(directory.path);
    } catch (const common::Error& error) {
      return error.what();
    }
    return {};
  }
  exercise::Places places() const { return {directory.path}; }
  Exercise only() const { return exercise::catalogue(directory.path).at(0); }
};

// The exercise of the project, judged with a file of ours.
struct Trial {
  TemporaryDirectory directory;
  JudgeOptions judging;
  Exercise scale_and_add;

  Trial() {
    judging.build = build;
    judging.places.root = tests::source_root();
    scale_and_add = exercise::find(exercise::catalogue(tests::source_root()), "scale-and-add");
    scale_and_add.seconds = 3;
  }
  Verdict judge(const std::string& body) const {
    return exercise::judge(judging, scale_and_add, directory.write("mine.cl", R"(
kernel void scale_and_add(global const float* a, global const float* b, global float* c,
                          float alpha, uint n) {
  const size_t i = get_global_id(0);
)" + body + "\n}\n"));
  }
};

} // namespace

TEST_CASE("exercise: a damaged description is named, with what is wrong in it") {
  const Tree tree;
  CHECK(tree.complaint("id", "id") == "");
  CHECK(contains(tree.complaint("stars = 1", "stars = ["), "exercise.toml:"));
  CHECK(contains(tree.complaint("stars = 1", "stars = 4"), "from 1 to 3"));
  CHECK(contains(tree.complaint("stars = 1", "stars = 'one'"), "of the wrong type"));
  CHECK(contains(tree.complaint("stars = 1", "stars = 1\nstar = 1"), "the key 'star' is unknown"));
  CHECK(contains(tree.complaint("minutes = 5", ""), "'minutes' is missing"));
  CHECK(contains(tree.complaint("\"kernel\"", "\"colonel\""), "'colonel' is not a valid 'kind'"));
  CHECK(contains(tree.complaint("\"wrong\"", "\"passed\""), "must fail"));
  CHECK(contains(tree.complaint(", \"three\"", ""), "2 hints"));
  CHECK(contains(tree.complaint("[\"kernel\"]", "\"kernel\""), "not a list"));
  CHECK(contains(tree.complaint("\"add\"", "\"My Add\""), "lower-case letters"));
  CHECK(contains(tree.complaint("kind = \"kernel\"", "kind = \"host\""), "cannot start from"));
  CHECK(contains(tree.complaint("minutes", "was = [\"add\"]\nminutes"), "used twice"));
  tree.write("exercise.cpp", "");
  CHECK(contains(tree.complaint("id", "id"), "two starters"));
}

TEST_CASE("exercise: one is found by id, path, name and number, and near ones are told") {
  const Tree tree;
  const std::vector<Exercise> all = exercise::catalogue(tree.directory.path);
  for (const char* name : {"add", path.c_str(), "scale_and_add", "1/1", "01/01"})
    CHECK(&exercise::find(all, name) == &all[0]);
  for (const char* near : {"ad", "abd", "Add", "adds", "01_hello_opencl"})
    CHECK_THROWS_WITH_AS(exercise::find(all, near), doctest::Contains("Did you mean: add"),
                         common::UsageError);
  for (const char* far : {"", "a", "multiply", "1/2", "1"})
    CHECK_THROWS_WITH_AS(exercise::find(all, far), doctest::Contains("'. `./learn"),
                         common::UsageError);
}

TEST_CASE("exercise: mutants are replacements in the solution that can be made in one way") {
  const Tree tree;
  const Exercise e = tree.only();
  CHECK(exercise::mutants(tree.places(), e).empty());
  tree.write_mutants("[other]\nreplace = 'b'\nwith = 'c'\nfails_with = 'budget'\n");
  const std::vector<exercise::Mutant> made = exercise::mutants(tree.places(), e);
  REQUIRE(made.size() == 1);
  CHECK(made[0].name == "other");
  CHECK(made[0].text == "kernel void f() {} // a c a\n");
  CHECK(made[0].fails_with == Outcome::budget);
  for (const char* bad : {"replace = 'a'\nwith = ''", "replace = 'zebra'\nwith = ''",
                          "replace = 'b'", "replace = 'b'\nwith = ''\nmore = 1"}) {
    CAPTURE(bad);
    tree.write_mutants(std::string("[other]\n") + bad);
    CHECK_THROWS_AS(exercise::mutants(tree.places(), e), common::Error);
  }
}

TEST_CASE("exercise: what has not been taught is neither required nor used") {
  const Tree tree;
  const auto problems = [&] {
    return fmt::format("{}", fmt::join(exercise::order_problems(
                                           tree.places(), exercise::catalogue(tree.directory.path)),
                                       "\n"));
  };
  const auto teach = [&](const std::string& text) {
    tree.directory.write("exercises/concepts.toml", text);
  };
  CHECK(contains(problems(), "requires 'kernel'")); // nobody teaches anything
  teach("[kernel]\nchapter = 1\n");
  CHECK(problems() == "");
  teach("[kernel]\nchapter = 2\n");
  CHECK(contains(problems(), "requires 'kernel'"));
  teach("[kernel]\nchapter = 1\n[letters]\nchapter = 11\ncode = ['// a']\n");
  CHECK(contains(problems(), "uses '// a'"));
  // An exercise before it may teach it too.
  const fs::path before = fs::path("exercises/01_hello_opencl/00_first");
  tree.directory.write(before / "exercise.toml",
                       "id='first'\ntitle='First'\nkind='kernel'\nstars=1\nminutes=1\n"
                       "fails_with='wrong'\nhints=['','','']\nteaches=['letters']\n");
  tree.directory.write(before / "exercise.cl", "");
  tree.directory.write("solutions/01_hello_opencl/00_first/exercise.cl", "");
  CHECK(problems() == "");
}

TEST_CASE("exercise: progress outlives new ids, and what cannot be read is kept") {
  const TemporaryDirectory directory;
  Exercise e;
  e.id = "add";
  e.path = path;
  e.file = "exercise.cl";
  {
    Progress progress(directory.path);
    CHECK(progress.of(e).passed == "");
    progress.pass(e);
    CHECK(progress.hint(e) == 1);
    CHECK(progress.hint(e) == 2);
  }
  CHECK(Progress(directory.path).of(e).passed != "");
  CHECK(Progress(directory.path).of(e).hints == 2);
  Exercise renamed = e;
  renamed.id = "sum";
  CHECK(Progress(directory.path).of(renamed).passed == "");
  renamed.was = {"add"};
  CHECK(Progress(directory.path).of(renamed).passed != "");
  for (int i = 0; i < 2; ++i) // there are three
    CHECK(Progress(directory.path).hint(renamed) == 3);
  renamed.was = {};
  CHECK(Progress(directory.path).of(renamed).hints == 3);
  Progress(directory.path).forget(renamed);
  CHECK(Progress(directory.path).of(renamed).hints == 0);

  for (const char* text : {"{", "{\"version\": 2, \"exercises\": {}}", "[]"}) {
    CAPTURE(text);
    directory.write("progress.json", text);
    const std::string said =
        tests::output_of([&] { CHECK(Progress(directory.path).of(e).passed == ""); });
    CHECK(contains(said, "It was renamed to"));
  }
  CHECK(common::read_text(directory.path / "progress.json.1") == "{");
  CHECK(common::read_text(directory.path / "progress.json.3") == "[]");

  // Two at once: neither takes away what the other notes.
  Progress one(directory.path), other(directory.path);
  one.pass(e);
  other.pass(renamed);
  CHECK(Progress(directory.path).of(e).passed != "");
  CHECK(Progress(directory.path).of(renamed).passed != "");

  const fs::path mine = directory.write("mine.cl", "one");
  const Progress progress(directory.path);
  const fs::path first = progress.back_up(e, mine);
  directory.write("mine.cl", "two");
  CHECK(common::read_text(progress.back_up(e, mine)) == "two");
  CHECK(common::read_text(first) == "one");

  const Progress nowhere(directory.write("a file", "") / "below");
  CHECK_THROWS_WITH_AS(nowhere.back_up(e, mine), doctest::Contains("check that you may write"),
                       common::Error);
}

#ifndef _WIN32

TEST_CASE("exercise: programs that note progress at the same time lose nothing") {
  const TemporaryDirectory directory;
  constexpr int programs = 8, exercises = 12;
  const auto exercise_of = [](int program, int number) {
    Exercise e;
    e.id = fmt::format("p{}e{}", program, number);
    return e;
  };
  std::vector<pid_t> children;
  for (int program = 0; program < programs; ++program) {
    children.push_back(fork());
    if (children.back() == 0) {
      try {
        for (int number = 0; number < exercises; ++number) {
          Progress progress(directory.path);
          progress.pass(exercise_of(program, number));
          progress.hint(exercise_of(0, 0));
        }
        _exit(0);
      } catch (const std::exception& error) {
        fmt::print("{}\n", error.what());
        _exit(1);
      }
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const Progress progress(directory.path);
  int lost = 0;
  for (int program = 0; program < programs; ++program)
    for (int number = 0; number < exercises; ++number)
      lost += progress.of(exercise_of(program, number)).passed.empty() ? 1 : 0;
  CHECK(lost == 0);
  CHECK(progress.of(exercise_of(0, 0)).hints == 3);
  CHECK(directory.files() == std::vector<std::string>{"progress.json"}); // nothing put aside
}

#endif

TEST_CASE("exercise: the learner's file survives new ids, and a reset keeps it") {
  const Tree tree;
  {
    Workshop workshop(tree.directory.path, build);
    const fs::path file = workshop.file_of(workshop.all[0]);
    CHECK(workshop.file_name_of(workshop.all[0]) == file.string()); // we are elsewhere
    CHECK(common::read_text(file) == "kernel void f() {} // starter\n");
    common::write_text(file, "mine");
  }
  CHECK(tree.complaint("id = \"add\"", "id = \"sum\"\nwas = [\"add\"]") == "");
  Workshop workshop(tree.directory.path, build);
  const Exercise& e = workshop.all[0];
  CHECK(common::read_text(workshop.file_of(e)) == "mine");
  CHECK(contains(workshop.solution(e), "once you have passed"));
  for (int i = 1; i <= 5; ++i)
    CHECK(contains(workshop.hint(e), fmt::format("Hint {} of 3", std::min(i, 3))));
  CHECK(contains(workshop.solution(e), "not solved this yet"));
  CHECK(contains(workshop.solution(e), "// a b a"));
  CHECK(contains(workshop.solution(e), "Because."));
  const fs::path kept = workshop.reset(e);
  CHECK(common::read_text(kept) == "mine");
  CHECK(common::read_text(workshop.file_of(e)) == "kernel void f() {} // starter\n");
  CHECK(workshop.progress.of(e).hints == 0);
  CHECK(workshop.reset(e) == ""); // nothing to keep
  CHECK(workshop.next() == &e);
  workshop.progress.pass(e);
  CHECK(workshop.next() == nullptr);
  CHECK(contains(exercise::list_text(workshop, {}), "✓  sum"));

  // The name of a file that is there is not taken for a missing file.
  const fs::path file = workshop.file_of(e);
  fs::remove(file);
  fs::create_symlink(file, file);
  CHECK(workshop.file_of(e) == file);
  CHECK(contains(workshop.check(e).message, "is not a file"));
}

TEST_CASE("exercise: every outcome has its exit code") {
  CHECK(exercise::exit_code_of(Outcome::passed) == 0);
  CHECK(exercise::exit_code_of(Outcome::wrong) == 1);
  CHECK(exercise::exit_code_of(Outcome::build) == 3);
  CHECK(exercise::exit_code_of(Outcome::sanitizer) == 4);
  CHECK(exercise::exit_code_of(Outcome::budget) == 5);
  CHECK(exercise::exit_code_of(Outcome::timeout) == 6);
  CHECK(exercise::exit_code_of(Outcome::skipped) == 77);
}

TEST_CASE("exercise: a kernel is judged by its result, and its compiler's message is explained") {
  const Trial trial;
  const Verdict wrong = trial.judge("  if (i < n) c[i] = a[i] + alpha * b[i];");
  INFO(wrong.message);
  CHECK(wrong.outcome == Outcome::wrong);
  CHECK(contains(wrong.message, "index 0: got"));
  CHECK(contains(wrong.message, "computed from a = "));
  const Verdict broken = trial.judge("  if (i < n) c[i] = alfa;");
  INFO(broken.message);
  CHECK(broken.outcome == Outcome::build);
  CHECK(contains(broken.message, "mine.cl:5:"));
  CHECK(contains(broken.message, "alfa;\n       |"));
  CHECK(contains(broken.message, "^"));
}

TEST_CASE("exercise: answers are numbers in any form, and what is wrong in a picture has a name") {
  const Trial trial;
  const auto judge = [&](const std::string& id, const std::string& file, const std::string& text) {
    return exercise::judge(trial.judging,
                           exercise::find(exercise::catalogue(tests::source_root()), id),
                           trial.directory.write(file, text));
  };
  const auto answers = [&](const std::string& half, const std::string& byte) {
    return judge("what-comes-back", "mine.txt",
                 "NEAREST, CLAMP_TO_EDGE, at 1.9: 20.0f\nLINEAR, CLAMP_TO_EDGE, at 2.0: " + half +
                     "\nLINEAR, CLAMP, at 0.0: 5\nLINEAR, CLAMP_TO_EDGE, at 0.0: 1e1\n"
                     "NEAREST, REPEAT, normalised, at -0.1: 80\n"
                     "NEAREST, MIRRORED_REPEAT, normalised, at -0.1: 10\n"
                     "a byte of 51 is read as: " +
                     byte + "\n");
  };
  const Verdict right = answers("60/2", "51 / 255");
  if (right.outcome == Outcome::skipped)
    SKIP_TEST("the device has no images");
  CHECK(right.outcome == Outcome::passed);
  CHECK(answers("30 percent", "0.2f").outcome == Outcome::passed);
  CHECK(contains(answers("60/", "0.2").message, "at 2.0: 60/ is not right"));
  const std::string message = answers("30 or 40", "1/4").message; // both of them
  CHECK(contains(message, "at 2.0: 30 or 40 is not right\n"));
  CHECK(contains(message, "is read as: 1/4 is not right"));
  CHECK(contains(answers("", "0.2").message, "at 2.0: no answer yet"));

  const Verdict wrong = judge("half-a-pixel", "mine.cl", R"(
kernel void resize(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x < 3 && at.y < 1)
    write_imagef(out, at, (float4)(0.0f));
})");
  CHECK(wrong.outcome == Outcome::wrong);
  CHECK(contains(wrong.message, "row 0, column 1, red: got 0, want"));
  CHECK(contains(wrong.message, "What reads as nan was never written.")); // row 1, the worst
}

TEST_CASE("exercise: an endless loop and a crash are messages") {
  const Trial trial;
  const Verdict endless =
      trial.judge("  volatile global float* first = c; while (first[0] != 12345.0f) { }");
  INFO(endless.message);
  CHECK(endless.outcome == Outcome::timeout);
  CHECK(contains(endless.message, "had not finished"));
  CHECK(contains(endless.message, "had reached: kernel 'scale_and_add', "));

  // What a crash does to a process does not depend on the device.
  TemporaryDirectory fake;
  const std::string begin = "#!/bin/sh\nwhile [ \"$1\" != --verdict ]; do shift; done\n"
                            "read -r word <\"$2\"\nrm \"$2\"\n";
  const fs::path checker = fake.write(
      "bin/exercise-check", begin + "printf 'n = \\03331' >\"$2.place\"\nkill -SEGV $$\n");
  fs::permissions(checker, fs::perms::owner_all);
  Trial other;
  other.judging.build = fake.path;
  const Verdict crash = other.judge("");
  CHECK(crash.outcome == Outcome::timeout);
  CHECK(contains(crash.message, "signal 11"));
  CHECK(contains(crash.message, "had reached: n = ?31."));

  fake.write("bin/exercise-check",
             begin + "echo '{\"status\": \"skipped\", \"message\": \"no images\", \"word\": "
                     "\"'$word'\"}' >\"$2\"\n");
  fs::permissions(checker, fs::perms::owner_all);
  const Verdict skipped = other.judge("");
  CHECK(skipped.outcome == Outcome::skipped);
  CHECK(skipped.message == "no images");

  // Without a verdict, or with one of the learner's: that does not know the word.
  for (const char* forged : {"", "echo '{\"status\": \"passed\"}' >\"$2\"\n",
                             "echo '{\"status\": \"passed\", \"word\": \"\"}' >\"$2\"\n"}) {
    fake.write("bin/exercise-check", begin + forged);
    fs::permissions(checker, fs::perms::owner_all);
    CHECK_THROWS_AS(other.judge(""), common::Error);
  }

  // In C++ that is what exit() does. A program in place of the compiler: only the end counts here.
  Exercise host = other.scale_and_add;
  host.file = "exercise.cpp";
  const fs::path compiler = fake.write("bin/cmake", "#!/bin/sh\nexit 0\n");
  const fs::path program = fake.write("bin/exercises/01_hello_opencl-01_scale_and_add",
                                      "#!/bin/sh\nprintf 'bye\\n\\033[2J'; exit 5\n");
  for (const fs::path& file : {compiler, program})
    fs::permissions(file, fs::perms::owner_all);
  const tests::ScopedEnvironment path("PATH", compiler.parent_path().string() + ":/usr/bin:/bin");
  const Verdict left = exercise::judge(other.judging, host, fake.write("mine.cpp", "int i;"));
  CHECK(left.outcome == Outcome::wrong);
  CHECK(contains(left.message, "(exit code 5)"));
  CHECK(left.printed == "bye\n?[2J");
}

TEST_CASE("exercise: a checker takes the word of its verdict away before the learner's code runs") {
  const TemporaryDirectory directory;
  const fs::path verdict = directory.write("verdict", "a word");
  const std::string solution = tests::source_root() + "/solutions/" + path + "/exercise.cl";
  const auto check = [&] {
    return tests::run_program("exercise-check",
                              {path, "--file", solution, "--verdict", verdict.string()});
  };
  CHECK(check().exit_code == 0);
  const nlohmann::json document = tests::json_from(verdict);
  CHECK(document.at("word") == "a word");
  CHECK(contains(common::read_text(verdict.string() + ".place"), "kernel 'scale_and_add', "));
  fs::remove(verdict);
  CHECK(check().exit_code == 1);
  CHECK(!fs::exists(verdict));
}

#ifndef _WIN32

TEST_CASE("exercise: who has to wait for another check is told, and does not wait for ever") {
  const TemporaryDirectory fake;
  fake.write("bin/cmake", "#!/bin/sh\nexit 0\n");
  fake.write("bin/exercises/01_hello_opencl-01_scale_and_add", "#!/bin/sh\nexit 5\n");
  fs::create_directory(fake.path / "exercises");
  for (const char* file : {"bin/cmake", "bin/exercises/01_hello_opencl-01_scale_and_add"})
    fs::permissions(fake.path / file, fs::perms::owner_all);
  const tests::ScopedEnvironment path("PATH", (fake.path / "bin").string() + ":/usr/bin:/bin");
  Trial trial;
  trial.judging.build = fake.path;
  trial.scale_and_add.file = "exercise.cpp";
  const auto judge = [&] {
    return exercise::judge(trial.judging, trial.scale_and_add,
                           trial.directory.write("mine.cpp", "int i;"));
  };
  std::optional<harness::Lock> other(fake.path / "exercises");
  std::string told;
  trial.judging.tell = [&](const std::string& text) {
    told += text;
    other.reset();
  };
  CHECK(contains(judge().message, "exit code 5"));
  CHECK(told == "Another check is being compiled. This one starts when that has finished.");

  other.emplace(fake.path / "exercises");
  trial.judging.most_seconds_of_waiting = 0.0;
  CHECK_THROWS_WITH_AS(judge(), doctest::Contains("another program has been compiling"),
                       common::Error);
  trial.judging.give_up = [] { return true; };
  CHECK(judge().outcome != Outcome::passed); // void, and at once
}

TEST_CASE("exercise: learner code has limits") {
  const auto fails = [](const std::function<bool()>& works) {
    const pid_t child = fork();
    if (child == 0) {
      exercise::limit_resources(100);
      _exit(works() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  };
  const TemporaryDirectory directory;
  const std::string file = (directory.path / "file").string();
  const auto write_at = [&](off_t place) {
    const int to = open(file.c_str(), O_CREAT | O_WRONLY, 0600);
    return pwrite(to, "", 1, place) == 1;
  };
  CHECK(fails([&] { return write_at(0); }) == 0);
  CHECK(fails([&] { return write_at(off_t{1} << 30); }) == SIGXFSZ);
  CHECK(write_at(off_t{1} << 30)); // without the limits
  const auto limit = [](auto resource) {
    rlimit limit{};
    getrlimit(resource, &limit);
    return limit.rlim_max;
  };
  CHECK(fails([&] { return limit(RLIMIT_CPU) == 202 && limit(RLIMIT_CORE) == 0; }) == 0);
#ifdef __linux__
  CHECK(fails([&] { return limit(RLIMIT_NPROC) < (1 << 30); }) == 0);
#ifndef SANITIZED
  // Room for each core's threads, and not for a terabyte. Of address space there is as much as one likes.
  const auto map = [](std::size_t bytes, int access) {
    return mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) !=
           MAP_FAILED;
  };
  constexpr std::size_t terabyte = std::size_t{1} << 40;
  CHECK(fails([&] { return map(std::size_t{3} << 30, PROT_READ | PROT_WRITE); }) == 0);
  CHECK(fails([&] { return map(terabyte, PROT_READ | PROT_WRITE); }) == 1);
  CHECK(fails([&] { return map(terabyte, PROT_NONE); }) == 0);
  CHECK(map(terabyte, PROT_READ | PROT_WRITE)); // without the limits
#endif
#endif
}

#endif

TEST_CASE("exercise: what cannot be judged here is skipped, and what is no text is told") {
  const Trial trial;
  const auto judged = [&](std::string_view text) {
    return exercise::judge(trial.judging, trial.scale_and_add,
                           trial.directory.write("mine.cl", text));
  };
  // The same words as in the other programs that read kernels; a byte order mark alone is no fault.
  CHECK(contains(judged("\xEF\xBB\xBFkernel void f() { \u201C }").message,
                 "mine.cl:1:19: '\u201C' is a curly quotation mark"));
  CHECK(contains(judged("\xFF\xFEk").message, "UTF-16"));
  CHECK(contains(judged(std::string_view("k\0e", 3)).message, "NUL"));
  CHECK(contains(exercise::judge(trial.judging, trial.scale_and_add, trial.directory.path).message,
                 "is not a file"));
  const tests::Unplugged unplugged;
  Trial nothing;
  nothing.judging.environment = unplugged.environment;
  const Verdict skipped = nothing.judge("");
  CHECK(skipped.outcome == Outcome::skipped);
  CHECK(contains(skipped.message, "no OpenCL platform"));

  // A driver that cannot keep what it compiles says so by a failed build: not the learner's fault.
  if (!contains(common::pick_device("").getInfo<CL_DEVICE_VERSION>(), "PoCL"))
    return;
  const std::string no_directory = trial.directory.write("a file", "").string();
  Trial full;
  full.judging.environment = {{"POCL_CACHE_DIR", no_directory}};
  const Verdict unjudged = full.judge("  if (i < n) c[i] = alpha * a[i] + b[i];");
  CHECK(unjudged.outcome == Outcome::skipped);
  CHECK(contains(unjudged.message, no_directory));
}

TEST_CASE(
    "exercise: a place for temporary files that is not there is an error, and nothing is skipped") {
  const Tree tree;
  Workshop workshop(tree.directory.path, build);
  const tests::ScopedEnvironment nowhere("TMPDIR", "/no/such/place");
  CHECK_THROWS_AS(workshop.check(tree.only()), common::Error);
}

TEST_CASE(
    "exercise: where the simulator does not run, a right solution is neither passed nor blamed") {
  const TemporaryDirectory fake;
  // The first ends, the second runs the program without the simulator.
  for (const char* script :
       {"exit 1",
        "while [ \"${1##*/}\" != exercise-check ]; do shift; done; OCL_DEVICE= exec \"$@\""}) {
    CAPTURE(script);
    fs::permissions(fake.write("oclgrind", std::string("#!/bin/sh\n") + script + "\n"),
                    fs::perms::owner_all);
    const tests::ScopedEnvironment path("PATH", fake.path.string() + ":" + std::getenv("PATH"));
    Trial trial;
    if (!trial.judging.simulator)
      SKIP_TEST("programs with sanitizers do not run under Oclgrind");
    CHECK_THROWS_WITH_AS(trial.judge("  if (i < n) c[i] = alpha * a[i] + b[i];"),
                         doctest::Contains("Oclgrind does not run"), common::Error);
    trial.judging.reasons = true;
    CHECK(!contains(trial.judge("  if (i < n) c[i] = a[i];").message, "Oclgrind"));
  }
}

TEST_CASE("exercise: a check that nobody waits for ends") {
  Trial trial;
  trial.scale_and_add.seconds = 1000;
  trial.judging.give_up = [] { return true; };
  CHECK(trial.judge("  volatile int go = 1; while (go) { }").outcome == Outcome::timeout);
}

TEST_CASE("exercise: the simulator finds what luck hides, and counts") {
  NEEDS_OCLGRIND;
  const Trial trial;
  if (!trial.judging.simulator)
    SKIP_TEST("programs with sanitizers do not run under Oclgrind");
  const Verdict fine = trial.judge("  if (i < n) c[i] = alpha * a[i] + b[i];");
  CHECK(fine.outcome == Outcome::passed);
  CHECK(fine.message == "");
  const Verdict outside =
      trial.judge("  if (i < n) c[i] = alpha * a[i] + b[i] + 0 * b[i + 1 < n ? i : i + n];");
  CHECK(outside.outcome == Outcome::sanitizer);
  CHECK(contains(outside.message, "reads outside"));
  CHECK(contains(outside.message, "^"));
  // Wrong already on the device: the learner hears what the simulator sees, too.
  Trial asking;
  asking.judging.reasons = true;
  for (const Trial* judge : {&trial, static_cast<const Trial*>(&asking)}) {
    const Verdict unguarded = judge->judge("  c[i] = alpha * a[i] + b[i];");
    CHECK(unguarded.outcome == Outcome::wrong);
    CHECK(contains(unguarded.message, "writes outside") == (judge == &asking));
    CHECK(contains(unguarded.message, "just past the end of the result"));
    // The cause comes first.
    CHECK((judge == &trial ||
           unguarded.message.find("writes outside") < unguarded.message.find("On this device: ")));
  }
  const Verdict stuck = asking.judge("  if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);"
                                     "  if (i < n) c[i] = alpha * a[i] + b[i];");
  CHECK(stuck.outcome != Outcome::passed);
  CHECK(contains(stuck.message, "not every work-item of a work-group reaches this barrier (1 of "));
  CHECK(contains(stuck.message, " do)\n     5 |"));
  const Verdict second =
      trial.judge("  if (get_global_linear_id() < n) c[i] = alpha * a[i] + b[i];");
  CHECK(second.outcome == Outcome::build);
  CHECK(contains(second.message, "get_global_linear_id"));
  CHECK(contains(second.message, "OpenCL C 2.0") == contains(second.message, "Oclgrind"));
  CHECK(asking.judge("  if (i < n) c[i] = a[i];").message.find("Oclgrind") == std::string::npos);
  const Verdict costly = trial.judge(
      "  if (i < n) { volatile global float* d = c; d[i] = 0; d[i] = alpha * a[i] + b[i]; }");
  CHECK(costly.outcome == Outcome::budget);
  CHECK(contains(costly.message, "it writes 64 values; 32 are enough"));
  // An instruction that its search for unwritten values does not know: the rest is judged all the same.
  const Verdict divided =
      trial.judge("  if (i < n) { volatile global float* d = c; d[i] = i / 3; d[i] += i % 3;"
                  "  d[i] = alpha * a[i] + b[i]; }");
  CHECK(divided.left_out == "");
  CHECK(divided.outcome == Outcome::budget);
}

TEST_CASE("exercise: right kernels that mislead the simulator's search for unwritten values") {
  NEEDS_OCLGRIND;
  const Trial trial;
  if (!trial.judging.simulator)
    SKIP_TEST("programs with sanitizers do not run under Oclgrind");
  const std::vector<Exercise> all = exercise::catalogue(tests::source_root());
  const auto judge = [&](const char* id, const std::string& kernel) {
    const Verdict verdict = exercise::judge(trial.judging, exercise::find(all, id),
                                            trial.directory.write("mine.cl", kernel));
    CAPTURE(verdict.message);
    CHECK(verdict.outcome == Outcome::passed);
    CHECK(verdict.left_out == "");
  };
  judge("mean-of-two", R"(
kernel void mean(global const uchar4* a, global const uchar4* b, global uchar4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const uchar4 p = a[i], q = b[i];
  out[i] = (uchar4)((p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2, (p.w + q.w) / 2);
}
)");
  judge("normalise", R"(
kernel void directions(global const float* points, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float3 p = vload3(i, points);
  vstore3(p / sqrt(p.x * p.x + p.y * p.y + p.z * p.z), i, out);
}
)");
}

TEST_CASE("exercise: compilers' messages of all forms lead to the line") {
  const TemporaryDirectory directory;
  const fs::path file = directory.write("mine.cl", "one\n\ttwo three\n");
  for (const char* log :
       {"mine.cl:2:6: error: bad word\n", "error: /tmp/dir/mine.cl:2:6: bad word\n",
        "/build/exercises/input/exercise.cpp:2:6: error: bad word\n1 error generated.\n"}) {
    CAPTURE(log);
    CHECK(exercise::explain_build_log(log, file) ==
          "mine.cl:2:6: bad word\n     2 | \ttwo three\n       | \t    ^\n");
  }
  CHECK(exercise::explain_build_log("what is this?", file) == "what is this?");
  CHECK(exercise::explain_build_log("a.cpp:(.text+0xe1): undefined reference to `f(int)'\n",
                                    file) == "f(int) is declared or called, but not defined\n");
  std::string many;
  for (int column = 1; column < 9; ++column)
    many += fmt::format("mine.cl:2:{}: error: bad\n", column);
  CHECK(contains(exercise::explain_build_log(many, file), "\nand 4 more\n"));
  CHECK(!contains(exercise::explain_build_log(many, file), "2:5"));
  // A place that the file does not have.
  CHECK(exercise::explain_build_log("mine.cl:99:1: error: end\n", file) == "mine.cl:99:1: end\n");

  const std::string race = exercise::explain_finding(
      "Read-write data race at global memory address 0x1\n\tFirst entity: Global(1,0,0)\n"
      "\t  At line 2 (column 2) of input.cl:\n\t  two three\n",
      file);
  CHECK(contains(race, "nothing orders the two accesses"));
  CHECK(contains(race, "two three\n       | \t^"));
  // A kernel in a host program has other lines than that.
  const std::string inside = exercise::explain_finding(
      "Invalid read of size 4\n\tAt line 2 (column 2) of input.cl:\n\t  c[i] = a[i];\n",
      "mine.cpp");
  CHECK(inside == "  - it reads outside the memory that it was given\n       | c[i] = a[i];\n");
  CHECK(contains(exercise::explain_finding("Controlflow depends on uninitialized value\n", file),
                 "was never written"));
  CHECK(contains(exercise::explain_finding("Something new\n", file), "Something new"));
}

TEST_CASE("exercise: lines of any length are explained, and shown around the mistake") {
  const TemporaryDirectory directory;
  for (const char filling : {' ', 'x', '(', '1', ':', '.'}) {
    CAPTURE(filling);
    const std::string much(200000, filling);
    const fs::path file = directory.write("mine.cl", "int a;\nint b;" + much + "!" + much);
    const std::size_t column = 7 + much.size();
    for (const std::string& place : {fmt::format("mine.cl:2:{}: error: ", column),
                                     fmt::format("error: mine.cl:2:{}: ", column)}) {
      const std::string text = exercise::explain_build_log(place + "bad" + much + "\n", file);
      CHECK(text.size() < 1000);
      CHECK(contains(text, fmt::format("mine.cl:2:{}: bad", column)));
      std::istringstream lines(text);
      std::string source, caret;
      std::getline(lines, source);
      std::getline(lines, source);
      std::getline(lines, caret);
      REQUIRE(contains(caret, "^"));
      CHECK(source.substr(caret.find('^'), 1) == "!");
    }
    CHECK(exercise::explain_build_log(much + "\n" + much, file).size() < 3000);
    const std::string finding = exercise::explain_finding(
        "Something" + much + fmt::format("\n\tAt line 2 (column {}) of input.cl:\n", column) + much,
        file);
    CHECK(finding.size() < 1000);
    CHECK(contains(finding, "!"));
    exercise::explain_finding("Odd\n\tAt line " + much, file);
    CHECK(contains(exercise::verdict_text({Outcome::wrong, "one " + much}, {}), "one"));
  }
  CHECK(exercise::explain_build_log("mine.cl:99999999999999999999:1: error: e", "none") ==
        "mine.cl:99999999999999999999:1: error: e");
}

TEST_CASE("exercise: texts are broken for the terminal, and marked where it has colours") {
  const std::string text =
      "# Title\n\n## Goal\n\nUse `a b` and\n**more** words.\n\n    code  here\n"
      "\n- item one two three\n";
  CHECK(exercise::markdown_text(text, {false, 14}) ==
        "Goal\nUse `a b` and\nmore\nwords.\n\n    code  here\n\n- item one two\n  three\n");
  const std::string coloured = exercise::markdown_text(text, {true, 80});
  CHECK(contains(coloured, "\033[36ma b\033[0m"));
  CHECK(!contains(coloured, "**"));
  // The colour goes on in the next line, which is printed by itself.
  CHECK(contains(exercise::markdown_text("Use `a b` and `c d`.", {true, 16}),
                 "\033[36mc\033[0m\n\033[36md\033[0m."));
  const Verdict verdict{Outcome::wrong, "one\ntwo", 0.5, ""};
  CHECK(contains(exercise::verdict_text(verdict, {}), "  one\n  two\n"));
  CHECK(!contains(exercise::verdict_text(verdict, {}), "\033"));
  const Verdict advice{
      Outcome::wrong, "It fails.\n  What to try:   one two three four\n   3 |   a = b + c + d + e;",
      0.5, "- a list is broken below its words"};
  CHECK(contains(exercise::verdict_text(advice, {false, 26}),
                 "  It fails.\n    What to try:   one two\n                   three\n"
                 "                   four\n     3 |   a = b + c + d + e;\n"
                 "  - a list is broken below\n    its words\n"));
  CHECK(exercise::stars_text(2) == "★★☆");
}

TEST_CASE("exercise: the command line") {
  const Tree tree;
  // Judged by the check of the project's exercise at the same path.
  fs::copy_file(fs::path(tests::source_root()) / "solutions" / path / "exercise.cl",
                tree.directory.path / "solutions" / path / "exercise.cl",
                fs::copy_options::overwrite_existing);
  int code = -1;
  const auto run = [&](const std::vector<std::string>& arguments) {
    return tests::output_of(
        [&] { code = exercise::exercise_main(arguments, tree.directory.path, build); });
  };
  CHECK(contains(run({"list"}), "0 of 1 done"));
  CHECK(code == 0);
  CHECK(nlohmann::json::parse(run({"list", "--json"})).at("total") == 1);
  CHECK(contains(run({"next"}), "Learn to `add`."));
  CHECK(code == 0);
  run({"check"});
  CHECK(code == 2);
  CHECK_THROWS_AS(run({"teach"}), common::UsageError); // no such word, and no such exercise

  const auto verdict = nlohmann::json::parse(run({"check", "add", "--json"}));
  CHECK(code == 1); // the starter has no such kernel
  CHECK(verdict.at("outcome") == "wrong");
  CHECK(verdict.at("exit_code") == 1);
  CHECK(contains(verdict.at("message").get<std::string>(), "no kernel named"));
  CHECK(contains(run({"hint", "add"}), "Hint 1 of 3: one"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"watch", "add"}, {"add"}}) {
    CHECK(contains(run(words), "Not yet")); // no terminal: one check
    CHECK(code == 1);
  }

  fs::copy_file(tree.directory.path / "solutions" / path / "exercise.cl",
                tree.directory.path / "mine/01_hello_opencl/add.cl",
                fs::copy_options::overwrite_existing);
  { // A disk that does not take it changes nothing about the file.
    const tests::ScopedEnvironment state("XDG_STATE_HOME",
                                         tree.directory.write("a file", "").string());
    const auto noted = nlohmann::json::parse(run({"check", "add", "--json"}));
    CHECK(code == 0);
    CHECK(contains(noted.at("left_out").get<std::string>(), "could not be recorded as done"));
  }
  const std::string passed = run({"check", "add"});
  CHECK(code == 0);
  CHECK(contains(passed, "Passed"));
  CHECK(contains(run({"next"}), "All 1 exercises are done"));
  CHECK(contains(run({"solution", "add"}), "Because."));
  CHECK(contains(run({"reset", "add"}), "Your version was saved as"));
  CHECK(contains(run({"list"}), "0 of 1 done"));
  CHECK(contains(run({"undo", "add"}), "Your version is back"));
  CHECK(contains(run({"list"}), "1 of 1 done"));
  CHECK(contains(run({"undo", "add"}), "no reset to undo"));
}

#if __has_include(<pty.h>)

namespace {

// `./learn exercise add` in a terminal of 80 columns and 24 lines.
class Terminal {
 public:
  Terminal(const fs::path& root, const fs::path& build_directory) {
    winsize size{24, 80, 0, 0};
    process_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ == 0)
      _exit(exercise::exercise_main({"add"}, root, build_directory));
    if (process_ < 0)
      missing = std::string("there is no pseudo-terminal here: ") + std::strerror(errno);
  }
  ~Terminal() { close(terminal_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(std::string_view keys) const {
    CHECK(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }
  /// Waits until `text` comes; what came before it is forgotten.
  bool shows(std::string_view text, double seconds = 60.0) {
    return harness::poll(
        [&] {
          std::array<char, 4096> chunk{};
          pollfd waiting{terminal_, POLLIN, 0};
          if (::poll(&waiting, 1, 0) > 0)
            if (const ssize_t count = read(terminal_, chunk.data(), chunk.size()); count > 0)
              screen_.append(chunk.data(), static_cast<std::size_t>(count));
          const std::size_t at = screen_.find(text);
          if (at != std::string::npos)
            screen_.erase(0, at + text.size());
          return at != std::string::npos;
        },
        seconds);
  }
  bool echoes() const {
    termios now{};
    tcgetattr(terminal_, &now);
    return (now.c_lflag & ECHO) != 0;
  }
  void send(int signal) const { kill(process_, signal); }
  int exit_code() const {
    int status = -1;
    waitpid(process_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string missing; ///< why there is no terminal; else empty

 private:
  int terminal_ = -1;
  pid_t process_ = -1;
  std::string screen_;
};

} // namespace

TEST_CASE("exercise: the screen in a terminal") {
  const Tree tree;
  // A checker that is slow where the file says so, and right where it says so. No program but this.
  const fs::path checker = tree.directory.write("bin/exercise-check", R"(#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in --file) read -r line <"$2" ;; --verdict) verdict=$2 && read -r word <"$2" ;; esac
  shift
done
case $line in slow) : >"$0.slow" && exec /bin/sleep 1000 ;; right) status=passed ;; *) status=wrong ;; esac
echo "{\"status\": \"$status\", \"message\": \"$line\", \"word\": \"$word\"}" >"$verdict"
)");
  fs::permissions(checker, fs::perms::owner_all);
  tree.write("exercise.toml", good_toml + "seconds = 1000\n"); // no time-out comes to help
  tree.write(
      "task.md", "# Add\n\nIts first line.\n\n" + [] {
        std::string list;
        for (int line = 1; line < 30; ++line)
          list += fmt::format("- and line {}\n", line);
        return list;
      }());
  const tests::ScopedEnvironment path("PATH", tree.directory.path.string()), term("TERM", "xterm");
  const fs::path mine = tree.directory.path / "mine/01_hello_opencl/add.cl";
  // The slow file is saved, and its check has begun.
  const auto save_slow = [&] {
    const fs::path begun = checker.string() + ".slow";
    fs::remove(begun);
    common::write_text(mine, "slow\n");
    CHECK(harness::poll([&] { return fs::exists(begun); }, 60.0));
  };
  Terminal terminal(tree.directory.path, tree.directory.path);
  if (!terminal.missing.empty())
    SKIP_TEST(terminal.missing);
  CHECK(terminal.shows("[Enter] begins")); // a new learner
  CHECK(!terminal.echoes());
  terminal.type("\r");
  CHECK(terminal.shows("// starter"));

  terminal.type("\033[B"); // an arrow
  CHECK(terminal.shows("more lines above"));
  terminal.type("\033[F"); // End
  CHECK(terminal.shows("and line 29"));

  terminal.type("\033[200~rnq\033[201~"); // pasted in the wrong window
  CHECK(harness::poll(
      [&] {
        terminal.type("h");
        return terminal.shows("Hint 1 of 3: one", 0.5);
      },
      60.0));

  fs::remove(mine);
  CHECK(terminal.shows("Your file is gone"));
  CHECK(!fs::exists(mine)); // an editor may be about to write it
  save_slow();
  common::write_text(mine, "right\n"); // saved again: nobody waits for the other verdict
  CHECK(terminal.shows("All 1 exercises are solved"));
  terminal.type("l");
  CHECK(terminal.shows("✓ Add"));
  terminal.type("q"); // which goes back, and ends nothing
  CHECK(terminal.shows("[h]int"));
  save_slow();
  terminal.type("r");
  CHECK(terminal.shows("[y]es"));
  CHECK(common::read_text(mine) == "slow\n");
  terminal.type("y"); // while it is being checked
  CHECK(terminal.shows("Your version is saved"));
  CHECK(common::read_text(mine) == "kernel void f() {} // starter\n");
  common::write_text(mine, "other\n");
  terminal.type("u");
  CHECK(terminal.shows("Your version is back. What you had written since was saved"));
  CHECK(common::read_text(mine) == "slow\n");
  terminal.type("\003"); // Ctrl-C
  CHECK(terminal.shows("1 of 1 exercises done"));
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.echoes());
}

TEST_CASE("exercise: the terminal is what it was, however the screen ends") {
  const Tree tree;
  const tests::ScopedEnvironment term("TERM", "xterm");
  for (const int signal : {SIGSEGV, SIGABRT, SIGQUIT, SIGINT, SIGTERM, SIGHUP}) {
    CAPTURE(signal);
    const bool crash = signal == SIGSEGV || signal == SIGABRT || signal == SIGQUIT;
    Terminal terminal(tree.directory.path, tree.directory.path);
    if (!terminal.missing.empty())
      SKIP_TEST(terminal.missing);
    terminal.type("\r");                           // the welcome is over
    CHECK(terminal.shows("checker does not run")); // there is none
    CHECK(!terminal.echoes());
    terminal.send(signal);
    CHECK(terminal.shows("\033[?2004l"));
    CHECK(terminal.exit_code() == (crash ? -1 : 0));
    CHECK(terminal.echoes());
  }
}

#endif

namespace {

// An exercise whose parts are changed, and what the proof says of them.
struct Proof {
  Proof() { tree.directory.write("exercises/concepts.toml", "[kernel]\nchapter = 1\n"); }

  void set(const std::string& first, const std::string& solved, const std::string& wrong) const {
    tree.write("exercise.cl", first);
    tree.directory.write(fs::path("solutions") / path / "exercise.cl", solved);
    tree.write_mutants(wrong);
  }

  void says(const std::string& what, const std::vector<std::string>& how = {}) const {
    int code = -1;
    std::vector<std::string> arguments{"verify"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const std::string said = tests::output_of(
        [&] { code = exercise::exercise_main(arguments, tree.directory.path, build); });
    CAPTURE(said);
    CHECK(code == (contains(said, "; 0 problems") ? 0 : 1));
    CHECK(contains(said, what));
  }

  static std::string mutant(const char* name, const char* with) {
    return fmt::format("[{}]\nreplace = '+ b[i];'\nwith = '{}'\n", name, with);
  }

  const Tree tree;
  const std::string solution =
      common::read_text(fs::path(tests::source_root()) / "solutions" / path / "exercise.cl");
  const std::string starter =
      common::read_text(fs::path(tests::source_root()) / "exercises" / path / "exercise.cl");
  const std::string three =
      mutant("one", "+ a[i];") + mutant("two", "- b[i];") + mutant("three", ";");
};

} // namespace

TEST_CASE("exercise: the quick proof notices what can be wrong with an exercise") {
  const Proof proof;
  const std::vector<std::string> quick{"--quick"};
  proof.set(proof.starter, proof.solution, proof.three);
  proof.says(
      "1 mutants rejected, 1 runs of solutions pass, 1 starters fail as declared; 0 problems",
      quick);
  proof.set(proof.solution, proof.solution, proof.three);
  proof.says("starter: it should end with 'wrong', but ends with 'passed'", quick);
  proof.set(proof.starter, proof.starter, "");
  proof.says("solution: it should end with 'passed'", quick);
  proof.says("there are only 0", quick);
  // Whichever it chooses:
  const auto all = [](const char* with, const char* fails_with = "") {
    std::string text;
    for (const char* name : {"one", "two", "three"})
      text += Proof::mutant(name, with) + fails_with;
    return text;
  };
  proof.set(proof.starter, proof.solution, all("+ 1.0f * b[i];"));
  proof.says("a wrong version passes on the device", quick);
  proof.set(proof.starter, proof.solution, all("+ c;"));
  proof.says("it does not even compile", quick);
  proof.set(proof.starter, proof.solution, all(";", "fails_with = 'timeout'\n"));
  proof.says("it should end with 'timeout'", quick);
  // What only the simulator sees is left to the whole proof.
  proof.set(proof.starter, proof.solution, all("+ b[i] + 0.0f * b[0];", "fails_with = 'budget'\n"));
  proof.says("1 runs of solutions pass, 1 starters fail as declared; 0 problems", quick);
}

TEST_CASE("exercise: the whole proof tries every wrong version, in the simulator too" *
          tests::long_tier) {
  const Proof proof;
  const std::string too_expensive =
      Proof::mutant("four", "+ b[i] + 0.0f * b[0];") + "fails_with = 'budget'\n";
  proof.set(proof.starter, proof.solution, proof.three);
  proof.says(
      "3 mutants rejected, 2 runs of solutions pass, 1 starters fail as declared; 0 problems");
  proof.set(proof.starter, proof.solution, proof.three + Proof::mutant("four", "+ 1.0f * b[i];"));
  proof.says(harness::oclgrind_available() ? "mutant four: a wrong version passes" : "1 skipped");
  if (JudgeOptions{}.simulator && harness::oclgrind_available()) {
    proof.set(proof.starter, proof.solution, proof.three + too_expensive);
    proof.says("4 mutants rejected");
    proof.set(proof.starter, proof.solution,
              proof.three + Proof::mutant("four", ";") + "fails_with = 'budget'\n");
    proof.says("mutant four: it should end with 'budget'");
    // What the simulator would find may crash on a device before; taking too long is something else.
    const char* sanitizer = "fails_with = 'sanitizer'\n";
    proof.set(proof.starter, proof.solution,
              proof.three + Proof::mutant("four", "+ b[i + 1000000000];") + sanitizer);
    proof.says("4 mutants rejected");
    proof.set(proof.starter, proof.solution,
              proof.three + Proof::mutant("four", "; for (volatile int l = 1; l;);") + sanitizer);
    proof.says("mutant four: it should end with 'sanitizer', but ends with 'timeout'");
  }

  // What only the simulator can find is left out where it is missing, and nothing else.
  if (const fs::path linker = harness::find_program("ld"); !linker.empty()) // which PoCL needs
    fs::create_symlink(linker, proof.tree.directory.path / "ld");
  const tests::ScopedEnvironment no_oclgrind("PATH", proof.tree.directory.path.string());
  proof.set(proof.starter, proof.solution, proof.three + too_expensive);
  proof.says(JudgeOptions{}.simulator ? "skipped, 1: Oclgrind is not installed"
                                      : "skipped, 1: Only the simulator");
  proof.set(proof.solution, proof.solution, proof.three);
  proof.says("starter: it should end with 'wrong', but ends with 'passed'");
  proof.set(proof.starter, proof.solution,
            proof.three + Proof::mutant("four", "+ 1.0f * b[i];") + "fails_with = 'wrong'\n");
  proof.says("mutant four: a wrong version passes");
}

TEST_CASE("exercise: the texts name exercises that are there, for each of the book's 103") {
  std::set<std::string> ids;
  for (const Exercise& e : exercise::catalogue(tests::source_root()))
    ids.insert(e.id);
  const std::regex name("`([a-z0-9-]+)`");
  // How many rows of tables are like this; what their last columns name has to be there.
  const auto rows_of = [&](const char* file, const char* like) {
    std::istringstream lines(
        common::read_text(fs::path(tests::source_root()) / "exercises" / file));
    const std::regex row(like);
    int rows = 0;
    for (std::string line; std::getline(lines, line);) {
      std::smatch match;
      if (!std::regex_match(line, match, row))
        continue;
      ++rows;
      const std::string answer = match.str(1);
      for (std::sregex_iterator it(answer.begin(), answer.end(), name), end; it != end; ++it) {
        const std::string id = it->str(1);
        CAPTURE(file);
        CAPTURE(id);
        CHECK(ids.count(id) == 1);
      }
    }
    return rows;
  };
  // Of its chapters 2 to 10; of the other texts; projects; the weeks of a course.
  CHECK(rows_of("README.md", R"(\| \d+\.\d+ \| [^|]+ \| ([^|]+) \|)") == 103);
  CHECK(rows_of("README.md", R"(\| (?:a [^|]+)?\| [^|]+ \| ([^|]+) \|)") >= 15);
  CHECK(rows_of("README.md", R"(\| \d+ \| (`[^|]+) \| [^|]+ \|)") == 6);
  CHECK(rows_of("TEACHING.md", R"(\| \d+ \| [^|]+ (\| [^|]+ \| [^|]+) \|)") == 12);
}
