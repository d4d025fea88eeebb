// ./learn fix: what it mends in a project that has gone stale, and that ours has not.
#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"
#include "tools/learn/learn.hpp"

#include <fmt/format.h>

namespace {

using tests::contains;
namespace fs = std::filesystem;

const std::string stale_readme = R"(# A project

<!-- chapters: ./learn fix -->
stale
<!-- /chapters -->
)";

const std::string stale_lesson = R"(# A lesson

<!-- code: chapters/01_hello_opencl/sum.hpp#sum -->
```cpp
int sum(int a);
```

<!-- output: say -->
```text
stale
```

## Exercises

| exercise | stars | kind | what it is about |
|---|---|---|---|
| stale |

End.
)";

/// A lesson with one exercise; block, output, tables and a C++ file are stale.
struct Project {
  tests::TemporaryDirectory directory;

  Project() {
    directory.write("chapters/chapters.json",
                    R"([{"part": "One", "chapters": [{"stem": "01_hello_opencl", "title": "Hello",
                        "topic": "the first", "lab": "its lab"}, {"stem": "99_no", "title": "No", "topic": "none"}]}])");
    directory.write("README.md", stale_readme);
    directory.write("chapters/01_hello_opencl/README.md", stale_lesson);
    directory.write("chapters/01_hello_opencl/sum.hpp",
                    "// [sum]\nint sum(int a,int b);\n// [/sum]\n");
    directory.write("exercises/01_hello_opencl/01_first/exercise.toml", R"(id = "first"
title = "First"
kind = "kernel"
stars = 2
minutes = 5
fails_with = "wrong"
hints = ["a", "b", "c"]
requires = []
)");
    directory.write("exercises/01_hello_opencl/01_first/exercise.cl", "// nothing yet\n");
    directory.write("exercises/01_hello_opencl/01_first/task.md",
                    "# First\n\n## Goal\n\nBegin.\n\n## Task\n\nDo it.\n");
    fs::permissions(directory.write("bin/say", "#!/bin/sh\necho fresh\n"), fs::perms::owner_all);
  }
  std::string lesson() const { return read("chapters/01_hello_opencl/README.md"); }
  std::string read(const fs::path& file) const { return common::read_text(directory.path / file); }
  std::string fix(std::vector<std::string> options = {}) const {
    std::vector<std::string> command{(fs::path(tests::bin_dir()) / "learn-tool").string(),
                                     "fix",
                                     "--root",
                                     directory.path.string(),
                                     "--bin",
                                     (directory.path / "bin").string()};
    command.insert(command.end(), options.begin(), options.end());
    return harness::run_process(command).output;
  }
};

} // namespace

TEST_CASE("learn fix: a stale block, output, tables and an unformatted file are mended, once") {
  const Project project;
  const std::string said = project.fix();
  CAPTURE(said);
  const bool formats = !contains(said, "clang-format 14 is not installed");
  CHECK(project.read("chapters/01_hello_opencl/sum.hpp") ==
        fmt::format("// [sum]\nint sum(int a,{}int b);\n// [/sum]\n", formats ? " " : ""));
  CHECK(contains(said, "chapters/01_hello_opencl/sum.hpp: formatted") == formats);
  CHECK(contains(project.lesson(), // the file was formatted before it was shown
                 fmt::format("```cpp\nint sum(int a,{}int b);\n```\n", formats ? " " : "")));
  CHECK(contains(project.lesson(), "```text\nfresh\n```\n"));
  CHECK(contains(
      project.lesson(),
      "|---|---|---|---|\n"
      "| [`first`](../../exercises/01_hello_opencl/01_first/task.md) | ★★ | kernel | Begin. |\n"
      "\nEnd.\n"));
  CHECK(project.read("README.md") ==
        "# A project\n\n<!-- chapters: ./learn fix -->\n| | chapter | what it shows | what its lab "
        "is about |\n"
        "|---|---|---|---|\n| | **One** | | |\n"
        "| 01 | [Hello](chapters/01_hello_opencl/README.md) | the first | its lab |\n"
        "| 99 | No *(to come)* | none |  |\n<!-- /chapters -->\n");
  CHECK(contains(said, "chapters/01_hello_opencl/README.md: refreshed"));
  CHECK(contains(said, "chapters/01_hello_opencl/README.md:3: note: refreshed"));

  const auto times = [&] {
    std::vector<fs::file_time_type> result;
    for (const std::string& file : project.directory.files())
      result.push_back(fs::last_write_time(project.directory.path / file));
    return result;
  };
  const auto before = times();
  const std::string again = project.fix();
  CHECK(times() == before);
  CHECK(!contains(again, "refreshed"));
  CHECK(!contains(again, "formatted"));
}

TEST_CASE("learn fix: outputs stay without runs, and what it cannot mend it says") {
  const Project project;
  project.fix({"--no-run"});
  CHECK(contains(project.lesson(), "```text\nstale\n```\n"));
  CHECK(contains(project.lesson(), "★★"));
  CHECK(contains(project.fix({"77"}), "nothing was checked"));

  project.directory.write("chapters/01_hello_opencl/README.md", "# No table\n");
  CHECK(contains(project.fix(), "chapters/01_hello_opencl/README.md has no table of exercises"));
  project.directory.write("README.md", "# No marks\n");
  CHECK(contains(project.fix(), "has lost the marks around its table of chapters"));
}

TEST_CASE("learn fix: .clangd says what the chapters say") {
  Project project;
  const auto& root = project.directory;
  root.write(".clangd", "By hand.\n# ./learn fix writes what follows.\nstale\n");
  root.write("kernels/07_x/editor.txt", "# a comment\n.*  -DA=1 -DB=2,3\npart\\.clh  suppress=*\n");
  root.write("kernels/07_x/v1_first.cl",
             "// A kernel.\n// build: -DTILE=16\n\n// build: -DNOT=1\n");
  root.write("exercises/01_hello_opencl/editor.txt", ".*  -DSIDE=16\n");
  CHECK(contains(project.fix(), ".clangd: refreshed"));
  CHECK(project.read(".clangd") == R"(By hand.
# ./learn fix writes what follows.
---
If:
  PathMatch: (exercises|solutions|mine)/01_hello_opencl/.*
CompileFlags:
  Add: ["-DSIDE=16"]
---
If:
  PathMatch: kernels/07_x/.*
CompileFlags:
  Add: ["-DA=1", "-DB=2,3"]
---
If:
  PathMatch: kernels/07_x/part\.clh
CompileFlags:
  Add: [-ferror-limit=0]
Diagnostics:
  Suppress: "*"
---
If:
  PathMatch: kernels/07_x/v1_first\.cl
CompileFlags:
  Add: ["-DTILE=16"]
)");
  CHECK_FALSE(contains(project.fix(), ".clangd"));
}

TEST_CASE("learn fix: .clangd and the tables of chapters and exercises in this project are fresh") {
  const fs::path root = tests::source_root();
  auto wanted = learn::lessons_with_exercises(root);
  wanted["README.md"] = learn::readme_with_chapters(root);
  wanted[".clangd"] = learn::editor_settings(root);
  for (const auto& file : wanted) {
    const bool fresh = common::read_text(root / file.first) == file.second;
    CHECK_MESSAGE(fresh, file.first.string(), ": run ./learn fix");
  }
}
