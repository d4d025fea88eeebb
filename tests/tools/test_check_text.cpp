// The text checker finds every planted fault, and --fix mends what it can and nothing else.
#include "tests/support/support.hpp"
#include "tools/check_text/check_text.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <sstream>

namespace fs = std::filesystem;
using check_text::Lines;
using check_text::Options;
using check_text::Problems;
using check_text::Summary;
using tests::contains;

namespace {

/// A project in a directory that is removed at the end of the test.
struct TemporaryProject : tests::TemporaryDirectory {
  const fs::path root = fs::canonical(path);

  std::string read(const std::string& file) const { return common::read_text(root / file); }

  /// An executable in bin/ that does what `script` says and notes each run in bin/runs.
  void program(const std::string& name, const std::string& script) const {
    write("bin/" + name,
          "#!/bin/sh\necho run >> '" + (root / "bin/runs").string() + "'\n" + script + "\n");
    fs::permissions(root / "bin" / name, fs::perms::owner_all);
  }
  Summary check(bool fix = false, const std::string& only = "") const {
    Options options;
    options.root = root;
    options.bin = root / "bin";
    options.fix = fix;
    options.only = only;
    return check_text::check_project(options);
  }
  /// All problems in one text, without those about the test's own programs in bin/.
  std::string problems(bool fix = false) const {
    std::string text;
    for (const check_text::Problem& problem : check(fix).problems)
      if (problem.file.rfind("bin/", 0) != 0)
        text += fmt::format("{}:{}: {}\n", problem.file, problem.line, problem.what);
    return text;
  }
};

bool agrees(const std::string& options, const std::string& shown, const std::string& actual) {
  const check_text::OutputRule rule = check_text::parse_output_rule("program" + options);
  return check_text::output_matches(
      rule, harness::lines_of(shown),
      check_text::select_lines(rule, actual, fs::path("no") / "project"));
}

std::string problem_texts(const Problems& problems) {
  std::string text;
  for (const check_text::Problem& problem : problems)
    text += fmt::format("{}: {}\n", problem.line, problem.what);
  return text;
}

std::string svg_problems(const std::string& svg) {
  Problems problems;
  check_text::check_svg("figure.svg", svg, problems);
  return problem_texts(problems);
}

std::string lesson_problems(const std::string& lesson) {
  Problems problems;
  check_text::check_lesson("README.md", harness::lines_of(lesson), problems);
  return problem_texts(problems);
}

std::string house_problems(const std::string& file, const std::string& text) {
  const TemporaryProject project;
  project.write(file, text);
  Problems problems;
  check_text::check_house(project.root, file, problems);
  return problem_texts(problems);
}

std::string thrown_by(const std::function<void()>& action) {
  try {
    action();
  } catch (const common::Error& error) {
    return error.what();
  }
  return "nothing";
}

std::string lab_problems(const std::string& page) {
  Problems problems;
  check_text::check_lab_page("lab/README.md", harness::lines_of(page), problems);
  return problem_texts(problems);
}

// What is wrong with a chapter of these files, as far as showing its program goes.
std::string shown_problems(const std::vector<std::pair<std::string, std::string>>& files) {
  const TemporaryProject project;
  for (const auto& [name, text] : files)
    project.write(name, text);
  Problems problems;
  check_text::check_program_shown(project.root, "chapters/01_a", problems);
  return problem_texts(problems);
}

const std::string sections =
    "# Title\n## The smallest example\n## Step by step\n## Run it\n## Try\n"
    "## What can go wrong\n## In short\n- One thing.\n## Exercises\n## Further\n";

} // namespace

// --- code ------------------------------------------------------------------------------------

TEST_CASE("check_text: regions are cut, dedented, and lose the markers within") {
  const TemporaryProject project;
  project.write("a.cpp", "int main() {\n  // [all]\n  a();\n\n  // [inner]\n  if (b) {\n    c();\n"
                         "  }\n  // [/inner]\n  // [/all]\n}\n");
  project.write("b.cmake", "# [one]\nset(x 1)\n# [/one]\n");
  project.write("c.c", "/* [one] */\nx[1] = 2; // [not a marker]\n/* [/one] */\n");
  const auto region = [&](const std::string& name) {
    return check_text::code_region(project.root, name);
  };
  CHECK(region("a.cpp#all") == Lines{"a();", "", "if (b) {", "  c();", "}"});
  CHECK(region("a.cpp#inner") == Lines{"if (b) {", "  c();", "}"});
  project.write("f.cpp", "// [last]\n  if (a)\n    b();\n// [/last]\n");
  CHECK(region("f.cpp#last") == Lines{"if (a)", "  b();"});
  CHECK(region("b.cmake#one") == Lines{"set(x 1)"});
  CHECK(region("c.c#one") == Lines{"x[1] = 2; // [not a marker]"});
  CHECK(region("a.cpp").size() == 7);
  project.write("g.cpp",
                "int two_lines(int a,\n              int b);\n// What it does.\n// And why.\n"
                "template <int n>\nint two_lines(int a,\n              int b) {\n  return n;\n}\n\n"
                "// [all]\nint one() { return two_lines<1>(1, 2); }\n// [/all]\n"
                "int twice() {}\nint twice(int) {}\n");
  CHECK(region("g.cpp#two-lines") == Lines{"// What it does.", "// And why.", "template <int n>",
                                           "int two_lines(int a,", "              int b) {",
                                           "  return n;", "}"});
  CHECK(region("g.cpp#one") == Lines{"int one() { return two_lines<1>(1, 2); }"});
  CHECK(contains(thrown_by([&] { region("g.cpp#twice"); }), "several regions"));
  CHECK(contains(thrown_by([&] { region("a.cpp#none"); }), "has no regions [none]"));
  CHECK(contains(thrown_by([&] { region("none.cpp#all"); }), "there is no file none.cpp"));
  project.write("d.cpp", "// [open]\nx();\n");
  CHECK(contains(thrown_by([&] { region("d.cpp#open"); }), "does not end"));
  project.write("e.cpp", "// [a]\nx();\n// [/a]\n// [a]\ny();\n// [/a]\n");
  CHECK(contains(thrown_by([&] { region("e.cpp#a"); }), "several regions"));
}

TEST_CASE("check_text: a code block that differs is found, and mended by --fix alone") {
  const TemporaryProject project;
  project.write("a.cpp", "// [go]\nint a = 2;\n// [/go]\n");
  const std::string before = "Text  with  blanks \n<!-- code: a.cpp#go -->\n```cpp\n";
  const std::string after = "```\n\n- list\n  <!-- code: a.cpp#go -->\n  ```cpp\n  int a = 2;\n  "
                            "```\n\n```sh\nint a = 1;\n```\n";
  project.write("README.md", before + "int a = 1;\n" + after);
  CHECK(contains(project.problems(), "README.md:2: the block differs from a.cpp#go in line 1 "
                                     "('int a = 1;' is now 'int a = 2;'): run check_text --fix"));
  CHECK(project.read("README.md") == before + "int a = 1;\n" + after); // nothing written yet
  CHECK(project.problems(true) == "");
  CHECK(project.read("README.md") == before + "int a = 2;\n" + after);
  const auto written = fs::last_write_time(project.root / "README.md");
  CHECK(project.check(true).notes.empty()); // a second --fix changes nothing
  CHECK(fs::last_write_time(project.root / "README.md") == written);
}

TEST_CASE("check_text: --fix writes the block that a marker announces") {
  const TemporaryProject project;
  project.write("a.cl", "// Contract.\n// [go]\nint a;\n// [/go]\n");
  project.write("README.md", "<!-- code: a.cl#go -->\n\nText.\n");
  CHECK(contains(project.problems(), "no fenced block follows"));
  CHECK(project.problems(true) == "");
  CHECK(project.read("README.md") == "<!-- code: a.cl#go -->\n```c\nint a;\n```\n\nText.\n");
  project.write("README.md", "<!-- code: a.cl#go -->\n```c\nint a;\n");
  CHECK(contains(project.problems(true), "does not end"));
}

TEST_CASE("check_text: markers shown in code are not markers") {
  const TemporaryProject project;
  project.write("README.md", "```html\n<!-- code: none.cpp -->\n```\n"
                             "Write `<!-- result: none.json#/a -->` into the text.\n");
  CHECK(project.problems() == "");
}

// --- output ----------------------------------------------------------------------------------

TEST_CASE("check_text: output is compared line by line") {
  CHECK(agrees("", "a\nb\n", "a\nb  \n\n"));
  CHECK_FALSE(agrees("", "a\nb\n", "a\nc\n"));
  CHECK_FALSE(agrees("", "a\nb\n", "a\n"));
  CHECK_FALSE(agrees("", "a\n", "a\nb\n"));
  CHECK_FALSE(agrees("", "time 1 ms", "time 2 ms"));
}

TEST_CASE("check_text: `…` stands for omitted lines") {
  CHECK(agrees("", "a\n…\nd", "a\nb\nc\nd"));
  CHECK(agrees("", "…\nc\n…\n", "a\nb\nc\nd"));
  CHECK(agrees("", "a\n…\nb", "a\nb"));
  CHECK_FALSE(agrees("", "a\n…\nx", "a\nb\nc"));
  CHECK_FALSE(agrees("", "b\n…", "a\nb\nc"));
}

TEST_CASE("check_text: `numbers` lets numbers differ, and what depends on them") {
  CHECK(agrees(" | numbers", "time 12.5 ms", "time 3 ms"));
  CHECK(agrees(" | numbers", "time   12.5 ms", "time 980 us"));
  CHECK(agrees(" | numbers", "| v1 | 1.5 GB/s |", "| v1 |   980.25 MB/s |"));
  CHECK(agrees(" | numbers", "v1  █████▏ 5.1", "v1  ██ 12.25"));
  CHECK(agrees(" | numbers", "v1  █████▏ 5.1", "v1  0.25"));
  CHECK(agrees(" | numbers", "[####..] 60%", "[##....] 30%"));
  CHECK(agrees(" | numbers", "step  ms\n----  -----", "step      ms\n----  ---------"));
  CHECK(agrees(" | numbers", "step  ms\n────  ─────", "step      ms\n────  ─────────"));
  CHECK(agrees(" | numbers", "error -1.5e-07 at 0x7f, 1024x768", "error 2e+03 at 0x10, 1x1"));
  CHECK_FALSE(agrees(" | numbers", "time 12.5 ms", "speed 12.5 ms"));
  CHECK_FALSE(agrees(" | numbers", "time 12.5 ms", "time 12.5 GB/s"));
  CHECK_FALSE(agrees(" | numbers", "time 12.5 ms", "time - ms"));
  CHECK_FALSE(agrees(" | numbers", "v1_naive 3", "v2_tiled 3"));
  CHECK_FALSE(agrees(" | numbers", "15_matmul 3", "16_matmul 3"));
  CHECK_FALSE(agrees(" | numbers", "float4", "float8"));
}

TEST_CASE("check_text: `device` and `vary` let named lines differ") {
  const std::string here = "device: PoCL CPU (Portable, OpenCL 3.0)\nPoCL CPU copies\nsum 6";
  CHECK(agrees(" | device", here, "device: NVIDIA H200 (CUDA)\nNVIDIA H200 copies\nsum 6"));
  CHECK_FALSE(agrees(" | device", here, "device: NVIDIA H200 (CUDA)\nNVIDIA H200 copies\nsum 7"));
  CHECK_FALSE(agrees(" | device", here, "NVIDIA H200\nNVIDIA H200 copies\nsum 6"));
  CHECK_FALSE(agrees("", here, "device: NVIDIA H200 (CUDA)\nPoCL CPU copies\nsum 6"));
  const std::string described =
      "7_x on Xeon(R) CPU (PoCL (host), OpenCL 3.0, 2 compute units, 8 GiB)";
  const std::string elsewhere = "7_x on H200 (CUDA, OpenCL 3.0, 132 compute units, 140.1 GiB)";
  CHECK(agrees(" | device", described + "\nXeon(R) CPU: 6", elsewhere + "\nH200: 6"));
  CHECK(agrees(" | device", described + "\nXeon(R) CPU: 6",
               "7_x on i3 (PoCL, OpenCL 3.0, 1 compute unit, 8 GiB)\ni3: 6"));
  CHECK_FALSE(agrees(" | device", described + "\nXeon(R) CPU: 6", elsewhere + "\nH200: 7"));
  CHECK_FALSE(agrees(" | device", described, "8_y" + elsewhere.substr(3)));
  CHECK(agrees(" | vary ^seed|^path", "seed a\nb", "path c\nb"));
  CHECK_FALSE(agrees(" | vary ^seed", "seed a\nb", "seed c\nd"));
}

TEST_CASE("check_text: a selection of lines") {
  const std::string output = "one\ntwo\n\x1b[1mthree\x1b[0m\n10%\r100%\n";
  const auto lines = [&](const std::string& options) {
    return check_text::select_lines(check_text::parse_output_rule("p" + options), output, "/x");
  };
  CHECK(lines("") == Lines{"one", "two", "three", "100%"});
  CHECK(lines(" | head 2") == Lines{"one", "two"});
  CHECK(lines(" | lines 2-3") == Lines{"two", "three"});
  CHECK(lines(" | grep ^t") == Lines{"two", "three"});
  CHECK(lines(" | grep ^t | head 1") == Lines{"two"});
  CHECK(lines(" | lines 7-9").empty());
  CHECK(check_text::select_lines(check_text::parse_output_rule("p"), "see /x/out/a.png", "/x") ==
        Lines{"see out/a.png"});
  for (const char* wrong : {" | tail 3", " | head x", " | grep (", " | lines 3", " | exit"})
    CHECK(thrown_by([&] { lines(wrong); }) != "nothing");
  CHECK(contains(thrown_by([] { check_text::parse_output_rule(" "); }), "no command"));
}

TEST_CASE("check_text: an output block is compared with a run, once for each command") {
  const TemporaryProject project;
  project.program("01_hello", "echo \"hello $1\"; echo \"to you $2\"; echo noise >&2; pwd");
  const std::string block =
      "<!-- output: 01_hello 'a  b' --quick | head 2 -->\n```text\nhello a  b\n"
      "to you --quick\n```\n";
  project.write("README.md", block + block);
  CHECK(project.problems() == "");
  CHECK(project.read("bin/runs") == "run\n");

  project.write("README.md", "<!-- output: 01_hello x | lines 3-3 -->\n```text\nelsewhere\n```\n");
  CHECK(contains(project.problems(), "README.md:1: the block differs from the output in line 1"));
  project.problems(true);
  CHECK(contains(project.read("README.md"), "```text\n" + project.root.string() + "\n```"));

  project.write("README.md", "<!-- output: 01_hello x | stderr | grep noise -->\n");
  CHECK(project.problems(true) == "");
  CHECK(contains(project.read("README.md"), "```text\nnoise\n```"));

  project.write("README.md", "<!-- output: 01_hello -->\n```text\nhello\n…\nnothing\n```\n");
  project.problems(true);
  CHECK(contains(project.read("README.md"), "hello\n…\n" + project.root.string() + "\n```"));
}

TEST_CASE("check_text: a program that fails, skips, hangs or is missing") {
  const TemporaryProject project;
  project.program("fails", "echo text; exit 3");
  project.program("skips", "echo no device; exit 77");
  project.program("hangs", "echo text; exec tail -f /dev/null");
  const auto problems_of = [&](const std::string& marker) {
    project.write("README.md", "<!-- output: " + marker + " -->\n```text\ntext\n```\n");
    return project.problems();
  };
  CHECK(contains(problems_of("fails"), "ended with exit code 3 instead of 0"));
  CHECK(problems_of("fails | exit 3") == "");
  CHECK(contains(problems_of("fails | exit 1"), "exit code 3 instead of 1"));
  CHECK(problems_of("skips") == "");
  CHECK(project.check().notes.size() == 1);
  CHECK(contains(problems_of("missing"), "there is no program"));
  const check_text::OutputRule rule = check_text::parse_output_rule("hangs");
  CHECK(check_text::run_command(rule, project.root, project.root / "bin", 1).timed_out);
}

TEST_CASE("check_text: programs run in the project's directory with a fixed environment") {
  const TemporaryProject project;
  project.program("shows", "pwd; echo \"[$OCL_DEVICE]\"; echo \"$LC_ALL\"");
  setenv("OCL_DEVICE", "gpu", 1);
  const auto result = check_text::run_command(check_text::parse_output_rule("shows"), project.root,
                                              project.root / "bin");
  unsetenv("OCL_DEVICE");
  CHECK(result.output == project.root.string() + "\n[]\nC.UTF-8\n");
}

// --- recorded results ------------------------------------------------------------------------

const std::string results = R"({"device": {"name": "CPU|x"}, "copy": 20, "zero": 0, "rows": [
  {"step": "v1", "size": 64, "status": "verified", "ms": 2.345, "gflops": 10},
  {"step": "v2", "size": 64, "status": "verified", "ms": 1.005, "gflops": 25.5},
  {"step": "v2", "size": 128, "status": "skipped", "ms": null}]})";

TEST_CASE("check_text: numbers come from recorded results") {
  const TemporaryProject project;
  project.write("r.json", results);
  const auto value = [&](const std::string& text) {
    return check_text::evaluate_result(project.root, text);
  };
  CHECK(value("r.json#/rows/0/ms | .2f") == fmt::format("{:.2f}", 2.345));
  CHECK(value("r.json#/rows/0/ms as .1f") == "2.3");
  CHECK(value("r.json#/rows/0/ms") == "2.345");
  CHECK(value("r.json#/device/name") == "CPU|x");
  CHECK(value("r.json#/rows[step=v2,size=64]/gflops | .1f") == "25.5");
  CHECK(value("r.json#/rows/1/gflops / r.json#/rows/0/gflops | .2f") == "2.55");
  CHECK(value("r.json#/rows/1/gflops / #/rows/0/gflops * 100 | .0f") == "255");
  CHECK(value("r.json#/copy | .1f") == "20.0");
  CHECK(contains(thrown_by([&] { value("none.json#/a"); }), "there is no result file"));
  CHECK(contains(thrown_by([&] { value("r.json#/rows/9/ms"); }), "leads nowhere"));
  CHECK(contains(thrown_by([&] { value("r.json#/none"); }), "leads nowhere"));
  CHECK(contains(thrown_by([&] { value("r.json#/rows[step=v2]/ms"); }), "several rows"));
  CHECK(contains(thrown_by([&] { value("r.json#/rows[step=v3]/ms"); }), "no row"));
  CHECK(contains(thrown_by([&] { value("r.json#/copy / #/zero"); }), "cannot divide"));
  CHECK(contains(thrown_by([&] { value("r.json#/copy / #/device/name"); }), "only numbers"));
  CHECK(contains(thrown_by([&] { value("r.json#/copy | .2q"); }), "cannot format"));
  CHECK(contains(thrown_by([&] { value("r.json#/rows/2/ms"); }), "cannot be shown"));
  CHECK(contains(thrown_by([&] { value("copy"); }), "write FILE.json"));
  project.write("broken.json", "{");
  CHECK(contains(thrown_by([&] { value("broken.json#/a"); }), "is not JSON"));
}

TEST_CASE("check_text: a number that differs from its result is found and refreshed") {
  const TemporaryProject project;
  project.write("r.json", results);
  const std::string first = "It takes <!-- result: r.json#/rows/0/ms | .1f -->";
  const std::string second = "<!-- /result --> ms, not <!-- result: r.json#/rows/1/ms | .1f -->";
  const std::string end = "<!-- /result --> ms.\n";
  project.write("README.md", first + "9.9" + second + "1.0" + end);
  CHECK(contains(project.problems(), "README.md:1: the number '9.9' is '2.3' in the result"));
  CHECK(project.problems(true) == "");
  CHECK(project.read("README.md") == first + "2.3" + second + "1.0" + end);
  project.write("README.md", first + "9.9 ms\n");
  CHECK(contains(project.problems(), "this result does not end"));
}

TEST_CASE("check_text: a table is made from recorded results") {
  const TemporaryProject project;
  project.write("r.json", results);
  CHECK(check_text::make_table(project.root, "r.json | step, size, ms:.2f as time (ms)") ==
        Lines{"| step | size | time (ms) |", "|---|---:|---:|",
              "| v1 | 64 | " + fmt::format("{:.2f}", 2.345) + " |",
              "| v2 | 64 | " + fmt::format("{:.2f}", 1.005) + " |", "| v2 | 128 | – |"});
  CHECK(check_text::make_table(project.root, "r.json#/rows | step, #/rows[step=v1,size=64]/ms / "
                                             "ms:.1f as times | where size=64, step!=v1") ==
        Lines{"| step | times |", "|---|---:|", "| v2 | 2.3 |"});
  const auto problem = [&](const std::string& text) {
    return thrown_by([&] { check_text::make_table(project.root, text); });
  };
  CHECK(contains(problem("r.json | step | where size=7"), "has no row"));
  CHECK(contains(problem("r.json | step, none"), "no row has 'none'"));
  CHECK(contains(problem("r.json#/copy | step"), "is no array"));
  CHECK(contains(problem("r.json"), "cannot read this table"));
  CHECK(contains(problem("r.json | step | size=64"), "write where"));

  const std::string marker = "<!-- table: r.json | step | where size=128 -->\n";
  project.write("README.md", marker + "| step |\n|---|\n| v1 |\n<!-- /table -->\nText.\n");
  CHECK(contains(project.problems(), "README.md:1: the table differs"));
  CHECK(project.problems(true) == "");
  CHECK(project.read("README.md") == marker + "| step |\n|---|\n| v2 |\n<!-- /table -->\nText.\n");
  project.write("README.md", marker + "| step |\n");
  CHECK(contains(project.problems(true), "this table does not end"));
}

// --- lessons ---------------------------------------------------------------------------------

TEST_CASE("check_text: a lesson has its sections in order") {
  CHECK(lesson_problems(sections) == "");
  CHECK(lesson_problems(sections + "### More\n```sh\n## Not a heading\n```\n") == "");
  std::string changed = sections;
  changed.erase(changed.find("## Try\n"), 7);
  CHECK(contains(lesson_problems(changed), "'What can go wrong' stands where 'Try' is expected"));
  CHECK(contains(lesson_problems("# T\n## The smallest example\n"),
                 "section 'Step by step' is missing"));
  CHECK(contains(lesson_problems("# T\n## try\n"),
                 "section 'try' stands where 'The smallest example'"));
  CHECK(contains(lesson_problems(sections + "## More\n"), "where nothing is expected"));
}

TEST_CASE(
    "check_text: a page is one sitting long, ends with a summary, and does without machinery") {
  std::string words;
  for (int i = 0; i < 4500 - 30; ++i)
    words += "word\n";
  CHECK(lesson_problems(sections + words) == "");
  CHECK(lesson_problems(sections + words + "<!-- not a word of these -->\n") == "");
  CHECK(contains(lesson_problems(sections + words + "more\n"),
                 "the page has 4501 words, code included"));

  const auto prose_problems = [&](const std::string& file, const std::string& text) {
    Problems found;
    check_text::check_lesson(file, harness::lines_of(sections + text), found);
    return problem_texts(found);
  };
  const size_t before = check_text::prose_words(harness::lines_of(sections));
  std::string prose;
  for (size_t i = before; i < 1600; ++i)
    prose += "word ";
  const std::string no_prose =
      "\n### A heading\n\n| a | table |\n|---|---|\n<!-- a comment -->\n```sh\na block\n```\n"
      "<details><summary>A fold</summary>\n\nmany words\n\n</details>\n";
  for (const char* file : {"chapters/01_a/README.md", "chapters/13_a/README.md"}) {
    CHECK(prose_problems(file, prose + no_prose) == "");
    CHECK(contains(prose_problems(file, prose + no_prose + "more\n"), "has 1601 words of prose"));
  }
  CHECK(prose_problems("chapters/14_a/README.md", prose + "more\n") == "");
  CHECK(check_text::prose_words({"[two words](a b c), <!-- none --> and three"}) == 4);
  CHECK(check_text::prose_words(
            {"<details>", "```", "</details>", "```", "no", "</details>", "yes"}) == 1);

  std::string changed = sections;
  changed.replace(changed.find("- One thing.\n"), 13, "");
  CHECK(contains(lesson_problems(changed), "the summary has 0 points"));
  std::string many = sections;
  many.insert(many.find("- One"), "- a\n- b\n- c\n- d\n- e\n- f\n");
  CHECK(contains(lesson_problems(many), "the summary has 7 points"));

  for (const char* word : {"`Lab`", "a Json", "common/harness.hpp"})
    CHECK(contains(lesson_problems(sections + word + "\n"), "belongs to the laboratory"));
  CHECK(lesson_problems(sections + "the lab, and Label\n") == "");

  Problems problems; // of a further page, which has other sections
  check_text::check_page("2_more.md", harness::lines_of("# T\n## How?\n"), problems);
  CHECK(contains(problem_texts(problems), "there is no summary"));
}

TEST_CASE("check_text: a lesson shows its program and its kernels whole") {
  const std::string program =
      "// What it does.\n// [a]\nint a;\n\n// [/a]\n// [b]\nbuild(\"01_a/k.cl\");\n// [/b]\n";
  const std::string kernel = "// Contract.\nkernel void k() {}\n";
  const std::string a = "<!-- code: chapters/01_a/main.cpp#a -->\n";
  const std::string b = "<!-- code: chapters/01_a/main.cpp#b -->\n";
  const std::string k = "<!-- code: kernels/01_a/k.cl -->\n";
  const auto problems = [&](const std::string& source, const std::string& lesson,
                            const std::string& page = "") {
    return shown_problems({{"chapters/01_a/main.cpp", source},
                           {"kernels/01_a/k.cl", kernel},
                           {"chapters/01_a/README.md", lesson},
                           {"chapters/01_a/2_more.md", page}});
  };
  CHECK(problems(program, a + b + k) == "");
  CHECK(problems(program, a, b + k) == ""); // on another page of the lesson
  CHECK(contains(problems(program, a + k), "does not show this line ('build("));
  CHECK(contains(problems(program, a + b), "does not show this line ('kernel void"));
  CHECK(contains(problems(program + "int c;\n", a + b + k), "does not show this line ('int c;')"));
  CHECK(problems(program + "int c;\n", "<!-- code: chapters/01_a/main.cpp -->\n" + k) == "");
  CHECK(contains(problems(program + "// [c]\nLab lab;\n// [/c]\n",
                          a + b + k + "<!-- code: chapters/01_a/main.cpp#c -->\n"),
                 "'Lab' belongs to the laboratory"));
}

TEST_CASE("check_text: no measured number is typed by hand where a laboratory reports") {
  const auto measured = [](const std::string& text) {
    const std::string report = lab_problems("# T\n## Results\n" + text + "\n");
    CHECK(lab_problems("# T\n## Measured\n" + text + "\n") == report);
    return report;
  };
  for (const char* typed : {"It takes 0.53 ms.", "at 12 GB/s", "1.5 TFLOP/s", "2.5x faster",
                            "twice: 3×.", "(250 µs)", "| v1 | 1.2 ms |", "`0.5 ms`"}) {
    CAPTURE(typed);
    CHECK(contains(measured(typed), "is typed by hand"));
  }
  for (const char* fine :
       {"Of 1024x768 pixels", "a 4 x 4 tile", "3 steps", "16 work-items", "the H200 and v2_8s",
        "<!-- result: r.json#/a -->0.53<!-- /result --> ms", "```sh\nrun 3 ms\n```",
        "<!-- table: r.json | a -->\n| 3 ms |\n<!-- /table -->"}) {
    CAPTURE(fine);
    CHECK(measured(fine) == "");
  }
  CHECK(lab_problems("# T\n## Results\n## Why\nA blink takes 100 ms.\n") ==
        ""); // in another section
}

TEST_CASE("check_text: code and output in a lesson are marked") {
  CHECK(contains(lesson_problems(sections + "```cpp\nint a;\n```\n"), "comes from nowhere"));
  CHECK(contains(lesson_problems(sections + "```\ntext\n```\n"), "comes from nowhere"));
  CHECK(lesson_problems(sections + "```sh\n./learn run 1\n```\n") == "");
  CHECK(lesson_problems(sections + "<!-- example: wrong -->\n```c\nint a\n```\n") == "");
  CHECK(contains(lesson_problems(sections + "```sh\nrun\n"), "does not end"));
}

// --- links and figures -----------------------------------------------------------------------

TEST_CASE("check_text: links lead somewhere") {
  const TemporaryProject project;
  project.write("docs/a.md", "# One two\n## `clFlush`: a [link](b.md), 2×2!\n## One two\n"
                             "<a id=\"here\"></a>\n");
  project.write("docs/b.md", "x\n");
  project.write("main.cpp", "int a;\nint b;\n");
  const auto problem = [&](const std::string& text) {
    project.write("README.md", text + "\n");
    return project.problems();
  };
  for (const char* fine :
       {"[a](docs/a.md)", "[a](docs/a.md#one-two)", "[a](docs/a.md#one-two-1)",
        "[a](docs/a.md#clflush-a-link-22)", "[a](docs/a.md#here)", "[a](docs)", "[m](main.cpp#L2)",
        "# Top\n[t](#top)", "[w](https://registry.khronos.org/OpenCL/#x)", "[x]: docs/b.md",
        "`[a](none.md)` and ``[a](`none.md)``", "```sh\n[a](none.md)\n```",
        "[w](https://en.wikipedia.org/wiki/Kernel_(image_processing))"}) {
    CAPTURE(fine);
    CHECK(problem(fine) == "");
  }
  CHECK(contains(problem("\n[a](none.md)"), "README.md:2: 'none.md' does not exist"));
  CHECK(contains(problem("![a](none.svg \"title\")"), "'none.svg' does not exist"));
  CHECK(contains(problem("[![a](docs/a.md)](none.md)"), "'none.md' does not exist"));
  CHECK(contains(problem("<img src=\"none.png\">"), "'none.png' does not exist"));
  CHECK(contains(problem("[x]: none.md"), "'none.md' does not exist"));
  CHECK(contains(problem("[a](docs/a.md#none)"), "no heading for #none"));
  CHECK(contains(problem("[a](#none)"), "no heading for #none"));
  CHECK(contains(problem("[a](main.cpp#L3)"), "no place #L3"));
  CHECK(contains(problem("[a](docs#x)"), "has no anchors"));
  CHECK(contains(problem("[a](/docs/a.md)"), "make it relative"));
  CHECK(contains(problem("[a](https://khronos)"), "no proper web address"));
  CHECK(contains(problem("[a](htp:khronos.org)"), "no proper web address"));
  CHECK(contains(problem("[a]()"), "leads nowhere"));
  CHECK(contains(problem("[a](..)"), "outside the project"));
}

TEST_CASE("check_text: figures are whole, self-contained and used") {
  const std::string head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><!-- a < b -->";
  const std::string good = head + "<defs><path id=\"p\" d=\"M0 0\"/></defs><use href=\"#p\"/>"
                                  "<text x='1'>1 &lt; 2</text></svg>\n";
  CHECK(svg_problems(good) == "");
  CHECK(svg_problems("<?xml version=\"1.0\"?>\n" + good) == "");
  const std::string long_path(500'000, '1');
  CHECK(svg_problems(head + "<path d=\"M" + long_path + "\"/></svg>") == "");
  CHECK(contains(svg_problems("<html></html>"), "this is no SVG"));
  CHECK(contains(svg_problems("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"), "no viewBox"));
  CHECK(contains(svg_problems("<svg viewBox=\"0 0 9 9\"></svg>"), "no xmlns"));
  CHECK(contains(svg_problems(head + "<g></svg>"), "not well-formed at 'svg'"));
  CHECK(contains(svg_problems(head + "<g>"), "not well-formed at 'g'"));
  CHECK(contains(svg_problems(head + "<text>1 < 2</text></svg>"), "not well-formed at '<'"));
  CHECK(contains(svg_problems(head + "<text>a & b</text></svg>"), "bare &"));
  for (const char* outside :
       {"<image href=\"https://a.org/b.png\"/>", "<script>x</script>", "<g onclick=\"x\"/>",
        "<style>@import 'a'</style>", "<rect fill=\"url(http://a.org)\"/>"}) {
    CAPTURE(outside);
    CHECK(contains(svg_problems(head + outside + "</svg>"), "outside or runs code"));
  }

  const TemporaryProject project;
  project.write("chapters/01_a/figures/used.svg", good);
  project.write("chapters/01_a/figures/lonely.svg", good);
  project.write("README.md", "![a](chapters/01_a/figures/used.svg)\n");
  CHECK(project.problems() ==
        "chapters/01_a/figures/lonely.svg:1: no text shows this figure: show it or delete it\n");
}

// --- house rules -----------------------------------------------------------------------------

TEST_CASE("check_text: no path of one machine, no open ends") {
  const std::string home = fmt::format("/{}/me/x", "home"); // this file obeys the rule as well
  const std::string todo = fmt::format("TO{}", "DO");
  CHECK(contains(house_problems("a.txt", "one\nsee " + home), "2: '/home/' is a path of one"));
  CHECK(contains(house_problems("a.txt", home), "path of one machine"));
  CHECK(house_problems("a.txt", "see .." + home) == "");
  CHECK(house_problems("a.txt", "see docs" + home) == "");
  CHECK(house_problems("a.txt", "see ${ROOT}" + home) == "");
  CHECK(contains(house_problems("a.cpp", "// " + todo + ": later"), "is an open end"));
  CHECK(house_problems("a.cpp", "int AUTO" + todo.substr(2) + "NE;") == "");
  CHECK(house_problems("exercises/01_a/01_b/a.cl", "// " + todo + ": your turn") == "");
  CHECK(house_problems("a.bin", std::string("\0 ", 2) + home) == "");

  const TemporaryProject project;
  project.write("a.txt", "built in " + project.root.string() + "\n");
  CHECK(contains(project.problems(), "a.txt:1: '" + project.root.string()));
}

TEST_CASE("check_text: kernels open with a contract, programs are short") {
  CHECK(house_problems("kernels/01_a/v1.cl", "\n// Adds.\nkernel void f() {}\n") == "");
  CHECK(house_problems("kernels/01_a/v1.cl", "/* Adds. */\n") == "");
  CHECK(contains(house_problems("kernels/01_a/v1.cl", "kernel void f() {}\n"), "has no contract"));
  std::string program;
  for (int i = 0; i < 150; ++i)
    program += "x;\n";
  CHECK(house_problems("chapters/01_a/main.cpp", program) == "");
  CHECK(contains(house_problems("chapters/01_a/main.cpp", program + "x;\n"), "151 lines"));
  CHECK(house_problems("chapters/01_a/topic.cpp", program + "x;\n") == "");
  const std::string most = program.substr(0, std::string("x;\n").size() * 18);
  CHECK(house_problems("chapters/01_a/main.cpp", most + "// [a]\n// [/a]\n") == "");
  CHECK(contains(house_problems("chapters/01_a/main.cpp", "// [a]\nx;\n// [/a]\n"),
                 "2 of 3 lines are markers"));
}

TEST_CASE("check_text: a laboratory asks no step for its id") {
  const std::string lab = "chapters/01_a/lab/steps.cpp";
  for (const char* sniffs : {"if (step.id == \"v3\")", "step.id[0] != 'c'",
                             "return id.front()=='b';", "step.id.starts_with(\"v\")"})
    CHECK_MESSAGE(contains(house_problems(lab, sniffs), "asks for a step's id"), sniffs);
  for (const char* names : {"{.id = \"v3\", .name = \"x\"}", "step_named(steps, \"v3\")",
                            "s.id == id", "group_id[0] == 0"})
    CHECK_MESSAGE(house_problems(lab, names) == "", names);
  CHECK(house_problems("tests/chapters/test_01_a.cpp", "step.id == \"v3\"") == "");
}

// --- the program -----------------------------------------------------------------------------

TEST_CASE("check_text: one chapter, and exit codes") {
  const TemporaryProject project;
  project.write("chapters/01_hello/README.md", sections + "[a](none.md)\n");
  project.write("chapters/02_more/README.md", sections);
  const auto run = [&](Lines arguments) {
    std::ostringstream out;
    arguments.insert(arguments.begin(), {"--root", project.root.string()});
    const int code = check_text::check_text_main(arguments, out);
    return std::pair(code, out.str());
  };
  const auto all = run({});
  CHECK(all.first == 1);
  CHECK(contains(all.second, "chapters/01_hello/README.md:11: 'none.md' does not exist"));
  CHECK(contains(all.second, "2 files checked, 1 problems"));
  CHECK(run({"--only", "1"}).first == 1);
  CHECK(run({"--only", "02"}).first == 0);
  CHECK(run({"--only", "more"}).first == 0);
  CHECK(run({"--only", "nothing"}).first == 1);
  project.write("chapters/03_short/README.md", "# Title\n");
  CHECK(contains(run({"--only", "3"}).second, "section 'The smallest example' is missing"));
  CHECK(run({"--help"}).first == 0);
  CHECK(run({"--none"}).first == 2);
}
