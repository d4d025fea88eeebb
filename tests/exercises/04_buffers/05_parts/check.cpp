#include "exercise.hpp"

#include "common/error.hpp"
#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

// In the device's place: four times what it needs, so that no number known by heart is right.
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info info, std::size_t size, void* value,
                       std::size_t* length) {
  const cl_int error = exercise::original<decltype(&clGetDeviceInfo)>("clGetDeviceInfo")(
      device, info, size, value, length);
  if (info == CL_DEVICE_MEM_BASE_ADDR_ALIGN && error == CL_SUCCESS && value)
    *static_cast<cl_uint*>(value) *= 4;
  return error;
}

EXERCISE_CHECK(bench) {
  const std::size_t align = bench.session.device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
  for (const std::size_t count : {1, 3, 7})
    for (const std::size_t bytes : {20 * align, 20 * align + 4, 101 * align + 12}) {
      const cl::Buffer buffer(bench.session.context, CL_MEM_READ_WRITE, bytes);
      const std::string where = fmt::format("{} bytes in {} parts: ", bytes, count);
      bench.trying(fmt::format("{} bytes in {} parts", bytes, count));
      std::vector<cl::Buffer> all;
      try {
        all = parts(buffer, bench.session.device, count);
      } catch (const cl::Error& error) {
        bench.expect(false, where + common::explain(error, bench.session.device));
      }
      bench.expect(all.size() == count, where + fmt::format("there are {} parts.", all.size()));
      std::size_t end = 0, least = bytes, most = 0;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const auto begin = all[k].getInfo<CL_MEM_OFFSET>();
        bench.expect(begin == end, where + fmt::format("part {} begins at byte {}, and not at {}.",
                                                       k, begin, end));
        // NVIDIA's driver takes any origin.
        bench.expect(
            begin % align == 0,
            where + fmt::format("part {} begins at byte {}, no multiple of {}: most devices say "
                                "CL_MISALIGNED_SUB_BUFFER_OFFSET.",
                                k, begin, align));
        const auto size = all[k].getInfo<CL_MEM_SIZE>();
        least = std::min(least, size);
        most = std::max(most, size);
        end = begin + size;
      }
      bench.expect(end == bytes, where + fmt::format("the last one ends at byte {}.", end));
      bench.expect(
          most - least <= 2 * align,
          where + fmt::format("the largest has {} bytes more than the smallest.", most - least));
    }
}
