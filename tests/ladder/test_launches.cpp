// What the launchers of the case studies share.

#include "harness/ladder/launches.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

using tests::contains;

namespace {

struct Bench {
  harness::Session session = tests::new_session();
  harness::Values values;
  cl::Buffer output{session.context, CL_MEM_READ_WRITE, 4 * sizeof(cl_int)};
  harness::Workbench workbench{session, values, output};

  // out[i] = out[i] * 10 + digit
  cl::Kernel append(const cl::Buffer& out, cl_int digit) const {
    cl::Kernel kernel = tests::kernel_from(session,
                                           "kernel void append(global int* out, int digit) {"
                                           "  const size_t i = get_global_id(0);"
                                           "  out[i] = out[i] * 10 + digit;"
                                           "}",
                                           "append");
    common::set_args(kernel, out, digit);
    return kernel;
  }

  std::vector<cl_int> read() const {
    std::vector<cl_int> values(4);
    session.queue.enqueueReadBuffer(output, CL_TRUE, 0, 4 * sizeof(cl_int), values.data());
    return values;
  }
};

std::size_t largest_group(const cl::Device& device) {
  return common::fit_local_size(device, {}, cl::NDRange(std::size_t{1} << 20))[0];
}

} // namespace

TEST_CASE("launches: quotients are rounded up") {
  CHECK(harness::ceil_div(0, 4) == 0);
  CHECK(harness::ceil_div(1, 4) == 1);
  CHECK(harness::ceil_div(8, 4) == 2);
  CHECK(harness::ceil_div((std::uint64_t{1} << 40) + 1, 2) == (std::uint64_t{1} << 39) + 1);
}

TEST_CASE("launches: a group that the device does not have is an obstacle, with both sizes") {
  const cl::Device device = common::pick_device();
  const std::size_t most = largest_group(device);
  CHECK(harness::group_obstacle(device, cl::NDRange(most)) == "");
  CHECK(harness::group_obstacle(device, {2 * most, 1}) ==
        fmt::format("needs work-groups of {}x1: this device has {}x1 at most", 2 * most, most));
}

TEST_CASE("launches: a tile that is larger than local memory is an obstacle") {
  const cl::Device device = common::pick_device();
  const auto bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  CHECK(harness::group_obstacle(device, {1, 1}, bytes) == "");
  CHECK(harness::group_obstacle(device, {1, 1}, bytes + 1) ==
        fmt::format("the tile of a work-group of 1x1 needs {} bytes of local memory: this device "
                    "has {}",
                    bytes + 1, bytes));
}

TEST_CASE("launches: only the simulator is spared large groups") {
  const cl::Device device = common::pick_device();
  const std::string reason = harness::group_obstacle(device, cl::NDRange(1), 0, 0);
  CHECK(contains(reason, "simulator") == harness::is_simulator(device));
}

TEST_CASE("launches: the commands of a run keep their order, and each has its event") {
  const Bench bench;
  harness::Launches launches(bench.workbench);
  launches
      .add([out = bench.output](const cl::CommandQueue& queue) {
        cl::Event event;
        queue.enqueueFillBuffer(out, cl_int{7}, 0, 4 * sizeof(cl_int), nullptr, &event);
        return event;
      })
      .add(bench.append(bench.output, 1), {4}, {1})
      .add(bench.append(bench.output, 2), {2}, {1});
  const harness::Run run = launches.run();
  for (int repeat = 0; repeat < 2; ++repeat) {
    const std::vector<cl::Event> events = run();
    CHECK(events.size() == 3);
    CHECK(events.back().getInfo<CL_EVENT_COMMAND_TYPE>() == CL_COMMAND_NDRANGE_KERNEL);
    CHECK(bench.read() == std::vector<cl_int>{712, 712, 71, 71});
  }
}

TEST_CASE("launches: what the built kernel does not allow is found before the run") {
  const Bench bench;
  harness::Launches launches(bench.workbench);
  const std::size_t most = largest_group(bench.session.device);
  const cl::Kernel kernel = bench.append(bench.output, 1);
  CHECK(contains(
      tests::message_of<common::Skip>([&] { launches.add(kernel, {2 * most}, {2 * most}); }),
      "kernel append on this device allows"));
  CHECK(launches.run()().empty());
}

TEST_CASE("launches: a run keeps its buffers, and no longer than it lives") {
  const Bench bench;
  cl::Buffer scratch;
  const auto references = [&] { return scratch.getInfo<CL_MEM_REFERENCE_COUNT>(); };
  {
    harness::Run run;
    {
      harness::Launches launches(bench.workbench);
      scratch = launches.buffer(0);
      CHECK(scratch.getInfo<CL_MEM_SIZE>() == 16);
      run = launches.run();
    }
    CHECK(references() == 2);
  }
  CHECK(references() == 1);
}

TEST_CASE("launches: a buffer that the device does not make is a reason to skip") {
  const Bench bench;
  const auto most = bench.session.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  CHECK(tests::message_of<common::Skip>([&] {
          harness::Launches(bench.workbench).buffer(most + 1);
        }) == fmt::format("needs a buffer of {} bytes: this device allocates {} at most", most + 1,
                          most));
}
