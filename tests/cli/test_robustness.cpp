// Clumsy surroundings: an output that is full or closed, a cache that cannot be written, one file for two purposes.

#include "common/files.hpp"
#include "tests/support/chapter.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <unistd.h>

using tests::contains;
using tests::Environment;
using tests::Program;
using tests::programs;
using tests::Words;
namespace fs = std::filesystem;

namespace {

// Runs a program of the build directory with redirections, in the shell's words: ">/dev/full 2>&-".
harness::ProcessResult redirected(const std::string& redirection, const std::string& program,
                                  const Words& arguments) {
  Words command{"sh", "-c", "exec \"$0\" \"$@\" " + redirection,
                (fs::path(tests::bin_dir()) / program).string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return harness::run_process(command);
}

// One line of output, and nothing else.
void check_one_sentence(const harness::ProcessResult& run, int code, const std::string& words) {
  INFO(run.output);
  CHECK(run.exit_code == code);
  CHECK(contains(run.output, words));
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
}

} // namespace

TEST_CASE("robustness: output that is lost is a failure") {
  if (!fs::exists("/dev/full"))
    SKIP_TEST("this system has no /dev/full");
  const tests::TemporaryDirectory directory;
  const std::string picture = (directory.path / "x.png").string();
  for (const char* lost : {">/dev/full", ">&-"}) {
    CAPTURE(lost);
    check_one_sentence(redirected(lost, "17_images_and_samplers", {"--help"}), 1,
                       "output could not be written");
    // Where more is printed than the library keeps, it is the library that complains.
    check_one_sentence(redirected(lost, "15_matmul_lab", {"--list", "--json", "-"}), 1, "write");
    check_one_sentence(redirected(lost, "01_hello_opencl", {"--quick", "--output", picture}), 1,
                       "output could not be written");
    // What is printed has not become part of a file that happened to get the number of stdout.
    CHECK(common::load_image(picture).pixels.size() > 1000);
  }
  // A failure keeps its own sentence.
  check_one_sentence(redirected(">/dev/full", "16_convolution", {"--input", picture + "x"}), 1,
                     "x.pngx");
}

TEST_CASE("robustness: the file '-' is standard output, and no file is tried") {
  const tests::TemporaryDirectory directory;
  fs::create_directory(directory.path /
                       "-"); // in its place no file can be written, by root neither
  harness::ProcessOptions options;
  options.directory = directory.path;
  const auto run = tests::run_program("15_matmul_lab", {"--list", "--json", "-"}, options);
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "\"steps\""));
}

TEST_CASE("robustness: wrong usage ends with 2 where nobody hears it") {
  if (!fs::exists("/dev/full"))
    SKIP_TEST("this system has no /dev/full");
  for (const char* deaf : {"2>/dev/full", "2>&-", "<&- >&- 2>&-"}) {
    CAPTURE(deaf);
    for (const char* wrong : {"--detail=much", "--no-such-option"})
      CHECK(redirected(deaf, "17_images_and_samplers", {wrong}).exit_code == 2);
  }
}

TEST_CASE("robustness: files do not take the place of closed standard streams") {
  const tests::TemporaryDirectory directory;
  const std::string picture = (directory.path / "x.png").string();
  const auto run = redirected("<&- 2>&-", "01_hello_opencl", {"--quick", "--output", picture});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "verified"));
  CHECK(common::load_image(picture).pixels.size() > 1000);
}

TEST_CASE("robustness: what a picture is called is looked at before the work") {
  const tests::TemporaryDirectory directory;
  for (const std::string& name : programs()) {
    CAPTURE(name);
    const std::string file = (directory.path / "bad.gif").string();
    const auto run = Program(name).run({"--output", file});
    check_one_sentence(run, 2, "bad.gif");
    CHECK(contains(run.output, ".png"));
  }
  for (const char* lab : {"16_convolution_lab", "17_images_and_samplers_lab"})
    check_one_sentence(tests::run_program(lab, {"--input", "x.png", "--output", "bad.gif"}), 2,
                       "bad.gif");
  CHECK(directory.files().empty());
}

TEST_CASE("robustness: what is read is not written over") {
  const tests::TemporaryDirectory directory;
  int with_input = 0;
  for (const std::string& name : programs()) {
    if (!contains(Program(name).run({"--help"}).output, "--input "))
      continue;
    ++with_input;
    CAPTURE(name);
    const std::string picture = name + ".png"; // where the program writes by itself
    common::save_image(directory.path / picture, {2, 1, 3, {1, 2, 3, 4, 5, 6}});
    const std::string before = common::read_text(directory.path / picture);
    fs::create_symlink(picture, directory.path / "link.png");
    harness::ProcessOptions options;
    options.directory = directory.path;
    for (const Words& arguments : {Words{"--input", picture, "--output", "./" + picture},
                                   Words{"--input", "link.png", "--output", picture},
                                   Words{"--input", (directory.path / picture).string()}}) {
      const auto run = tests::run_program(name, arguments, options);
      check_one_sentence(run, 2, "--output");
      CHECK(contains(run.output, "--input"));
    }
    CHECK(common::read_text(directory.path / picture) == before);
    fs::remove(directory.path / "link.png");
  }
  CHECK(with_input >= 2);
}

TEST_CASE("robustness: every program takes a picture of any shape" * tests::long_tier) {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string(),
                    out = (directory.path / "out.png").string();
  for (const std::string& name : programs()) {
    if (!contains(Program(name).run({"--help"}).output, "--input "))
      continue;
    for (const auto& [width, height] :
         {std::pair{1, 1}, std::pair{2, 3}, std::pair{1, 4000}, std::pair{4000, 1}}) {
      common::save_image(in,
                         {width, height, 3, std::vector<std::uint8_t>(3UL * width * height, 100)});
      const auto run = Program(name).run({"--input", in, "--output", out});
      CAPTURE(name);
      CAPTURE(width);
      CAPTURE(run.output);
      CHECK((run.exit_code == 0 || run.exit_code == 77));
    }
  }
}

TEST_CASE(
    "robustness: what is too large for the device is refused before, and what is said to fit does" *
    tests::long_tier) {
#ifndef OTHER_DEVICE
  SKIP_TEST("no device can be made up here");
#else
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string(),
                    out = (directory.path / "out.png").string();
  // In a path without blanks: LD_PRELOAD takes a blank as the end of a path.
  const tests::fs::path device = directory.path / "device.so";
  tests::fs::copy_file(tests::test_bin_dir() + "/" OTHER_DEVICE, device);
  const auto run = [&](const std::string& name, int width, int height, const Environment& limit) {
    common::save_image(in,
                       {width, height, 3, std::vector<std::uint8_t>(3UL * width * height, 100)});
    Environment environment{{"LD_PRELOAD", device.string()}};
    environment.insert(environment.end(), limit.begin(), limit.end());
    return Program(name).run({"--input", in, "--output", out}, environment);
  };
  const std::regex fitting("at most (\\d+) x (\\d+) fits?");
  for (const std::string& name : programs()) {
    if (!contains(Program(name).run({"--help"}).output, "--input "))
      continue;
    CAPTURE(name);
    for (const auto& [limit, value, says] :
         {std::tuple{"OTHER_DEVICE_MAX_ALLOC", "150000", "CL_DEVICE_MAX_MEM_ALLOC_SIZE"},
          std::tuple{"OTHER_DEVICE_MEMORY", "200000", "CL_DEVICE_GLOBAL_MEM_SIZE"},
          std::tuple{"OTHER_DEVICE_IMAGE_SIDE", "200", "CL_DEVICE_IMAGE2D_MAX"}}) {
      if (contains(limit, "IMAGE") && name != "17_images_and_samplers")
        continue; // has no images
      const auto refused = run(name, 300, 200, {{limit, value}});
      check_one_sentence(refused, 1, says);
      std::smatch sides;
      REQUIRE(std::regex_search(refused.output, sides, fitting));
      const int width = std::stoi(sides[1]), height = std::stoi(sides[2]);
      CHECK(width * height > 2000);
      if (name == "17_images_and_samplers" || name == "19_geometric_transforms")
        continue; // their results have other sizes
      const auto fits = run(name, width, height, {{limit, value}});
      CAPTURE(fits.output);
      CHECK((fits.exit_code == 0 || fits.exit_code == 77));
    }
  }
#endif
}

TEST_CASE("robustness: --input takes what --help says that it takes") {
  const tests::TemporaryDirectory directory;
  const std::string pgm = directory.write("in.pgm", "P5\n1 1\n255\n0").string(),
                    ppm = directory.write("in.ppm", "P6\n1 1\n255\n000").string(),
                    out = (directory.path / "out.png").string();
  int with_input = 0;
  std::vector<std::pair<std::string, Words>> all;
  for (const std::string& name : programs())
    all.emplace_back(name, Words{"--quick", "--output", out});
  for (const std::string& chapter : tests::labs())
    all.emplace_back(chapter + "_lab",
                     chapter == "20_image_filters" ? Words{"--picture", out}
                     : chapter == "23_fourier"
                         ? Words{"--use", "picture", "--into", directory.path.string()}
                         : Words{"--output", out});
  for (const auto& [name, options] : all) {
    const std::string help = tests::run_program(name, {"--help"}).output;
    if (!contains(help, "--input "))
      continue;
    ++with_input;
    for (const auto& [kind, file] : {std::pair{"PGM", pgm}, std::pair{"PPM", ppm}}) {
      Words arguments{"--input", file};
      arguments.insert(arguments.end(), options.begin(), options.end());
      const auto run = tests::run_program(name, arguments);
      CAPTURE(name);
      CAPTURE(run.output);
      CHECK(contains(help, kind) == (run.exit_code == 0));
      CHECK(contains(run.output, std::string("it is a ") + kind) == (run.exit_code != 0));
    }
  }
  CHECK(with_input >= 20);
}

TEST_CASE("robustness: results do not take the place of what was read, or of the picture") {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string(),
                    out = (directory.path / "out.png").string();
  common::save_image(in, {2, 1, 3, {1, 2, 3, 4, 5, 6}});
  const std::string before = common::read_text(in);
  for (const Words& files :
       {Words{"--input", in, "--json", in}, Words{"--input", in, "--output", in},
        Words{"--input", in, "--output", out, "--json", out}}) {
    check_one_sentence(tests::run_program("16_convolution_lab", files), 2, files.back());
    CHECK(common::read_text(in) == before);
  }
  CHECK(directory.files() == Words{"in.png"});
}

TEST_CASE("robustness: a cache that PoCL cannot use is named") {
  if (!tests::on_pocl())
    SKIP_TEST("this device is not PoCL's");
  const tests::TemporaryDirectory directory;
  const std::string file = directory.write("file", "").string();
  for (const std::string& setting : {"POCL_CACHE_DIR=" + file, "POCL_CACHE_DIR=" + file + "/below",
                                     "XDG_CACHE_HOME=" + file, "HOME=" + file}) {
    const auto run =
        harness::run_process({"env", "-u", "POCL_CACHE_DIR", "-u", "XDG_CACHE_HOME", setting,
                              (fs::path(tests::bin_dir()) / "01_hello_opencl").string(), "--quick",
                              "--output", (directory.path / "x.png").string()});
    CAPTURE(setting);
    INFO(run.output);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, "'" + file));
    CHECK(contains(run.output, "POCL_CACHE_DIR"));
    CHECK_FALSE(contains(run.output, "apt install"));
  }
  harness::ProcessOptions options;
  options.environment = {{"POCL_CACHE_DIR", file + "/below"}};
  const auto doctor = tests::run_program("learn-tool", {"doctor"}, options);
  INFO(doctor.output);
  CHECK(doctor.exit_code == 1);
  CHECK(contains(doctor.output, "* PoCL cannot store compiled kernels in '" + file + "/below'"));
  CHECK_FALSE(contains(doctor.output, "* install a driver"));
}

TEST_CASE("robustness: a full cache is named") {
  if (!tests::on_pocl())
    SKIP_TEST("this device is not PoCL's");
  const tests::TemporaryDirectory directory;
  const std::string disk = (directory.path / "disk").string();
  fs::create_directory(disk);
  // A disk of 64 KiB in a namespace of its own, which vanishes with the program.
  const std::string mount = "mount -t tmpfs -o size=64k none '" + disk + "'";
  if (harness::run_process({"unshare", "-rm", "sh", "-c", mount}).exit_code != 0)
    SKIP_TEST("this system lets no user mount a small disk");
  harness::ProcessOptions options;
  options.environment = {{"POCL_CACHE_DIR", disk + "/cache"}};
  for (const std::string program : {"01_hello_opencl", "16_convolution"}) {
    const auto run =
        harness::run_process({"unshare", "-rm", "sh", "-c", mount + " && exec \"$0\" \"$@\"",
                              (fs::path(tests::bin_dir()) / program).string(), "--quick",
                              "--output", (directory.path / "x.png").string()},
                             options);
    check_one_sentence(run, 1, "'" + disk);
    CHECK(contains(run.output, "POCL_CACHE_DIR"));
  }
}
