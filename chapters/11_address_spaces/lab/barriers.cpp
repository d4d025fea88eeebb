// Barriers and fences: who waits for whom, and what is seen afterwards.

#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace {

// The expected values, or Error.
void expect(const std::vector<cl_int>& got, const std::vector<cl_int>& want, const char* what) {
  const auto result = common::compare(got, want);
  if (!result.passed())
    throw common::Error(fmt::format("{}: {}", what, result.summary()));
}

// [rotate]
// Parts of x turned by three places, through local and through global memory.
Json rotate(const Lab& lab, const cl::Program& program, std::size_t wanted) {
  constexpr cl_uint rounds = 3;
  cl::Kernel kernel(program, "rotate_group");
  const std::size_t local = common::fit_local_size(lab.device, kernel, {wanted}).get()[0];
  const auto x = numbers(8 * wanted, lab.seed);
  const cl::Buffer buffer = lab.buffer(x), scratch = lab.buffer(x);
  common::set_args(kernel, buffer, cl::Local(local * sizeof(cl_int)), rounds);
  common::launch(lab.queue, kernel, {x.size()}, {local});
  expect(lab.read<cl_int>(buffer), rotated(x, local, rounds), "rotate_group");

  kernel = cl::Kernel(program, "rotate_twice");
  common::set_args(kernel, buffer, cl::Local(local * sizeof(cl_int)));
  common::launch(lab.queue, kernel, {x.size()}, {local});
  expect(lab.read<cl_int>(buffer), rotated(x, local, rounds + 2), "rotate_twice");

  kernel = cl::Kernel(program, "rotate_through_global");
  common::set_args(kernel, buffer, scratch);
  common::launch(lab.queue, kernel, {x.size()}, {local});
  expect(lab.read<cl_int>(buffer), rotated(x, local, rounds + 3), "rotate_through_global");
  return {{"local_size", local}, {"elements", x.size()}};
}
// [/rotate]

// [two-launches]
// Each element needs its neighbour's result, also beyond the work-group: the end of a launch waits
// for all.
void two_launches(const Lab& lab, const cl::Program& program, std::size_t local) {
  const auto x = numbers(16 * local, lab.seed);
  const cl::Buffer in = lab.buffer(x), squares = lab.buffer(x), y = lab.buffer(x);
  cl::Kernel first(program, "only_squares"), second(program, "only_neighbours");
  common::set_args(first, in, squares);
  common::set_args(second, squares, y);
  common::launch(lab.queue, first, {x.size()}, {local});
  common::launch(lab.queue, second, {x.size()}, {local}); // the queue is in order
  std::vector<cl_int> expected;
  for (std::size_t i = 0; i < x.size(); ++i)
    expected.push_back(x[(i + 1) % x.size()] * x[(i + 1) % x.size()]);
  expect(lab.read<cl_int>(y), expected, "two launches");
}
// [/two-launches]

// [cost]
// One work-group alone: what a round with its two barriers takes, and what one with fences in place
// of them. (The second is wrong, so only its time is of use.)
Json cost(const Lab& lab, std::size_t local) {
  constexpr cl_uint rounds = 1000;
  const auto x = numbers(local, lab.seed);
  const auto round_ns = [&](const std::string& options, bool right) {
    cl::Kernel kernel = lab.kernel("barriers", "rotate_group", options);
    const cl::Buffer buffer = lab.buffer(x);
    common::set_args(kernel, buffer, cl::Local(local * sizeof(cl_int)), rounds);
    std::size_t launches = 0;
    const double ms = median_ms(lab, kernel, {local}, {local}, [&] {
      if (right)
        expect(lab.read<cl_int>(buffer), rotated(x, local, ++launches * rounds), "rotate_group");
    });
    return 1e6 * ms / rounds;
  };
  const double with = round_ns("", true);
  const double without = round_ns("-D AFTER_WRITE=mem_fence(CLK_LOCAL_MEM_FENCE) "
                                  "-D AFTER_READ=mem_fence(CLK_LOCAL_MEM_FENCE)",
                                  false);
  return {{"local_size", local}, {"barriers_ns", with}, {"fences_ns", without}};
}
// [/cost]

} // namespace

namespace {

// The cost for work-groups of several sizes, as a table.
Json costs(const Lab& lab, const cl::Kernel& kernel) {
  using Align = harness::Table::Align;
  Json rows = Json::array();
  harness::Table table({{"local size", Align::right},
                        {"ns a round, two barriers", Align::right},
                        {"ns a round, two fences", Align::right}});
  std::size_t last = 0;
  for (const std::size_t wanted : {16, 64, 256, 1024}) {
    const std::size_t size = common::fit_local_size(lab.device, kernel, {wanted}).get()[0];
    if (size == last)
      continue;
    last = size;
    const Json row = cost(lab, size);
    table.add({std::to_string(size), fmt::format("{:.0f}", row["barriers_ns"].get<double>()),
               fmt::format("{:.0f}", row["fences_ns"].get<double>())});
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return rows;
}

} // namespace

Json whom_does_a_barrier_wait_for(const Lab& lab) {
  const cl::Program program = lab.program("barriers");
  Json result = rotate(lab, program, 64);
  const std::size_t local = result.at("local_size");
  fmt::print("  rotated in work-groups of {}, through local and global memory: all {} right\n",
             local, result.at("elements").get<std::size_t>());
  two_launches(lab, program, local);
  fmt::print("  neighbours of other work-groups, in a second launch:  all right\n");
  if (!lab.quick && !harness::is_simulator(lab.device)) // whose times say nothing
    result["rows"] = costs(lab, cl::Kernel(program, "rotate_group"));
  return result;
}

namespace {

// [sums]
// How many of the launches gave the right sum.
Json sums_in_one_launch(const Lab& lab, const std::string& options, bool promised) {
  cl::Kernel kernel = lab.kernel("fences", "sum_in_one_launch", options);
  const std::size_t local = common::fit_local_size(lab.device, kernel, {64}).get()[0];
  const auto x = numbers(lab.quick ? 4096 : 65536, lab.seed);
  const std::size_t groups = x.size() / local;
  const cl_int expected = std::accumulate(x.begin(), x.end(), cl_int{0});
  const cl::Buffer in = lab.buffer(x), partial = lab.buffer(std::vector<cl_int>(groups));
  const cl::Buffer done = lab.buffer(std::vector<cl_uint>(1));
  const cl::Buffer total = lab.buffer(std::vector<cl_int>(1));
  common::set_args(kernel, in, partial, done, total, cl::Local(local * sizeof(cl_int)));
  const int launches = lab.quick ? 10 : 200;
  int right = 0;
  for (int i = 0; i < launches; ++i) {
    lab.queue.enqueueFillBuffer(total, cl_int{-1}, 0, sizeof(cl_int));
    lab.queue.enqueueFillBuffer(partial, cl_int{-1}, 0, groups * sizeof(cl_int));
    common::launch(lab.queue, kernel, {x.size()}, {local});
    right += lab.read<cl_int>(total)[0] == expected ? 1 : 0;
  }
  fmt::print("  the sum of {} work-groups in one launch, {}: right in {} of {} launches\n", groups,
             promised ? "fence of 2.0" : "fence of 1.2", right, launches);
  verify(!promised || right == launches, "a fence with a scope orders for other work-groups");
  return {{"groups", groups}, {"launches", launches}, {"right", right}};
}
// [/sums]

// Why the fences of OpenCL C 2.0 cannot be used here; empty if they can.
std::string newer_fences_obstacle(const Lab& lab) {
  const int version = common::device_version(lab.device);
  if (version < 200)
    return "it needs OpenCL 2.0";
  if (version < 300)
    return "";
  // Optional again in 3.0.
  cl_device_atomic_capabilities fences = 0, atomics = 0;
  clGetDeviceInfo(lab.device(), CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof fences, &fences,
                  nullptr);
  clGetDeviceInfo(lab.device(), CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof atomics, &atomics,
                  nullptr);
  const bool can_fence = (fences & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0 &&
                         (fences & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0;
  const bool can_count = (atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0;
  return can_fence && can_count ? "" : "this device lacks the scope of the whole device";
}

} // namespace

Json what_does_a_fence_order(const Lab& lab) {
  if (harness::is_simulator(lab.device))
    throw common::Skip("Oclgrind sees no order between work-groups, and would report a race.");
  const std::string obstacle = newer_fences_obstacle(lab);
  Json result;
  if (!lab.quick || !obstacle.empty())
    result["of_1_2"] = sums_in_one_launch(lab, "-cl-std=CL1.2", false);
  if (obstacle.empty()) {
    const bool is_2 = common::device_version(lab.device) < 300;
    result["of_2_0"] = sums_in_one_launch(lab, is_2 ? "-cl-std=CL2.0" : "-cl-std=CL3.0", true);
  } else {
    fmt::print("  the same with the fence of 2.0: left out, {}\n", obstacle);
    result["of_2_0"] = {{"skipped", obstacle}};
  }
  return result;
}
