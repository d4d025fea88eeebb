// Chapter 11 in the simulator: its kernels are clean, and each mistake with local memory is named.

#include "harness/oclgrind.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

namespace {

harness::OclgrindReport run(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{BIN_DIR "/11_address_spaces_lab"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return harness::run_under_oclgrind(command);
}

} // namespace

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
  for (const char* const kernel :
       {"window_direct", "window_prefetch", "window_by_hand", "window_async"}) {
    CAPTURE(kernel);
    REQUIRE(report.kernels.count(kernel) == 1);
  }
  const auto loads = [&](const char* kernel) {
    return report.kernels.at(kernel).global_loads.bytes;
  };
  CHECK(loads("window_direct") == 4 * 17 * 1000);
  CHECK(loads("window_prefetch") == loads("window_direct"));
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
