// Chapter 11 in the simulator: its kernels are clean and read as often as the program says, and each
// mistake with local memory is named.

#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "tests/support/simulator.hpp"

#include <algorithm>

namespace {

harness::OclgrindReport run(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{tests::bin_dir() + "/11_address_spaces_lab"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return harness::run_under_oclgrind(command);
}

// The program with a picture of this size.
harness::OclgrindReport blur(const tests::TemporaryDirectory& directory, int width, int height,
                             const std::string& radius) {
  common::Image image{width, height, 4, {}};
  for (int i = 0; i < 4 * width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const auto in = directory.path / "in.png", out = directory.path / "out.png";
  common::save_image(in, image);
  return harness::run_under_oclgrind({tests::bin_dir() + "/11_address_spaces", "--quick",
                                      "--radius", radius, "--input", in.string(), "--output",
                                      out.string()});
}

} // namespace

TEST_CASE("11: the blur is clean, and each kernel reads as often as the program says") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = blur(tests::TemporaryDirectory(), 20, 18, "2");
  CAPTURE(report.output);
  CHECK(report.clean());
  CHECK(tests::contains(report.output, "9000 reads of global memory,  25.0 per pixel"));
  CHECK(tests::contains(report.output, "1600 reads of global memory,   4.4 per pixel"));
  // The program launches a kernel several times, to compare it with a loop: as often as it stores the picture.
  const auto launches = [&](const char* kernel) {
    const auto bytes = report.kernels.at(kernel).global_stores.bytes;
    CHECK(bytes >= 4 * 20 * 18);
    CHECK(bytes % (4 * 20 * 18) == 0);
    return bytes / (4 * 20 * 18);
  };
  CHECK(report.kernels.at("blur_direct").global_loads.bytes == launches("blur_direct") * 4 * 9000);
  CHECK(report.kernels.at("blur_tiled").global_loads.bytes == launches("blur_tiled") * 4 * 1600);
  CHECK(report.kernels.at("blur_tiled").local_stores.bytes == launches("blur_tiled") * 4 * 1600);
  CHECK(report.kernels.at("blur_tiled").local_loads.bytes == launches("blur_tiled") * 4 * 9000);
  CHECK(launches("blur_copied") == 1);
  CHECK(report.kernels.at("blur_copied").local_loads.bytes == 4 * 9000);
}

TEST_CASE("11: without its barrier, the blur has a race") {
  NEEDS_OCLGRIND;
  const tests::TemporaryDirectory directory;
  std::string source = common::read_text(common::find_kernel("11_address_spaces/blur.cl"));
  const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE);";
  REQUIRE(source.find(barrier) != std::string::npos);
  directory.write("11_address_spaces/blur.cl", source.erase(source.find(barrier), barrier.size()));
  const tests::ScopedEnvironment kernels("OCL_KERNEL_PATH", directory.path.string());
  const harness::OclgrindReport report = blur(directory, 1, 1, "1");
  CAPTURE(report.output);
  REQUIRE(!report.findings.empty());
  CHECK(std::any_of(report.findings.begin(), report.findings.end(), [](const std::string& finding) {
    return tests::contains(finding, "data race at local memory");
  }));
}

TEST_CASE("11: the smallest example is clean") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = tests::clean_run("11_address_spaces_smallest", {});
  CHECK(tests::contains(report.output, "2 3 4 1 6 7 8 5"));
}

TEST_CASE("11: Oclgrind finds nothing wrong with the kernels") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = run({"--quick"});
  CAPTURE(report.output);
  CHECK(report.exit_code == 0);
  CHECK(report.findings.empty());
  CHECK(tests::contains(report.output, "with a stride: left out"));
  CHECK(tests::contains(report.output, "skipped: Oclgrind sees no order between work-groups"));

  // 1000 results of 17 numbers each. Through a tile a number is read from global memory once for each
  // work-group: 8 of them, which overlap by 16.
  const auto loads = [&](const char* kernel) {
    return report.kernels.at(kernel).global_loads.bytes;
  };
  CHECK(loads("transpose_direct") == 4 * 64 * 65);
  CHECK(loads("transpose_tiled") == 4 * 64 * 65);
  CHECK(report.kernels.at("transpose_tiled").local_loads.bytes == 4 * 64 * 65);
  CHECK(loads("window_direct") == 4 * 17 * 1000);
  CHECK(loads("window_prefetch") == loads("window_direct"));
  CHECK(report.kernels.count("window_async") == 1);
  CHECK(loads("window_by_hand") == 4 * (1000 + 8 * 16));
  CHECK(report.kernels.at("window_by_hand").local_loads.bytes == 4 * 17 * 1000);
  CHECK(report.kernels.at("sum_constant").constant_loads.bytes == 3 * 4 * 8 * 1024);
  CHECK(report.kernels.at("sum_global").global_loads.bytes == 3 * 4 * 8 * 1024);
}

TEST_CASE("11: Oclgrind names each mistake with local memory, barriers and copies") {
  NEEDS_OCLGRIND;
  struct Case {
    const char *demo, *kind, *line;
  };
  for (const Case& each : {Case{"missing-barrier", "race", "tile[l] = x[i]"},
                           Case{"missing-second-barrier", "race", "tile[l] = once"},
                           Case{"fence-for-barrier", "race", "tile[l] = x[i]"},
                           Case{"barrier-across-groups", "race", "squares[i] = x[i] * x[i]"},
                           Case{"swapped-copy", "Uninitialized", "async_work_group_copy(x + first"},
                           Case{"no-wait", "race", "y[i] = tile["},
                           Case{"uninitialised-local", "Uninitialized", "found[get_group_id(0)"}}) {
    CAPTURE(each.demo);
    const harness::OclgrindReport report = run({"--demo", each.demo});
    CAPTURE(report.output);
    REQUIRE(!report.findings.empty());
    CHECK(std::any_of(
        report.findings.begin(), report.findings.end(), [&](const std::string& finding) {
          return tests::contains(finding, each.kind) && tests::contains(finding, each.line);
        }));
  }
}

TEST_CASE("11: more local memory than there is: the simulator refuses the launch") {
  NEEDS_OCLGRIND;
  const harness::OclgrindReport report = run({"--demo", "too-much-local"});
  CAPTURE(report.output);
  CHECK(tests::contains(report.output, "CL_OUT_OF_RESOURCES"));
}
