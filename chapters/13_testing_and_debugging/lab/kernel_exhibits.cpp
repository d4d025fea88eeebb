// The exhibits whose mistake is in the kernel: NAME_broken.cl and NAME_mended.cl. Each function runs
// one of them, and returns what is wrong with the result.

#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "museum.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace {

constexpr std::size_t n = 1003; // no multiple of anything
constexpr std::size_t group = 64;
constexpr std::size_t global_size = (n + group - 1) / group * group;
const cl::NDRange everywhere(global_size);

cl::Kernel kernel_of(const Lab& lab, const char* stem, Version version, const char* name,
                     const std::string& options = {}) {
  return lab.kernel(std::string(stem) + (version == Version::broken ? "_broken" : "_mended"), name,
                    options);
}

void launch(const Lab& lab, const cl::Kernel& kernel, std::size_t local_size = group) {
  common::launch(lab.queue, kernel, everywhere,
                 common::fit_local_size(lab.device, kernel, {local_size}));
}

std::vector<float> numbers(const Lab& lab, std::size_t count = n) {
  return common::random_floats(count, lab.seed);
}

std::vector<cl_int> whole_numbers(const Lab& lab, std::size_t count) {
  const std::vector<float> x = common::random_floats(count, lab.seed, 0.0F, 1000.0F);
  return {x.begin(), x.end()};
}

// What a comparison has to complain about.
template <typename T>
std::string complaint(std::vector<T> got, const std::vector<T>& want) {
  got.resize(want.size());
  common::Comparison result;
  if constexpr (std::is_same_v<T, float>)
    result =
        common::compare(std::span<const float>(got), std::span<const float>(want), {1e-6, 1e-6});
  else
    result = common::compare(std::span<const int>(got), std::span<const int>(want));
  if (result.passed())
    return "";
  return fmt::format("{} of {} wrong: number {} is {:.5g} in place of {:.5g}", result.wrong,
                     result.compared, result.first[0].index, result.first[0].got,
                     result.first[0].want);
}

// Sums of work-groups of `local_size` work-items.
std::vector<cl_int> group_sums(const std::vector<cl_int>& x, std::size_t local_size) {
  std::vector<cl_int> sums((x.size() + local_size - 1) / local_size);
  for (std::size_t i = 0; i < x.size(); ++i)
    sums[i / local_size] += x[i];
  return sums;
}

} // namespace

// [missing-guard]
std::string missing_guard(const Lab& lab, const How& how) {
  constexpr float canary = -777.0F;
  cl::Kernel kernel = kernel_of(lab, "missing_guard", how.version, "twice");
  std::vector<float> x = numbers(lab), want = x;
  for (float& value : want)
    value *= 2.0F;
  x.resize(global_size, 1.0F); // there is room for all work-items
  std::vector<float> before(n, NAN);
  before.resize(global_size, canary);
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(before);
  common::set_args(kernel, in, out, static_cast<cl_uint>(n));
  launch(lab, kernel);
  const std::vector<float> got = lab.read<float>(out);
  const auto alive = static_cast<std::size_t>(std::count(got.begin() + n, got.end(), canary));
  if (how.with_tool && alive < global_size - n)
    return fmt::format("canary: {} of {} numbers after the output have changed",
                       global_size - n - alive, global_size - n);
  return complaint(got, want);
}
// [/missing-guard]

std::string precedence(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "precedence", how.version, "alternate");
  const std::vector<float> x = numbers(lab);
  std::vector<float> want = x;
  for (std::size_t i = 0; i < n; i += 2)
    want[i] = -x[i];
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<float>(n, NAN));
  common::set_args(kernel, in, out, static_cast<cl_uint>(n));
  launch(lab, kernel);
  return complaint(lab.read<float>(out), want);
}

// [missing-tail]
std::string missing_tail(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "missing_tail", how.version, "twice");
  const std::vector<float> x = numbers(lab);
  std::vector<float> want = x;
  for (float& value : want)
    value *= 2.0F;
  // Without the poison: what a run of a right version has left in this memory.
  const cl::Buffer in = lab.buffer(x);
  const cl::Buffer out = lab.buffer(how.with_tool ? std::vector<float>(n, NAN) : want);
  common::set_args(kernel, in, out, static_cast<cl_uint>(n));
  common::launch(lab.queue, kernel, {(n + 3) / 4}, {1});
  const std::vector<float> got = lab.read<float>(out);
  const auto poisoned =
      std::count_if(got.begin(), got.end(), [](float value) { return std::isnan(value); });
  return poisoned > 0 ? fmt::format("poison: {} of {} numbers were never written", poisoned, n)
                      : complaint(got, want);
}
// [/missing-tail]

// [left-edge]
std::string left_edge(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "left_edge", how.version, "dilate");
  const std::vector<float> x = numbers(lab);
  std::vector<float> want = x;
  for (std::size_t i = 0; i < n; ++i)
    want[i] = std::max({x[i], x[i > 0 ? i - 1 : 0], x[std::min(i + 1, n - 1)]});
  // On a device the input is the second part of a larger buffer, so that nothing wild is read. The
  // simulator gets a buffer that ends where the input does.
  const std::size_t strip = lab.device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8 / sizeof(float);
  std::vector<float> with_strip(strip, 2.0F); // more than all others
  with_strip.insert(with_strip.end(), x.begin(), x.end());
  cl::Buffer whole = lab.buffer(with_strip);
  const cl_buffer_region region{strip * sizeof(float), n * sizeof(float)};
  const cl::Buffer in =
      harness::is_simulator(lab.device)
          ? lab.buffer(x)
          : whole.createSubBuffer(CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region);
  const cl::Buffer out = lab.buffer(std::vector<float>(n, NAN));
  common::set_args(kernel, in, out, static_cast<cl_uint>(n));
  launch(lab, kernel);
  return complaint(lab.read<float>(out), want);
}
// [/left-edge]

std::string past_the_tile(const Lab& lab, const How& how) {
  // Small groups: what they write past their tile still belongs to the group's memory.
  const std::size_t local_size = std::min<std::size_t>(
      16, harness::range_size(common::fit_local_size(lab.device, {}, {group})));
  cl::Kernel kernel = kernel_of(lab, "past_the_tile", how.version, "smooth",
                                fmt::format("-D GROUP={}", local_size));
  const std::vector<float> x = numbers(lab);
  std::vector<float> want(n);
  for (std::size_t i = 0; i < n; ++i)
    want[i] = 0.5F * (x[i] + x[std::min(i + 1, n - 1)]);
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<float>(n, NAN));
  common::set_args(kernel, in, out, static_cast<cl_uint>(n));
  common::launch(lab.queue, kernel, everywhere, {local_size});
  return complaint(lab.read<float>(out), want);
}

std::string missing_barrier(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "missing_barrier", how.version, "running_sums");
  const std::size_t local_size =
      harness::range_size(common::fit_local_size(lab.device, kernel, {group}));
  const std::vector<cl_int> x = whole_numbers(lab, global_size);
  std::vector<cl_int> want = x;
  for (std::size_t i = 0; i < want.size(); ++i)
    want[i] += i % local_size == 0 ? 0 : want[i - 1];
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<cl_int>(global_size));
  common::set_args(kernel, in, out, cl::Local(local_size * sizeof(cl_int)));
  common::launch(lab.queue, kernel, everywhere, {local_size});
  return complaint(lab.read<cl_int>(out), want);
}

std::string divergent_barrier(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "divergent_barrier", how.version, "group_sums");
  const std::size_t local_size =
      harness::range_size(common::fit_local_size(lab.device, kernel, {group}));
  const std::vector<cl_int> x = whole_numbers(lab, n);
  std::vector<cl_int> want = group_sums(x, local_size);
  want.resize(global_size / local_size); // a group that is all past the end leaves its sum alone
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<cl_int>(want.size()));
  common::set_args(kernel, in, out, cl::Local(local_size * sizeof(cl_int)),
                   static_cast<cl_uint>(n));
  launch(lab, kernel, local_size);
  return complaint(lab.read<cl_int>(out), want);
}

std::string lost_updates(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "lost_updates", how.version, "count_even");
  const std::vector<cl_int> x = whole_numbers(lab, n);
  const auto even = std::count_if(x.begin(), x.end(), [](cl_int value) { return value % 2 == 0; });
  const cl::Buffer in = lab.buffer(x), count = lab.buffer(std::vector<cl_int>{0});
  common::set_args(kernel, in, count, static_cast<cl_uint>(n));
  launch(lab, kernel);
  const cl_int got = lab.read<cl_int>(count)[0];
  return got == even ? "" : fmt::format("counted {}: there are {} even numbers", got, even);
}

std::string unset_sum(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "unset_sum", how.version, "sums_of_four");
  const std::vector<float> x = numbers(lab);
  std::vector<float> want(n / 4);
  for (std::size_t i = 0; i < want.size(); ++i)
    want[i] = x[4 * i] + x[4 * i + 1] + x[4 * i + 2] + x[4 * i + 3];
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<float>(n / 4, NAN));
  common::set_args(kernel, in, out, static_cast<cl_uint>(n));
  launch(lab, kernel);
  return complaint(lab.read<float>(out), want);
}

// [assumed-size]
std::string assumed_size(const Lab& lab, const How& how) {
  cl::Kernel kernel = kernel_of(lab, "assumed_size", how.version, "group_sums");
  const std::vector<cl_int> x = whole_numbers(lab, 16 * group);
  std::vector<std::size_t> sizes{group};
  if (how.with_tool) // every other one, too
    sizes = {64, 32, 1};
  for (const std::size_t local_size : sizes) {
    if (!common::launch_problem(lab.device, kernel, {x.size()}, {local_size}).empty())
      continue; // not on this device
    const cl::Buffer in = lab.buffer(x);
    const cl::Buffer out = lab.buffer(std::vector<cl_int>(x.size() / local_size));
    common::set_args(kernel, in, out);
    common::launch(lab.queue, kernel, {x.size()}, {local_size});
    const std::string wrong = complaint(lab.read<cl_int>(out), group_sums(x, local_size));
    if (!wrong.empty())
      return fmt::format("local size {}: {}", local_size, wrong);
  }
  return "";
}
// [/assumed-size]

// [lost-loop]
std::string lost_loop(const Lab& lab, const How& how) {
  const std::vector<cl_int> x = whole_numbers(lab, 16 * group);
  const auto built_with = [&](const std::string& options) {
    cl::Kernel kernel = kernel_of(lab, "lost_loop", how.version, "group_sums", options);
    const std::size_t local_size = common::fit_local_size(lab.device, kernel, {group}).get()[0];
    const cl::Buffer in = lab.buffer(x);
    const cl::Buffer out = lab.buffer(std::vector<cl_int>(x.size() / local_size));
    common::set_args(kernel, in, out, cl::Local(local_size * sizeof(cl_int)));
    common::launch(lab.queue, kernel, {x.size()}, {local_size});
    return complaint(lab.read<cl_int>(out), group_sums(x, local_size));
  };
  const std::string wrong = built_with("");
  if (!how.with_tool || wrong.empty())
    return wrong;
  const std::string still_wrong = built_with("-cl-opt-disable");
  return still_wrong.empty() ? "wrong as it is built, right with -cl-opt-disable" : still_wrong;
}
// [/lost-loop]

std::string int_overflow(const Lab& lab, const How& how) {
  cl::Kernel kernel =
      kernel_of(lab, "int_overflow", how.version, "last_pixel", how.with_tool ? "-D PRINT" : "");
  constexpr cl_long width = 60'000, height = 50'000;
  const cl::Buffer where = lab.buffer(std::vector<cl_long>(1));
  common::set_args(kernel, where, static_cast<cl_int>(width), static_cast<cl_int>(height));
  common::launch(lab.queue, kernel, {1}, {1});
  const cl_long got = lab.read<cl_long>(where)[0];
  return got == width * height - 1 ? ""
                                   : fmt::format("index {}: it is {}", got, width * height - 1);
}

std::string wild_index(const Lab& lab, const How& how) {
  // -g: the compiler notes for the debugger which instruction is of which line.
  cl::Kernel kernel = kernel_of(lab, "wild_index", how.version, "gather",
                                how.with_tool ? "-g -cl-opt-disable" : "");
  const std::vector<float> x = numbers(lab);
  std::vector<cl_int> indices(n);
  std::iota(indices.rbegin(), indices.rend(), 0);
  std::vector<float> want(x.rbegin(), x.rend());
  indices[n / 2] = 0x7fffff00; // 8 GB after the beginning
  want[n / 2] = 0.0F;
  const cl::Buffer in = lab.buffer(x), where = lab.buffer(indices);
  const cl::Buffer out = lab.buffer(std::vector<float>(n, NAN));
  common::set_args(kernel, in, where, out, static_cast<cl_uint>(n));
  launch(lab, kernel);
  return complaint(lab.read<float>(out), want);
}
