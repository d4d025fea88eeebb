// The limits of the spaces, and the two ways to get local memory.

#include "common/kernel_io.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

std::string type_text(cl_device_local_mem_type type) {
  return type == CL_LOCAL    ? "CL_LOCAL, memory of its own"
         : type == CL_GLOBAL ? "CL_GLOBAL, a part of global memory"
                             : "none";
}

// A kernel with `count` constant arguments, which adds their first elements.
std::string many_arguments(cl_uint count) {
  std::string parameters, sum;
  for (cl_uint k = 0; k < count; ++k) {
    parameters += fmt::format(", constant int* c{}", k);
    sum += fmt::format(" + c{}[0]", k);
  }
  return fmt::format("kernel void many(global int* out{}) {{ *out = 0{}; }}\n", parameters, sum);
}

// [too-many]
// What happens with `count` constant arguments: the error's name, or the sum of the first elements.
std::string with_constant_arguments(const Lab& lab, cl_uint count) {
  const cl::Buffer out = lab.buffer(std::vector<cl_int>{-1});
  const cl::Buffer one = lab.buffer(std::vector<cl_int>{1});
  cl_int sum = 0;
  try {
    const std::string error = error_of([&] {
      cl::Kernel kernel(common::build_source(lab.context, lab.device, many_arguments(count)),
                        "many");
      kernel.setArg(0, out);
      for (cl_uint k = 1; k <= count; ++k)
        kernel.setArg(k, one);
      common::launch(lab.queue, kernel, {1}, {1});
      sum = lab.read<cl_int>(out)[0];
    });
    if (!error.empty())
      return error;
  } catch (const common::BuildError&) {
    return "does not build";
  }
  verify(sum == static_cast<cl_int>(count), "a kernel that runs gets all of its arguments");
  return "runs";
}
// [/too-many]

} // namespace

// [limits]
Json how_much_is_there_of_each(const Lab& lab) {
  const cl::Device& device = lab.device;
  const auto global = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  const auto allocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  const auto local = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  const auto type = device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>();
  const auto constant = device.getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>();
  const auto arguments = device.getInfo<CL_DEVICE_MAX_CONSTANT_ARGS>();
  const auto size = [](cl_ulong bytes) { return harness::size_text(static_cast<double>(bytes)); };
  fmt::print("  global memory:            {}, {} in one buffer\n", size(global), size(allocation));
  fmt::print("  constant, in one buffer:  {}, {} such arguments\n", size(constant), arguments);
  fmt::print("  local, for a work-group:  {} ({})\n", size(local), type_text(type));
  fmt::print("  private:                  no query for a limit; ask each kernel\n");
  if (device.getInfo<CL_DEVICE_PROFILE>() == "FULL_PROFILE") { // what the specification promises
    verify(local >= 32 * 1024, "there are 32 KiB of local memory at least");
    verify(constant >= 64 * 1024, "a constant buffer may have 64 KiB at least");
    verify(arguments >= 8, "a kernel may have 8 constant arguments at least");
  }
  // [/limits]
  Json result{
      {"global_bytes", global},     {"allocation_bytes", allocation},
      {"constant_bytes", constant}, {"constant_arguments", arguments},
      {"local_bytes", local},       {"local_type", type == CL_LOCAL ? "CL_LOCAL" : "CL_GLOBAL"}};
  if (lab.quick)
    return result;
  const std::string as_many = with_constant_arguments(lab, arguments);
  const std::string one_more = with_constant_arguments(lab, arguments + 1);
  fmt::print("  {} constant arguments: {}; {}: {}\n", arguments, as_many, arguments + 1, one_more);
  verify(as_many == "runs", "a kernel may have as many constant arguments as the device says");
  result["one_argument_more"] = one_more;
  return result;
}

namespace {

// Each part of `size` elements turned around.
std::vector<cl_int> mirrored(std::vector<cl_int> x, std::size_t size) {
  for (auto part = x.begin(); part != x.end(); part += static_cast<std::ptrdiff_t>(size))
    std::reverse(part, part + static_cast<std::ptrdiff_t>(size));
  return x;
}

// One row of the table: the local memory that the kernel uses, and its result checked.
Json run(const Lab& lab, const cl::Kernel& kernel, const std::string& what, std::size_t local) {
  const auto x = numbers(16 * local, lab.seed);
  const cl::Buffer buffer = lab.buffer(x);
  cl::Kernel launched = kernel;
  launched.setArg(0, buffer);
  common::launch(lab.queue, launched, {x.size()}, {local});
  const auto result = common::compare(lab.read<cl_int>(buffer), mirrored(x, local));
  if (!result.passed())
    throw common::Error(fmt::format("{}: {}", what, result.summary()));
  const auto bytes = launched.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(lab.device);
  fmt::print("  {:<34} local size {:>3}: {:>5} bytes, all {} results right\n", what, local, bytes,
             x.size());
  return {{"tile", what}, {"local_size", local}, {"local_bytes", bytes}, {"verified", x.size()}};
}

// [left-over]
// How many elements of their tiles the work-groups find as an earlier one has left them.
Json find_left_overs(const Lab& lab) {
  constexpr cl_uint length = 256, groups = 64;
  constexpr cl_int secret = 0x5EC2E7;
  cl::Kernel kernel = lab.kernel("local", "fill", "-D LOOK_FIRST");
  const cl::Buffer found = lab.buffer(std::vector<cl_int>(length * groups));
  common::set_args(kernel, found, cl::Local(length * sizeof(cl_int)), length, secret);
  common::launch(lab.queue, kernel, {groups}, {1});
  const auto seen = lab.read<cl_int>(found);
  const auto count = std::count(seen.begin(), seen.end(), secret);
  fmt::print("  before anything is written: {} of {} elements are those of an earlier work-group\n",
             count, seen.size());
  return {{"elements", seen.size()}, {"found", count}};
}
// [/left-over]

} // namespace

// [two-ways]
Json how_does_a_group_get_its_memory(const Lab& lab) {
  Json rows = Json::array();
  cl::Kernel passed = lab.kernel("local", "mirror_passed");
  const std::size_t limit = common::fit_local_size(lab.device, passed, {64}).get()[0];
  const auto lengths = lab.quick ? std::vector<std::size_t>{64} : std::vector<std::size_t>{64, 16};
  for (const std::size_t length : lengths) {
    const std::size_t local = std::min(limit, length);
    const auto declared = // another length is another program
        lab.kernel("local", "mirror_declared", fmt::format("-D LENGTH={}", length));
    rows.push_back(run(lab, declared, fmt::format("local int tile[{}]", length), local));
    passed.setArg(1, cl::Local(length * sizeof(cl_int))); // and here another argument
    rows.push_back(run(lab, passed, fmt::format("local int* tile, {} bytes", length * 4), local));
  }
  const bool counted = harness::counts_local_arrays(lab); // false: an error of the driver
  verify(!counted || rows[0]["local_bytes"] >= 64 * sizeof(cl_int),
         "the kernel knows what it declares");
  if (lab.quick || harness::is_simulator(lab.device)) // which would complain, and rightly so
    return {{"rows", rows}, {"counted", counted}};
  return {{"rows", rows}, {"counted", counted}, {"left_over", find_left_overs(lab)}};
}
// [/two-ways]
