// Which local size is the fastest, what happens where the sizes do not divide, and launches of a
// single work-item.

#include "common/error.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace {

// x and y of the kernels squares and squares_alone, and what y should be.
struct Squares {
  Squares(const Lab& lab, std::size_t count)
      : n(count), values(common::random_floats(n, lab.seed)), x(lab.buffer(values)),
        y(lab.buffer(std::vector<float>(n))) {}

  // The median of the event times; each run has to give the right squares.
  double median_ms(const Lab& lab, cl::Kernel& kernel, const cl::NDRange& global,
                   const cl::NDRange& local) const {
    common::set_args(kernel, x, y, static_cast<cl_uint>(n));
    common::Samples samples;
    for (int i = 0; i < (lab.quick ? 3 : 15); ++i) {
      lab.queue.enqueueFillBuffer(y, NAN, 0, n * sizeof(float));
      const cl::Event event = common::launch(lab.queue, kernel, global, local);
      const double time = common::event_times(event).execution_ms();
      const auto got = lab.read<float>(y);
      for (std::size_t k = 0; k < n; ++k)
        if (got[k] != values[k] * values[k]) // a product is rounded once, on every device
          throw common::Error(fmt::format("squares: element {} is wrong", k));
      if (i > 0) // the first compiles
        samples.values.push_back(time);
    }
    return samples.median();
  }

  std::size_t n;
  std::vector<float> values;
  cl::Buffer x, y;
};

} // namespace

// [choice]
// What the driver chooses where the host gives no local size. Where all groups have one size it has to
// divide the global size.
Json what_the_driver_chooses(const Lab& lab) {
  Json rows = Json::array();
  fmt::print("  the driver's choice:");
  for (const std::size_t n : {64, 1000, 4096, 10007}) { // 10007 is a prime number
    cl::Kernel kernel = lab.kernel("sizes", "group_sizes");
    const cl::Buffer sizes = lab.buffer(std::vector<cl_uint>(n));
    common::set_args(kernel, sizes, static_cast<cl_uint>(n));
    common::launch(lab.queue, kernel, {n}, cl::NullRange);
    const auto got = lab.read<cl_uint>(sizes);
    const auto largest = *std::max_element(got.begin(), got.end());
    fmt::print(" {} for {}{}", largest, n, n == 10007 ? "\n" : ",");
    verify(largest >= 1, "each work-item is in a group");
    rows.push_back({{"global", n}, {"local", largest}});
  }
  return rows;
}
// [/choice]

// [local-size]
Json which_local_size(const Lab& lab) {
  const Json chosen = what_the_driver_chooses(lab);
  const Squares squares(lab, lab.quick ? 1 << 16 : 1 << 20);
  cl::Kernel kernel = lab.kernel("sizes", "squares");
  const auto limit = harness::range_size(
      common::fit_local_size(lab.device, kernel, {squares.n})); // of kernel and device
  std::vector<cl::NDRange> candidates{cl::NullRange};
  for (std::size_t size = 1; size <= limit; size *= lab.quick ? 16 : 4)
    candidates.emplace_back(size);
  Json rows = Json::array();
  double fastest = 1e300, slowest = 0;
  for (const cl::NDRange& local : candidates) {
    const double ms = squares.median_ms(lab, kernel, {squares.n}, local);
    fastest = std::min(fastest, ms);
    slowest = std::max(slowest, ms);
    rows.push_back({{"local", local.dimensions() == 0 ? "none given" : common::range_text(local)},
                    {"median_ms", ms}});
  }
  fmt::print("  {} squares, verified each time:\n", squares.n);
  for (const Json& row : rows)
    fmt::print("  {:>10}  {:>8}  {}\n", row.at("local").get<std::string>(),
               harness::duration_text(row.at("median_ms")),
               harness::bar(row.at("median_ms"), slowest));
  return {{"chosen", chosen},
          {"elements", squares.n},
          {"rows", rows},
          {"slowest_to_fastest", slowest / fastest}};
}
// [/local-size]

// [guard]
// The global size rounded up: how many work-items does the guard send home?
Json with_a_guard(const Lab& lab, std::size_t n, const cl::NDRange& local) {
  cl::Kernel kernel = lab.kernel("sizes", "who_works");
  const cl::NDRange global = common::round_up(cl::NDRange(n), local);
  const cl::Buffer count = lab.buffer(std::vector<cl_int>(harness::range_size(global)));
  common::set_args(kernel, count, static_cast<cl_uint>(n));
  common::launch(lab.queue, kernel, global, local);
  const auto got = lab.read<cl_int>(count);
  const auto working = std::count(got.begin(), got.end(), 1);
  const auto idle = std::count(got.begin(), got.end(), 100);
  fmt::print("  rounded up, with a guard: {} work-items launched, {} have an element, {} do not\n",
             got.size(), working, idle);
  verify(working == static_cast<std::ptrdiff_t>(n), "each element has its work-item");
  verify(working + idle == static_cast<std::ptrdiff_t>(got.size()), "each work-item runs once");
  return {{"global", got.size()}, {"working", working}, {"idle", idle}};
}
// [/guard]

// [uneven]
// Since OpenCL 2.0 the last work-group may be smaller, where the device can do that and the kernel
// was compiled for it.
Json without_rounding(const Lab& lab, std::size_t n, std::size_t local) {
  const int version = common::device_version(lab.device);
  cl_bool offered = CL_FALSE;
  if (version >= 200)
    clGetDeviceInfo(lab.device(), CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof offered,
                    &offered, nullptr);
  const bool always = version >= 200 && version < 300; // optional again since 3.0
  const bool can = always || offered == CL_TRUE;
  const char* option = !can ? "" : version >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
  cl::Kernel kernel = lab.kernel("sizes", "group_sizes", option);
  const cl::Buffer sizes = lab.buffer(std::vector<cl_uint>(n));
  common::set_args(kernel, sizes, static_cast<cl_uint>(n));
  const std::string error = error_of([&] {
    lab.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NDRange(local));
    lab.queue.finish();
  });
  if (!can) {
    const std::string reason = version < 200
                                   ? "needs OpenCL 2.0, the device has " + version_text(version)
                                   : "the device says that it has none";
    fmt::print("  smaller last group: left out, {}; the launch: {}\n", reason,
               error.empty() ? "runs" : error);
    verify(n % local == 0 || error == "CL_INVALID_WORK_GROUP_SIZE",
           "where groups are equal the local size must divide the global size");
    return {{"status", "skipped"}, {"reason", reason}, {"error", error}};
  }
  verify(error.empty(), "the device runs groups of uneven sizes, as it says");
  const auto got = lab.read<cl_uint>(sizes);
  const std::size_t rest = n % local == 0 ? local : n % local;
  fmt::print("  smaller last group: {} work-items, {} in the first group, {} in the last\n",
             got.size(), got.front(), got.back());
  verify(got.front() == local && got.back() == rest, "only the last group is smaller");
  return {{"status", "verified"}, {"last_group", got.back()}};
}
// [/uneven]

Json what_if_the_sizes_do_not_divide(const Lab& lab) {
  constexpr std::size_t n = 1000;
  const cl::NDRange local =
      common::fit_local_size(lab.device, lab.kernel("sizes", "who_works"), {64});
  fmt::print("  {} elements, work-groups of {}\n", n, common::range_text(local));
  const Json guard = with_a_guard(lab, n, local);
  const Json uneven = without_rounding(lab, n, harness::range_size(local));
  return {
      {"elements", n}, {"local", harness::range_size(local)}, {"guard", guard}, {"uneven", uneven}};
}

// [single]
Json what_if_one_work_item_is_enough(const Lab& lab) {
  cl::Kernel put = lab.kernel("arguments", "put");
  const cl::Buffer sums = lab.buffer(std::vector<cl_int>(2));
  common::set_args(put, sums, cl_uint{0}, cl_int{42});
  lab.queue.enqueueTask(put); // deprecated since OpenCL 2.0
  put.setArg(1, cl_uint{1});
  lab.queue.enqueueNDRangeKernel(put, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  const auto got = lab.read<cl_int>(sums);
  fmt::print("  clEnqueueTask: {}, an NDRange of one: {}\n", got[0], got[1]);
  verify(got == std::vector<cl_int>{42, 42}, "a task is an NDRange of one work-item");

  const Squares squares(lab, lab.quick ? 1 << 14 : 1 << 18);
  cl::Kernel alone = lab.kernel("sizes", "squares_alone"), all = lab.kernel("sizes", "squares");
  const cl::NDRange local = common::fit_local_size(lab.device, all, {256});
  const double alone_ms = squares.median_ms(lab, alone, {1}, {1});
  const double all_ms =
      squares.median_ms(lab, all, common::round_up(cl::NDRange(squares.n), local), local);
  fmt::print("  {} squares by one work-item: {}, by as many work-items: {}\n", squares.n,
             harness::duration_text(alone_ms), harness::duration_text(all_ms));
  return {{"sums", got}, {"elements", squares.n}, {"alone_ms", alone_ms}, {"all_ms", all_ms}};
}
// [/single]
