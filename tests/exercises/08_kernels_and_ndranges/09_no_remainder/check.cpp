#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <stdexcept>

namespace {

using Sizes = std::array<std::size_t, 3>;

// What the device and the kernel answer, while `planted`.
bool planted = false;
std::vector<std::size_t> limits;
std::size_t members = 0;
Sizes required{};

template <typename T>
cl_int answer(const T* values, std::size_t count, std::size_t size, void* value,
              std::size_t* length) {
  if (length)
    *length = count * sizeof(T);
  if (value && size < count * sizeof(T))
    return CL_INVALID_VALUE;
  if (value)
    std::memcpy(value, values, count * sizeof(T));
  return CL_SUCCESS;
}

// All candidates, in another order than anybody would try them.
Sizes best_of(const Sizes& global, std::size_t dimensions) {
  Sizes best{0, 0, 0};
  const auto members_of = [](const Sizes& s) { return s[0] * s[1] * s[2]; };
  for (std::size_t z = 1; z <= global[2]; ++z)
    for (std::size_t y = 1; y <= global[1]; ++y)
      for (std::size_t x = 1; x <= global[0]; ++x) {
        const Sizes now{x, y, z};
        bool fits = members_of(now) <= members;
        for (std::size_t d = 0; d < 3; ++d)
          fits = fits && global[d] % now[d] == 0 && (d >= dimensions || now[d] <= limits[d]);
        if (fits && (members_of(now) > members_of(best) ||
                     (members_of(now) == members_of(best) && now > best)))
          best = now;
      }
  return best;
}

} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, std::size_t size, void* value,
                       std::size_t* length) {
  if (planted && info == CL_DEVICE_MAX_WORK_ITEM_SIZES)
    return answer(limits.data(), limits.size(), size, value, length);
  if (planted && info == CL_DEVICE_MAX_WORK_GROUP_SIZE) { // the device's limit, not the kernel's
    const std::size_t larger = 100000;
    return answer(&larger, 1, size, value, length);
  }
  return exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(device, info, size,
                                                                           value, length);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info info, std::size_t size, void* value,
                                std::size_t* length) {
  if (planted && info == CL_KERNEL_WORK_GROUP_SIZE)
    return answer(&members, 1, size, value, length);
  if (planted && info == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
    return answer(required.data(), 3, size, value, length);
  return exercise::original<decltype(&clGetKernelWorkGroupInfo)>("clGetKernelWorkGroupInfo")(
      kernel, device, info, size, value, length);
}

EXERCISE_CHECK(bench) {
  cl::Program program(bench.session.context, "kernel void nothing(global int* out) {\n"
                                             "  out[0] = 0;\n"
                                             "}\n");
  program.build({bench.session.device});
  const cl::Kernel kernel(program, "nothing");
  const auto range_of = [](const Sizes& s, std::size_t dimensions) {
    return dimensions == 1   ? cl::NDRange(s[0])
           : dimensions == 2 ? cl::NDRange(s[0], s[1])
                             : cl::NDRange(s[0], s[1], s[2]);
  };
  const auto text = [](const cl::NDRange& range) {
    return fmt::format("{}", fmt::join(range.get(), range.get() + range.dimensions(), " x "));
  };
  struct Case {
    std::size_t dimensions;
    Sizes global;
    std::size_t members;
    std::vector<std::size_t> limits;
    Sizes required = {0, 0, 0};
  };
  std::vector<Case> cases{{1, {1, 1, 1}, 256, {1024, 1024, 64}},
                          {1, {1024, 1, 1}, 256, {1024, 1024, 64}},
                          {1, {1023, 1, 1}, 256, {1024, 1024, 64}},
                          {1, {1009, 1, 1}, 256, {1024, 1024, 64}},
                          {2, {12, 10, 1}, 32, {1024, 1024, 64}},
                          {2, {64, 64, 1}, 256, {1024, 1024, 64}},
                          {2, {12, 10, 1}, 4096, {1024, 1024, 64}},
                          {2, {60, 60, 1}, 100, {7, 1024, 64}},
                          {2, {60, 60, 1}, 100, {1024, 7, 64}},
                          {3, {6, 8, 10}, 64, {1024, 1024, 64}},
                          {3, {6, 8, 100}, 512, {1024, 1024, 4}},
                          {3, {6, 8, 10}, 1, {1, 1, 1}},
                          {2, {30, 42, 1}, 64, {1024, 1024, 64, 5}},
                          {3, {4, 4, 4}, 8, {1024, 1024, 64}},
                          {2, {64, 48, 1}, 256, {1024, 1024, 64}, {16, 3, 1}},
                          {1, {64, 1, 1}, 256, {1024, 1024, 64}, {8, 1, 1}},
                          {3, {8, 4, 2}, 256, {1024, 1024, 64}, {2, 2, 2}}};
  const std::vector<cl_int> random = bench.random_ints(200, 1, 48);
  for (std::size_t i = 0; i + 5 < random.size(); i += 5) {
    const auto at = [&](std::size_t k) { return static_cast<std::size_t>(random[i + k]); };
    cases.push_back(
        {2 + at(3) % 2, {at(0), at(1), at(3) % 2 == 0 ? 1 : at(2)}, 3 * at(4), {at(4), at(3), 64}});
  }
  for (const Case& c : cases) {
    limits = c.limits;
    members = c.members;
    required = c.required;
    const std::string where =
        fmt::format("{} work-items, groups of at most {}, {} in the dimensions",
                    text(range_of(c.global, c.dimensions)), c.members, fmt::join(c.limits, " x "));
    bench.trying(where);
    planted = true;
    const cl::NDRange got =
        dividing(bench.session.device, kernel, range_of(c.global, c.dimensions));
    planted = false;
    const bool fixed = c.required[0] != 0;
    const cl::NDRange want =
        range_of(fixed ? c.required : best_of(c.global, c.dimensions), c.dimensions);
    bench.expect(
        text(got) == text(want),
        fmt::format("{}{}: got {}, want {}", where,
                    fixed ? fmt::format(", required {}", fmt::join(c.required, " x ")) : "",
                    text(got), text(want)));
  }
  for (const Sizes& wrong : {Sizes{16, 5, 1}, Sizes{15, 3, 1}, Sizes{16, 3, 2}}) {
    limits = {1024, 1024, 64};
    members = 256;
    required = wrong;
    bench.trying("a required size that does not divide");
    bool thrown = false;
    planted = true;
    try {
      dividing(bench.session.device, kernel, cl::NDRange(64, 48));
    } catch (const std::invalid_argument&) {
      thrown = true;
    }
    planted = false;
    bench.expect(thrown, fmt::format("64 x 48 work-items, required {}: no std::invalid_argument is "
                                     "thrown, although that does not divide them.",
                                     fmt::join(wrong, " x ")));
  }
}
