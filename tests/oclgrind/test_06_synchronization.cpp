// Chapter 6 in the simulator, which runs commands one after the other.

#include "tests/support/simulator.hpp"

TEST_CASE(
    "06: Oclgrind finds nothing wrong with the program, and counts what its kernels promise") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  constexpr int width = 33, height = 21;
  const std::string input = tests::picture_in(directory, width, height, 3);
  const harness::OclgrindReport report =
      tests::clean_run("06_synchronization", {"--quick", "--input", input, "--output",
                                              (directory.path / "out.png").string()});
  CHECK(tests::contains(report.output, "verified"));
  struct Promise {
    const char* kernel;
    std::uint64_t loads, stores; // for each pixel
  };
  for (const Promise& promise :
       {Promise{"lights", 5, 1}, {"rows", 9, 6}, {"columns", 9, 6}, {"blend", 9, 3}}) {
    CAPTURE(promise.kernel);
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
  const harness::OclgrindReport report = tests::clean_run(
      "06_synchronization_lab", {"--quick", "--delay", "1", "--only", "blocking,queues,race"});
  CHECK(tests::contains(report.output, "verified: every claim"));
  CHECK(report.kernels.count("busy") == 1);
}
