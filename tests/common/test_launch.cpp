// Local sizes that fit, and launches that cannot work.

#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <regex>

using tests::contains;

namespace {

constexpr const char* plain_source = "__kernel void plain(__global int* out) {\n"
                                     "  out[get_global_id(0)] = 1;\n"
                                     "}\n";

std::size_t limit_of(const harness::Session& session, const cl::Kernel& kernel) {
  return std::min(session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                  kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(session.device));
}

// The first three numbers of CL_DEVICE_MAX_WORK_ITEM_SIZES.
std::vector<std::size_t> limits_of_dimensions(const harness::Session& session) {
  return session.device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
}

} // namespace

TEST_CASE("launch: rounding up") {
  CHECK(common::round_up(1, 16) == 16);
  CHECK(common::round_up(16, 16) == 16);
  CHECK(common::round_up(17, 16) == 32);
  CHECK(common::round_up(0, 16) == 0);
  const cl::NDRange rounded = common::round_up(cl::NDRange(31, 33, 5), cl::NDRange(16, 16, 1));
  CHECK(common::range_text(rounded) == "32x48x5");
  CHECK(common::range_text(common::round_up(cl::NDRange(31), cl::NullRange)) == "31");
}

TEST_CASE("launch: ranges in words and numbers") {
  CHECK(common::range_text(cl::NullRange) == "none");
  CHECK(common::range_text({7}) == "7");
  CHECK(common::range_text({32, 8}) == "32x8");
  CHECK(harness::range_size(cl::NullRange) == 0);
  CHECK(harness::range_size({32, 8, 2}) == 512);
}

TEST_CASE("launch: a fitted local size is within every limit and keeps its dimensions") {
  const harness::Session session = tests::new_session();
  const cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
  const auto dimensions = limits_of_dimensions(session);
  for (const cl::NDRange& wanted :
       {cl::NDRange(1), cl::NDRange(1 << 20), cl::NDRange(16, 16), cl::NDRange(7, 1000),
        cl::NDRange(1 << 20, 1 << 20), cl::NDRange(64, 64, 64), cl::NDRange(1, 1, 100000)}) {
    const cl::NDRange fitted = common::fit_local_size(session.device, kernel, wanted);
    CAPTURE(common::range_text(wanted));
    CAPTURE(common::range_text(fitted));
    REQUIRE(fitted.dimensions() == wanted.dimensions());
    CHECK(harness::range_size(fitted) >= 1);
    CHECK(harness::range_size(fitted) <= limit_of(session, kernel));
    for (std::size_t d = 0; d < wanted.dimensions(); ++d) {
      CHECK(fitted.get()[d] >= 1);
      CHECK(fitted.get()[d] <= wanted.get()[d]);
      CHECK(fitted.get()[d] <= dimensions[d]);
    }
    // The fitted size is not needlessly small: what fits is left alone.
    if (harness::range_size(wanted) <= limit_of(session, kernel) &&
        wanted.get()[wanted.dimensions() - 1] <= dimensions[wanted.dimensions() - 1])
      CHECK(common::range_text(fitted) == common::range_text(wanted));
  }
}

TEST_CASE("launch: a fitted local size without a kernel obeys the device") {
  const harness::Session session = tests::new_session();
  const cl::NDRange fitted = common::fit_local_size(session.device, {}, {1 << 12, 1 << 12});
  CHECK(harness::range_size(fitted) <= session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
}

TEST_CASE("launch: a good launch has no problem and runs") {
  const harness::Session session = tests::new_session();
  cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
  const cl::Buffer out(session.context, CL_MEM_READ_WRITE, 64 * sizeof(cl_int));
  session.queue.enqueueFillBuffer(out, cl_int{0}, 0, 64 * sizeof(cl_int));
  common::set_args(kernel, out);
  const cl::NDRange local = common::fit_local_size(session.device, kernel, {8});
  CHECK(common::launch_problem(session.device, kernel, {64}, local).empty());
  CHECK(common::launch_problem(session.device, kernel, {64}, cl::NullRange).empty());
  common::launch(session.queue, kernel, {64}, local).wait();
  std::vector<cl_int> values(64);
  session.queue.enqueueReadBuffer(out, CL_TRUE, 0, 64 * sizeof(cl_int), values.data());
  CHECK(values == std::vector<cl_int>(64, 1));
}

TEST_CASE("launch: offset and wait list reach the command") {
  const harness::Session session = tests::new_session();
  cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
  const cl::Buffer out(session.context, CL_MEM_READ_WRITE, 8 * sizeof(cl_int));
  cl::Event filled;
  session.queue.enqueueFillBuffer(out, cl_int{0}, 0, 8 * sizeof(cl_int), nullptr, &filled);
  common::set_args(kernel, out);
  common::launch(session.queue, kernel, {3}, cl::NullRange, {filled}, {5}).wait();
  std::vector<cl_int> values(8);
  session.queue.enqueueReadBuffer(out, CL_TRUE, 0, 8 * sizeof(cl_int), values.data());
  CHECK(values == std::vector<cl_int>{0, 0, 0, 0, 0, 1, 1, 1});
}

TEST_CASE("launch: a work-group too large is refused with the numbers and a size that fits") {
  const harness::Session session = tests::new_session();
  cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
  const std::size_t limit = limit_of(session, kernel);
  const cl::NDRange local(2 * limit, 2);
  const std::string problem = common::launch_problem(session.device, kernel, {4 * limit, 4}, local);
  CAPTURE(problem);
  CHECK(contains(problem, fmt::format("local size {}x2 = {} work-items", 2 * limit, 4 * limit)));
  CHECK(contains(problem, fmt::format("on this device allows {}", limit)));
  // The size that it proposes is one that works.
  std::smatch match;
  REQUIRE(std::regex_search(problem, match, std::regex(R"(try (\d+)x(\d+)\.)")));
  const cl::NDRange proposed(std::stoul(match.str(1)), std::stoul(match.str(2)));
  CHECK(common::launch_problem(session.device, kernel,
                               common::round_up(cl::NDRange(4 * limit, 4), proposed), proposed)
            .empty());
  CHECK(tests::message_of<common::Error>([&] {
          common::launch(session.queue, kernel, {4 * limit, 4}, local);
        }) == problem);
}

TEST_CASE("child: launch 32x32" * doctest::skip()) {
  const int code = common::run_main([] {
    const harness::Session session = tests::new_session();
    const cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
    common::launch(session.queue, kernel, {1024, 1024}, {32, 32});
    return 0;
  });
  CHECK(code == common::exit_failed);
}

TEST_CASE("launch: the sentence on a device that allows 256") {
  if (!contains(common::describe(common::pick_device()), "Portable Computing Language"))
    SKIP_TEST("only PoCL can be told a smaller limit");
  const auto run =
      tests::run_child_case("child: launch 32x32", {{"POCL_MAX_WORK_GROUP_SIZE", "256"}});
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output,
                 "error: local size 32x32 = 1024 work-items; kernel plain on this device "
                 "allows 256: try 16x16."));
}

TEST_CASE("launch: one dimension too large") {
  const harness::Session session = tests::new_session();
  const cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
  const auto dimensions = limits_of_dimensions(session);
  if (dimensions.size() < 3 || 2 * dimensions[2] > limit_of(session, kernel))
    SKIP_TEST("on this device no dimension has a limit of its own");
  const std::string problem = common::launch_problem(
      session.device, kernel, {1, 1, 2 * dimensions[2]}, {1, 1, 2 * dimensions[2]});
  CAPTURE(problem);
  CHECK(contains(problem, fmt::format("allows {} work-items in dimension 2", dimensions[2])));
}

TEST_CASE("launch: sizes that do not divide, are empty, or differ in dimensions") {
  const harness::Session session = tests::new_session();
  const cl::Kernel kernel = tests::kernel_from(session, plain_source, "plain");
  const auto problem = [&](const cl::NDRange& global, const cl::NDRange& local) {
    return common::launch_problem(session.device, kernel, global, local);
  };
  CHECK(contains(problem({0}, {1}), "empty"));
  CHECK(contains(problem(cl::NullRange, cl::NullRange), "empty"));
  CHECK(contains(problem({8, 8}, {1}), "dimensions"));
  if (limit_of(session, kernel) >= 4) {
    CHECK(contains(problem({10}, {4}), "does not divide"));
    CHECK(contains(problem({10}, {4}), "up to 12"));
    CHECK(contains(problem({8, 10}, {1, 4}), "in dimension 1"));
  }
}

TEST_CASE("launch: a required work-group size is asked for") {
  const harness::Session session = tests::new_session();
  if (session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < 8)
    SKIP_TEST("the device has no work-groups of 8");
  cl::Kernel kernel =
      tests::kernel_from(session,
                         "__kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
                         "void fixed(__global int* out) { out[get_global_id(0)] = 1; }\n",
                         "fixed");
  const auto problem = [&](const cl::NDRange& local) {
    return common::launch_problem(session.device, kernel, {8, 8}, local);
  };
  CHECK(problem({4, 2}).empty());
  CHECK(contains(problem({2, 4}), "reqd_work_group_size(4, 2, 1)"));
  CHECK(contains(problem({2, 4}), "2x4"));
  CHECK(contains(problem(cl::NullRange), "reqd_work_group_size(4, 2, 1)"));
}

TEST_CASE("launch: local memory that is not there") {
  const harness::Session session = tests::new_session();
  cl::Kernel kernel =
      tests::kernel_from(session,
                         "__kernel void scratch(__local char* tile, __global char* out) {\n"
                         "  tile[get_local_id(0)] = 1;\n"
                         "  out[get_global_id(0)] = tile[get_local_id(0)];\n"
                         "}\n",
                         "scratch");
  const auto available = session.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  const cl::Buffer out(session.context, CL_MEM_READ_WRITE, 64);
  try {
    common::set_args(kernel, cl::Local(2 * available), out);
  } catch (const cl::Error&) {
    SKIP_TEST("the driver refuses the argument already");
  }
  const std::string problem = common::launch_problem(session.device, kernel, {1}, {1});
  if (problem.empty() &&
      kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device) < available)
    SKIP_TEST("the driver does not count local memory that is passed as an argument");
  CAPTURE(problem);
  CHECK(contains(problem, std::to_string(available)));
  CHECK(contains(problem, "local memory"));
}

TEST_CASE("launch: what does not fit is named with its limit, and with what would fit") {
  const cl::Device device = common::pick_device();
  const auto problem = [&](std::size_t width, std::size_t height,
                           const std::vector<std::size_t>& bytes, std::size_t written = 1) {
    try {
      common::require_room(device, width, height, bytes, written);
      return std::string();
    } catch (const common::Error& e) {
      return std::string(e.what());
    }
  };
  CHECK(problem(1, 1, {4}) == "");
  CHECK(problem(512, 512, {4, 4, 16}) == "");
  const auto most = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  const std::string large = problem(4 * most, 2, {1, 3});
  CAPTURE(large);
  CHECK(contains(large, fmt::format("a size of {} x 2", 4 * most)));
  CHECK(contains(large, "CL_DEVICE_MAX_MEM_ALLOC_SIZE"));
  CHECK(contains(large, fmt::format("at most {} x 1 fits", most / 3)));
  const std::vector<std::size_t> many(1000, 1); // each of them fits
  const auto memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  CHECK(contains(problem(memory / 1000 + 1, 1, many), "CL_DEVICE_GLOBAL_MEM_SIZE"));
  CHECK(problem(1 << 14, 1 << 14, {}) == "");
  CHECK(contains(problem(1 << 14, 1 << 14, {}, 4), "at most 8192 x 8192 fits"));
  const auto side = device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
  CHECK_THROWS_WITH_AS(common::require_image_room(device, side + 1, 1),
                       doctest::Contains("CL_DEVICE_IMAGE2D_MAX_WIDTH"), common::Error);
}
