// Chapter 16 in the simulator: no race, no wild access, and the counts of memory accesses are those
// of the formulas, whatever the border.

#include "common/image.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

namespace {

void verify_access_counts(const std::string& border) {
  NEEDS_OCLGRIND;
  for (const std::string channels : {"1", "4"}) {
    const harness::ProcessResult run =
        tests::run_lab("16_convolution", {"--oclgrind", "--size", "17x9", "--border", border,
                                          "--channels", channels});
    INFO(border, " ", channels, "\n", run.output);
    CHECK(run.exit_code == 0);
    // Only where the compiler decides which of the weights are loaded.
    std::size_t not_promised = 0;
    for (std::size_t at = run.output.find("no access counts promised"); at != std::string::npos;
         at = run.output.find("no access counts promised", at + 1))
      ++not_promised;
    CHECK(not_promised == 5);
    for (const std::string step : {"v14", "v15", "v16", "v17", "c2 "})
      CHECK(tests::contains(run.output, step + "   clean; no access counts promised"));
  }
}

} // namespace

// One test case for each border, so that they run side by side.
TEST_CASE("16_convolution: access counts are as promised, border valid") {
  verify_access_counts("valid");
}

TEST_CASE("16_convolution: access counts are as promised, border zero") {
  verify_access_counts("zero");
}

TEST_CASE("16_convolution: access counts are as promised, border clamp") {
  verify_access_counts("clamp");
}

TEST_CASE("16_convolution: access counts are as promised, border reflect") {
  verify_access_counts("reflect");
}

TEST_CASE("16_convolution: access counts are as promised, border wrap") {
  verify_access_counts("wrap");
}

TEST_CASE("16_convolution: the lesson's program is clean, and loads what its kernel promises") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  common::Image image{7, 5, 4, {}};
  for (int i = 0; i < 4 * 7 * 5; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const std::string in = (directory.path / "in.png").string();
  common::save_image(in, image);
  for (const std::string border : {"zero", "clamp", "reflect", "wrap"}) {
    CAPTURE(border);
    const harness::OclgrindReport report = harness::run_under_oclgrind(
        {tests::bin_dir() + "/16_convolution", "--quick", "--input", in, "--border", border,
         "--output", (directory.path / "out.png").string()});
    CAPTURE(report.output);
    CHECK(report.clean());
    REQUIRE(report.kernels.count("filter") == 1);
    // 9 for each of 35 pixels, and one for its alpha; with 'zero' none outside: 3 n - 2 are inside.
    const std::uint64_t pixels = border == "zero" ? 19 * 13 : 9 * 35;
    CHECK(report.kernels.at("filter").global_loads.bytes == 4 * (pixels + 35));
    CHECK(report.kernels.at("filter").constant_loads.bytes == 4 * pixels);
    CHECK(report.kernels.at("filter").global_stores.bytes == 4 * 35);
  }
}
