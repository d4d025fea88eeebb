// Chapter 1: both first programs do what the lesson says, and notice when a kernel is wrong.

#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "harness/system/text.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using tests::contains;
using tests::Environment;

namespace {

const tests::Program chapter("01_hello_opencl");
const tests::Lab lab("01_hello_opencl");
const std::string program = tests::bin_dir() + "/01_hello_opencl";
const std::string program_in_c = tests::bin_dir() + "/01_hello_opencl_c";

harness::ProcessResult run(std::vector<std::string> command, const Environment& environment = {}) {
  const tests::TemporaryDirectory directory; // where the picture goes
  return harness::run_process(command, {120, environment, directory.path});
}

} // namespace

TEST_CASE("01: both programs verify their sums") {
  for (const std::string& name : {program, program_in_c}) {
    CAPTURE(name);
    const harness::ProcessResult result = run({name});
    CAPTURE(result.output);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "Hello from "));
    CHECK(contains(result.output, "verified: the device and the host agree on all 1000 sums"));
    CHECK(contains(result.output, " work-items in "));
  }
}

TEST_CASE("01: the C program says what the C++ program says, up to the picture") {
  const auto cpp = harness::lines_of(run({program}).output);
  const auto c = harness::lines_of(run({program_in_c}).output);
  REQUIRE(cpp.size() == 6);
  REQUIRE(c.size() == 3);
  for (std::size_t i = 0; i < c.size(); ++i)
    CHECK(cpp[i] == c[i]);
}

TEST_CASE("01: each pixel of the picture follows from the formula") {
  for (const Environment& environment : tests::any_group_size) {
    const common::Image image = chapter.picture({"--quick"}, {"every pixel of "}, environment);
    REQUIRE(image.width == 512);
    REQUIRE(image.height == 384);
    REQUIRE(image.channels == 4);
    int worst = 0;
    for (int row = 0; row < image.height; ++row)
      for (int column = 0; column < image.width; ++column) {
        const double x = 2.0 * (column + 0.5) / image.width - 1.0;
        const double y = 2.0 * (row + 0.5) / image.height - 1.0;
        const double wave = 0.5 + 0.25 * (std::sin(40.0 * std::hypot(x + 0.4, y)) +
                                          std::sin(40.0 * std::hypot(x - 0.4, y)));
        const double want[] = {255.0 * wave * wave, 255.0 * wave * (0.6 + 0.3 * y),
                               255.0 * (0.3 + 0.7 * wave)};
        for (int c = 0; c < 3; ++c) {
          const int got =
              image.pixels[4 * (static_cast<std::size_t>(row) * image.width + column) + c];
          worst = std::max(worst, std::abs(got - static_cast<int>(want[c])));
        }
      }
    CHECK(worst <= 1); // where float and double fall on two sides of a whole number
  }
}

TEST_CASE("01: a kernel that leaves pixels out is noticed, a changed formula is welcome") {
  chapter.notices(
      {{"picture.cl", "column >= width", "column >= width - 1", "",
        "no work-item has written pixel 511"},
       {"picture.cl", "row >= height", "row != 7", "", "no work-item has written pixel 0"},
       {"picture.cl", "pixels[first + 3] = 255;", "", "", "no work-item has written pixel 0"}});
  const tests::TemporaryDirectory directory;
  directory.write("01_hello_opencl/picture.cl",
                  lab.changed_kernel("picture.cl", "40.0f * left", "80.0f * left"));
  CHECK(run({program}, {{"OCL_KERNEL_PATH", directory.path.string()}}).exit_code == 0);
}

TEST_CASE(
    "01: a picture that cannot be written is said before anything runs, and nothing is left") {
  const tests::TemporaryDirectory directory;
  const auto result = run({program, "--output", (directory.path / "none" / "x.png").string()});
  CAPTURE(result.output);
  CHECK(result.exit_code == 1);
  CHECK(harness::lines_of(result.output).size() == 1);
  const auto kind = run({program, "--output", (directory.path / "x.gif").string()});
  CHECK(kind.exit_code == 2);
  CHECK(directory.files().empty());
}

TEST_CASE("01: the reader's own program builds outside the tree, by one line and by CMake") {
  const fs::path own = fs::path(tests::source_root()) / "chapters" / "01_hello_opencl" / "own";
  const std::string lesson = common::read_text(own.parent_path() / "own_program.md");
  // The lines as that page prints them.
  const auto line_with = [&](const char* begin) {
    const std::size_t at = lesson.find(begin);
    REQUIRE(at != std::string::npos);
    return lesson.substr(at, lesson.find('\n', at) - at);
  };
  const tests::TemporaryDirectory directory;
  for (const char* file : {"hello.cpp", "CMakeLists.txt"})
    directory.write(file, common::read_text(own / file));
  // Where headers and libraries lie in a directory of their own, the environment says so (CPATH, LIBRARY_PATH).
  const harness::ProcessOptions there{300, {}, directory.path};
  const auto built = harness::run_process(
      {"sh", "-c", line_with("g++ -std=c++17 hello.cpp") + " && ./hello"}, there);
  CAPTURE(built.output);
  CHECK(built.exit_code == 0);
  CHECK(contains(built.output, "11 22 33 44\n"));
  const auto by_cmake =
      harness::run_process({"sh", "-c", line_with("cmake -G Ninja") + " && build/hello"}, there);
  CAPTURE(by_cmake.output);
  CHECK(by_cmake.exit_code == 0);
  CHECK(contains(by_cmake.output, "11 22 33 44\n"));
  // With an error its first line is the call and the code, and the exit code is 1.
  const auto unplugged =
      harness::run_process({"./hello"}, {60, tests::Unplugged().environment, directory.path});
  CHECK(unplugged.exit_code == 1);
  CHECK(contains(unplugged.output, " failed with error -"));
}

TEST_CASE("01: runs from any directory") {
  const tests::TemporaryDirectory directory;
  for (const std::string& name : {program, program_in_c})
    CHECK(harness::run_process({name}, {120, {}, directory.path}).exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"01_hello_opencl.png"});
}

TEST_CASE("01: work-groups of one work-item are enough") {
  for (const std::string& name : {program, program_in_c}) {
    const auto result = run({name, "--device", "cpu"}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}});
    CAPTURE(result.output);
    CHECK(result.exit_code == 0);
    // Only PoCL knows the variable; another CPU platform keeps its groups of 64.
    CHECK((contains(result.output, "1000 work-items in 1000 work-groups of 1\n") ||
           contains(result.output, "1024 work-items in 16 work-groups of 64\n")));
  }
}

TEST_CASE("01: a wrong kernel does not pass" * tests::long_tier) {
  const std::vector<std::array<std::string, 3>> cases{
      {"a[i] + b[i];", "a[i] - b[i];", "sums are wrong"},
      {"a[i] + b[i];", "a[i] + b[0];", "999 of 1000 sums are wrong"},
      {"i < n", "i < n - 1", "1 of 1000 sums are wrong"},
      {"i < n", "i > n", "1000 of 1000 sums are wrong"}, // the result stays what it was: NaN
      {"get_global_id(0)", "get_local_id(0)", "sums are wrong"},
      {"get_global_id(0)", "get_globl_id(0)", "does not build"},
      {"vector_add(global", "vector_sub(global", "CL_INVALID_KERNEL_NAME"},
      {", uint n", ", ulong n", "CL_INVALID_ARG_SIZE"},
  };
  for (const auto& [from, to, message] : cases) {
    const tests::TemporaryDirectory directory;
    const fs::path file =
        directory.write("vector_add.cl", lab.changed_kernel("vector_add.cl", from, to));
    const tests::TemporaryDirectory kernels;
    kernels.write("01_hello_opencl/vector_add.cl", common::read_text(file));
    const auto result = run({program}, {{"OCL_KERNEL_PATH", kernels.path.string()}});
    CAPTURE(file.string());
    CAPTURE(result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, message));
    CHECK(!contains(result.output, "verified"));

    const auto in_c = run({program_in_c, "--kernel", file.string()});
    CAPTURE(in_c.output);
    CHECK(in_c.exit_code == 1);
    CHECK(contains(in_c.output, "error: "));
    CHECK(!contains(in_c.output, "verified"));
  }
}

TEST_CASE("01: bad command lines and machines without OpenCL get one clear message from the "
          "program in C, too") {
  const auto says = [](const tests::Words& arguments, int code, const std::string& words,
                       const tests::Environment& environment = {}) {
    tests::Words command{program_in_c};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto result = run(command, environment);
    INFO(result.output);
    CHECK(result.exit_code == code);
    CHECK(contains(result.output, words));
  };
  says({"--help"}, 0, "--device");
  says({"--no-such-option"}, 2, "--no-such-option");
  says({"--device"}, 2, "--device");
  says({"--device", "no such device"}, 1, "no OpenCL device fits 'no such device'");
  says({"--device", "99999"}, 1, "99999");
  says({}, 1, "no such device", {{"OCL_DEVICE", "no such device"}});
  says({}, 1, "pocl-opencl-icd", tests::Unplugged().environment);
  says({"--kernel", "/nonexistent.cl"}, 1, "cannot read '/nonexistent.cl'");
}

TEST_CASE("01: each mistake on purpose shows its message") {
  lab.shows({{"syntax-error", "expected ';'"},
             {"wrong-name", "CL_INVALID_KERNEL_NAME", tests::Shows::everywhere},
             {"missing-argument", "CL_INVALID_KERNEL_ARGS", tests::Shows::everywhere},
             {"wrong-type", "CL_INVALID_ARG_SIZE", tests::Shows::everywhere},
             {"odd-group", "CL_INVALID_WORK_GROUP_SIZE", tests::Shows::perhaps},
             {"no-guard", "All 1000 sums are right. But 24 floats past the end of c"}});
  lab.says({"wrong-name", "CL_INVALID_KERNEL_NAME", "no-guard"});
  const tests::Json rows = lab.experiment("mistakes").at("rows");
  CHECK(rows.size() == 7);
  for (const tests::Json& row : rows)
    CHECK(!row.at("seen").get<std::string>().empty());
}
