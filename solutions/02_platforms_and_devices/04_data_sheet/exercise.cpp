#include "exercise.hpp"

#include "common/device.hpp"

#include <algorithm>

std::vector<DataSheet> data_sheets() {
  std::vector<DataSheet> sheets;
  for (const cl::Device& device : common::all_devices()) {
    DataSheet sheet;
    sheet.name = device.getInfo<CL_DEVICE_NAME>();
    sheet.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    sheet.work_group = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    sheet.in_dimension = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    sheet.global_memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    sheet.largest_buffer = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    sheet.local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    sheet.own_local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_TYPE>() == CL_LOCAL;
    const std::string extensions = " " + device.getInfo<CL_DEVICE_EXTENSIONS>() + " ";
    sheet.has_double = extensions.find(" cl_khr_fp64 ") != std::string::npos;
    if (common::device_version(device) >= 120)
      sheet.parts = std::max(1u, device.getInfo<CL_DEVICE_PARTITION_MAX_SUB_DEVICES>());
    sheets.push_back(sheet);
  }
  return sheets;
}
