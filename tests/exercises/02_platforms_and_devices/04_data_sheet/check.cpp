#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace {

using Answer = std::vector<unsigned char>;

// What the devices answer in place of the truth, while it is not empty.
std::map<cl_device_info, Answer> planted;
bool asked_too_new = false;

Answer text(const std::string& words) {
  return {words.c_str(), words.c_str() + words.size() + 1};
}

template <typename T>
Answer number(T value) {
  Answer bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

void compare(exercise::Bench& bench, const std::string& whose) {
  const std::vector<cl::Device> devices = common::all_devices();
  const std::vector<DataSheet> sheets = data_sheets();
  bench.expect(sheets.size() == devices.size(),
               fmt::format("{}: {} sheets for {} devices", whose, sheets.size(), devices.size()));
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const cl::Device& device = devices[i];
    const DataSheet& sheet = sheets[i];
    const auto same = [&](const char* field, const auto& got, const auto& want) {
      bench.expect(got == want,
                   fmt::format("{}, device {}: {} is {}, want {}", whose, i, field, got, want));
    };
    same("name", sheet.name, device.getInfo<CL_DEVICE_NAME>());
    same("compute_units", sheet.compute_units, device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    same("work_group", sheet.work_group, device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
    const auto sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    same("in_dimension", fmt::format("{}", fmt::join(sheet.in_dimension, " x ")),
         fmt::format("{}", fmt::join(sizes, " x ")));
    same("global_memory", sheet.global_memory, device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    same("largest_buffer", sheet.largest_buffer, device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    same("local_memory", sheet.local_memory, device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    same("own_local_memory", sheet.own_local_memory,
         device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>() == CL_LOCAL);
    same("has_double", sheet.has_double, common::has_extension(device, "cl_khr_fp64"));
    const cl_uint parts = common::device_version(device) < 120
                              ? 1
                              : device.getInfo<CL_DEVICE_PARTITION_MAX_SUB_DEVICES>();
    same("parts", sheet.parts, std::max<cl_uint>(1, parts));
  }
}

} // namespace

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, std::size_t size, void* value,
                       std::size_t* length) {
  if (planted.count(CL_DEVICE_VERSION) > 0 && info == CL_DEVICE_PARTITION_MAX_SUB_DEVICES) {
    asked_too_new = true;
    return CL_INVALID_VALUE;
  }
  const auto answer = planted.find(info);
  if (answer == planted.end())
    return exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(device, info, size,
                                                                             value, length);
  if (length)
    *length = answer->second.size();
  if (value && size < answer->second.size())
    return CL_INVALID_VALUE;
  if (value)
    std::copy(answer->second.begin(), answer->second.end(), static_cast<unsigned char*>(value));
  return CL_SUCCESS;
}

EXERCISE_CHECK(bench) {
  compare(bench, "this machine");
  planted = {{CL_DEVICE_NAME, text("planted")},
             {CL_DEVICE_MAX_COMPUTE_UNITS, number<cl_uint>(11)},
             {CL_DEVICE_MAX_WORK_GROUP_SIZE, number<std::size_t>(96)},
             {CL_DEVICE_GLOBAL_MEM_SIZE, number<cl_ulong>(20'000'000'001)},
             {CL_DEVICE_MAX_MEM_ALLOC_SIZE, number<cl_ulong>(5'000'000'003)},
             {CL_DEVICE_LOCAL_MEM_SIZE, number<cl_ulong>(24'576)},
             {CL_DEVICE_LOCAL_MEM_TYPE, number<cl_device_local_mem_type>(CL_LOCAL)},
             {CL_DEVICE_EXTENSIONS, text("cl_khr_icd cl_khr_fp64")},
             {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, number<cl_uint>(0)}};
  compare(bench, "a planted device");
  planted[CL_DEVICE_EXTENSIONS] = text("cl_khr_fp64_planted my_cl_khr_fp64");
  planted[CL_DEVICE_LOCAL_MEM_TYPE] = number<cl_device_local_mem_type>(CL_GLOBAL);
  compare(bench, "a planted device whose extensions only contain the letters cl_khr_fp64");
  planted[CL_DEVICE_VERSION] = text("OpenCL 1.1 planted");
  try {
    compare(bench, "a planted device of OpenCL 1.1");
  } catch (const cl::Error& error) {
    bench.expect(false, fmt::format("a planted device of OpenCL 1.1: {} failed with {}",
                                    error.what(), common::error_name(error.err())));
  }
  bench.expect(!asked_too_new, "a device of OpenCL 1.1 was asked about sub-devices");
  planted.clear();
}
