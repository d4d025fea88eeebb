// Chapter 6 in the simulator, which runs commands one after the other.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

TEST_CASE(
    "06: Oclgrind finds nothing wrong with the program, and counts what its kernels promise") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string input = (directory.path / "in.png").string();
  constexpr int width = 33, height = 21;
  common::Image picture{width, height, 3, {}};
  for (int i = 0; i < 3 * width * height; ++i)
    picture.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  common::save_image(input, picture);
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/06_synchronization", "--quick", "--input",
                                   input, "--output", (directory.path / "out.png").string()});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  CHECK(tests::contains(report.output, "verified"));
  struct Promise {
    const char* kernel;
    std::uint64_t loads, stores; // for each pixel
  };
  for (const Promise& promise :
       {Promise{"lights", 5, 1}, {"rows", 9, 6}, {"columns", 9, 6}, {"blend", 9, 3}}) {
    CAPTURE(promise.kernel);
    REQUIRE(report.kernels.count(promise.kernel) == 1);
    const auto& counted = report.kernels.at(promise.kernel);
    // Each kernel runs twice, and rows a few times more, beside the loop in C++.
    constexpr std::uint64_t pixels = width * height;
    const std::uint64_t launches = counted.global_stores.instructions / (promise.stores * pixels);
    CHECK((promise.kernel == std::string("rows") ? launches > 3 : launches == 2));
    CHECK(counted.global_loads.instructions == promise.loads * pixels * launches);
    CHECK(counted.global_stores.instructions == promise.stores * pixels * launches);
  }
}

TEST_CASE("06: Oclgrind finds nothing wrong with commands that are ordered") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report =
      harness::run_under_oclgrind({tests::bin_dir() + "/06_synchronization_lab", "--quick",
                                   "--delay", "1", "--only", "blocking,queues,race"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  CHECK(tests::contains(report.output, "verified: every claim"));
  CHECK(report.kernels.count("busy") == 1);
}
