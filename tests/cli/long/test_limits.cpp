// Every step of every ladder on devices with odd limits, and with each way in which PoCL makes work-groups.

#include "common/device.hpp"
#include "tests/support/chapter.hpp"

using tests::case_studies;
using tests::contains;
using tests::Lab;

namespace {

// PoCL's version, as 301 for 3.1.
int pocl_version() {
  const std::string driver = common::pick_device().getInfo<CL_DRIVER_VERSION>();
  int major = 0;
  int minor = 0;
  std::sscanf(driver.c_str(), "%d.%d", &major, &minor);
  return 100 * major + minor;
}

// All steps of a ladder at awkward sizes, in the environment.
void check_all_steps(const tests::Environment& environment) {
  for (const std::string& chapter : case_studies()) {
    const auto run = Lab(chapter).run({"--check", "--size", "1,tiny"}, environment);
    INFO(chapter << "\n" << run.output);
    CHECK(run.exit_code == 0);
    CHECK(contains(run.output, "verified: v1"));
    CHECK_FALSE(contains(run.output, "failed"));
  }
}

} // namespace

TEST_CASE("contract: every step passes with work-groups of one work-item") {
  const tests::Unoptimised quickly;
  check_all_steps({{"POCL_MAX_WORK_GROUP_SIZE", "1"}});
}

TEST_CASE("contract: every step passes with odd limits of work-groups") {
  const tests::Unoptimised quickly;
  check_all_steps({{"POCL_MAX_WORK_GROUP_SIZE", "7"}});
  check_all_steps({{"POCL_MAX_WORK_GROUP_SIZE", "100"}});
}

TEST_CASE("contract: every step passes with PoCL's method loopvec") {
  if (!tests::on_pocl())
    SKIP_TEST("the device is not PoCL's");
  check_all_steps({{"POCL_WORK_GROUP_METHOD", "loopvec"}});
}

TEST_CASE("contract: every step passes with PoCL's method cbs") {
  if (!tests::on_pocl())
    SKIP_TEST("the device is not PoCL's");
  if (pocl_version() < 400)
    SKIP_TEST("this PoCL is older than 4.0, which brought the method cbs");
  check_all_steps({{"POCL_WORK_GROUP_METHOD", "cbs"}});
}
