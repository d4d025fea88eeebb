// Chapter 10 in the simulator, which has OpenCL 1.2: its kernels are clean.

#include "common/image.hpp"
#include "tests/support/simulator.hpp"

TEST_CASE("10: the panels are clean in the simulator") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  const auto file = [&](const char* name) { return (directory.path / name).string(); };
  common::Image in{13, 7, 4, std::vector<std::uint8_t>(4 * 13 * 7)};
  for (std::size_t i = 0; i < in.pixels.size(); ++i)
    in.pixels[i] = static_cast<std::uint8_t>(41 * i);
  common::save_image(file("in.png"), in);
  const harness::OclgrindReport report =
      tests::clean_run("10_types_and_operators",
                       {"--quick", "--input", file("in.png"), "--output", file("out.png")});
  // One load and one store of a pixel for each pixel of each panel, as the contract says.
  const harness::AccessCounts& panels = report.kernels.at("panels");
  CHECK(panels.global_stores.bytes > 0);
  CHECK(panels.global_stores.bytes % (8 * 4 * 13 * 7) ==
        0); // as many launches as timing them takes
  CHECK(panels.global_loads.bytes == panels.global_stores.bytes);
}

TEST_CASE("10: Oclgrind finds nothing wrong with the kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run(
      "10_types_and_operators_lab",
      {"--quick", "--only",
       "sizes,points,casts,conversions,bits,operators,arithmetic,choose,flow,half,widths,twin"});
  // Its own mistake, which the program reports and does not count.
  CHECK(tests::contains(report.output, "wrong here: float to int _rtp of -2.5: -3"));
  // Three floats for each of 100 points.
  CHECK(report.kernels.at("packed_points").global_loads.bytes == 100 * 12);
}

TEST_CASE("10: Oclgrind builds vectors as a device does") {
  NEEDS_OCLGRIND;
  // Without --uninitialized, which crashes in Oclgrind 21.10 where a vector is built of shorter ones.
  const auto result = harness::run_process({"oclgrind", "--num-threads", "1", "--data-races",
                                            tests::bin_dir() + "/10_types_and_operators_lab",
                                            "--quick", "--only", "vectors"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(tests::contains(result.output, "verified"));
  CHECK(!tests::contains(result.output, "Invalid"));
  CHECK(!tests::contains(result.output, "race"));
}
