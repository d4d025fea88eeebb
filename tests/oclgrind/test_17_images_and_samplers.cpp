// Chapter 17 in the simulator: its kernels are clean, the accesses are as promised, and images are
// read as often as the lesson says.

#include "tests/support/simulator.hpp"

#include <fmt/format.h>
#include <regex>

namespace {

/// How often the kernel `convolve` called a function whose name begins with `name`: Oclgrind lists
/// reads and writes of images as calls.
std::uint64_t calls(const harness::OclgrindReport& report, const std::string& name) {
  const std::size_t begin = report.output.find("Instructions executed for kernel 'convolve'");
  REQUIRE(begin != std::string::npos);
  const std::string list = report.output.substr(begin, report.output.find("\n\n", begin) - begin);
  const std::regex line("([0-9,.']+) - call _Z[0-9]+" + name);
  std::uint64_t sum = 0;
  for (auto match = std::sregex_iterator(list.begin(), list.end(), line);
       match != std::sregex_iterator(); ++match)
    sum += std::stoull(std::regex_replace(match->str(1), std::regex("[^0-9]"), ""));
  return sum;
}

} // namespace

TEST_CASE("17: Oclgrind finds nothing wrong with the kernels of the experiments") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      tests::clean_run("17_images_and_samplers_lab", {"--quick"}, tests::Values::unchecked);
  for (const char* name : {"sample", "enlarge_row", "read_image2d_t", "see_f", "write_f"})
    CHECK(report.kernels.count(name) == 1);
}

TEST_CASE("17: both ladders are clean and access memory as promised") {
  NEEDS_OCLGRIND;
  std::vector<std::vector<std::string>> problems{{"--border", "zero", "--channels", "4"},
                                                 {"--border", "valid", "--depth", "byte"},
                                                 {"--border", "wrap"}};
  for (const std::string filter : {"nearest", "bilinear", "bicubic", "area"})
    problems.push_back({"--scale", "0.6", "--filter", filter});
  problems.push_back({"--scale", "1.6", "--channels", "4"});
  problems.push_back({"--scale", "0.6", "--depth", "byte"});
  for (std::vector<std::string> arguments : problems) {
    arguments.insert(arguments.end(), {"--size", "9x7"});
    CHECK(tests::contains(tests::clean_steps("17_images_and_samplers", arguments),
                          "clean; access counts as promised"));
  }
}

TEST_CASE("17: how often each step reads the image") {
  NEEDS_OCLGRIND;
  // 8 x 8 outputs, 3 x 3 weights; groups of 4 x 4 have tiles of 6 x 6; v6 has 4 outputs in a column,
  // v8 two reads in a row of weights.
  const std::vector<std::pair<std::string, std::uint64_t>> expected{
      {"v2", 64 * 9}, {"v3", 4 * 36},     {"v4", 4 * 36},
      {"v5", 64 * 9}, {"v6", 16 * 6 * 3}, {"v8", 64 * 6}};
  for (const auto& one : expected) {
    const auto report = harness::run_under_oclgrind(
        {tests::bin_dir() + "/17_images_and_samplers_lab", "--check", "--device", "oclgrind",
         "--size", "8x8", "--weights", "box", "--step", one.first},
        120, true);
    INFO(one.first, "\n", report.output);
    CHECK(report.exit_code == 0);
    CHECK(report.kernels.at("convolve").image_reads.instructions == one.second);
    CHECK(calls(report, "write_image") == (one.first == "v5" ? 64 : 0));
  }
}

TEST_CASE("17: the lesson's program is clean, and reads once for each pixel") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string in = tests::picture_in(directory, 6, 5, 4);
  const harness::OclgrindReport report =
      tests::clean_run("17_images_and_samplers",
                       {"--quick", "--input", in, "--detail", "4x3+1+2", "--scale", "2.5",
                        "--output", (directory.path / "out.png").string()},
                       tests::Values::unchecked);
  CHECK(report.kernels.at("resize").image_reads.instructions == 2 * 10 * 7); // two samplers
}
