// Chapter 16 in the simulator: no race, no wild access, and the counts of memory accesses are those
// of the formulas, whatever the border.

#include "harness/system/text.hpp"
#include "tests/support/simulator.hpp"

TEST_CASE("16_convolution: access counts are as promised, whatever the border") {
  NEEDS_OCLGRIND;
  for (const std::string border : {"valid", "zero", "clamp", "reflect", "wrap"})
    for (const std::string channels : {"1", "4"}) {
      const std::string said = tests::clean_steps(
          "16_convolution", {"--size", "17x9", "--border", border, "--channels", channels});
      // Nothing is promised only where the compiler decides which of the weights are loaded.
      std::vector<std::string> silent;
      for (const std::string& line : harness::lines_of(said))
        if (tests::contains(line, "no access counts promised"))
          silent.push_back(harness::split(line, " ").at(1));
      CHECK(silent == std::vector<std::string>{"v14", "v15", "v16", "v17", "c2"});
    }
}

TEST_CASE("16_convolution: the lesson's program is clean, and loads what its kernel promises") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const std::string in = tests::picture_in(directory, 7, 5, 4);
  for (const std::string border : {"zero", "clamp", "reflect", "wrap"}) {
    CAPTURE(border);
    const harness::OclgrindReport report = harness::run_under_oclgrind(
        {tests::bin_dir() + "/16_convolution", "--quick", "--input", in, "--border", border,
         "--output", (directory.path / "out.png").string()});
    CAPTURE(report.output);
    CHECK(report.clean());
    // 9 for each of 35 pixels, and one for its alpha; with 'zero' none outside: 3 n - 2 are inside.
    const std::uint64_t pixels = border == "zero" ? 19 * 13 : 9 * 35;
    const auto& counted = report.kernels.at("filter");
    const std::uint64_t launches = counted.global_stores.bytes / (4 * 35); // some to be timed
    CHECK(launches > 0);
    CHECK(counted.global_stores.bytes == launches * 4 * 35);
    CHECK(counted.global_loads.bytes == launches * 4 * (pixels + 35));
    CHECK(counted.constant_loads.bytes == launches * 4 * pixels);
  }
}
