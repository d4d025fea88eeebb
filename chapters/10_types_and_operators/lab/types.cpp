// How large each type is on both sides, and where three floats lie.

#include "common/error.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <fmt/format.h>
#include <numeric>

const char* simulator_options(const Lab& lab) {
  return harness::is_simulator(lab.device) ? "-cl-opt-disable" : "";
}

cl::Buffer small_numbers(const Lab& lab) {
  std::vector<cl_int> numbers(64);
  std::iota(numbers.begin(), numbers.end(), 0);
  return lab.buffer(numbers);
}

namespace {

// The same list as the kernel's, with cl_ before each name.
struct TypeFamily {
  const char* name;
  std::vector<cl_uint> sizes, alignments; // of T, T2, T3, T4, T8, T16
};

// [host-types]
#define SIZES(T)                                                                                   \
  { sizeof(T), sizeof(T##2), sizeof(T##3), sizeof(T##4), sizeof(T##8), sizeof(T##16) }
#define ALIGNMENTS(T)                                                                              \
  { alignof(T), alignof(T##2), alignof(T##3), alignof(T##4), alignof(T##8), alignof(T##16) }
#define TYPE(T) {#T, SIZES(cl_##T), ALIGNMENTS(cl_##T)},

const std::vector<TypeFamily> host_types{
#define HAS_DOUBLE
#include "kernels/10_types_and_operators/types.clh"
};
// [/host-types]

} // namespace

// [sizes]
Json how_large_is_each_type(const Lab& lab) {
  const bool has_double = common::has_extension(lab.device, "cl_khr_fp64");
  const std::size_t count = host_types.size() - (has_double ? 0 : 1); // double is the last
  cl::Kernel kernel = lab.kernel("layout", "sizes_of_types", has_double ? "-D HAS_DOUBLE" : "");
  const cl::Buffer sizes = lab.buffer(std::vector<cl_uint>(6 * count));
  const cl::Buffer alignments = lab.buffer(std::vector<cl_uint>(6 * count));
  common::set_args(kernel, sizes, alignments);
  common::launch(lab.queue, kernel, {1}, {1});
  const auto device_sizes = lab.read<cl_uint>(sizes);
  const auto device_alignments = lab.read<cl_uint>(alignments);

  using Align = harness::Table::Align;
  std::vector<harness::Table::Column> columns{{"type T"}};
  for (const char* title : {"T", "T2", "T3", "T4", "T8", "T16"})
    columns.push_back({title, Align::right});
  harness::Table table(columns);
  Json rows = Json::array();
  for (std::size_t t = 0; t < count; ++t) {
    std::vector<std::string> cells{host_types[t].name};
    Json row{{"type", host_types[t].name}};
    for (std::size_t k = 0; k < 6; ++k) {
      const cl_uint size = device_sizes[6 * t + k];
      verify(size == host_types[t].sizes[k], "a cl_ type has the size of the device's type");
      verify(size == host_types[t].alignments[k], "each type is aligned to its size, on the host");
      verify(size == device_alignments[6 * t + k], "and on the device");
      cells.push_back(std::to_string(size));
      row[columns[k + 1].title] = size;
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print(
      "{}  sizes in bytes; the same for cl_ types on the host; each is aligned to its size\n",
      table.text());
  if (!has_double)
    fmt::print("  double: left out, the device has no cl_khr_fp64\n");
  return {{"rows", rows}, {"double", has_double}};
}
// [/sizes]

// [points]
Json where_are_the_three_floats(const Lab& lab) {
  constexpr std::size_t n = 100;
  const std::vector<float> xyz = common::random_floats(3 * n, lab.seed);
  std::vector<cl_float3> whole(n);
  std::vector<double> expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float* p = &xyz[3 * i];
    whole[i] = {{p[0], p[1], p[2]}};
    expected[i] = double{p[0]} + 10 * double{p[1]} + 100 * double{p[2]};
  }
  const common::Tolerance tolerance{1e-4, 0}; // a few roundings of numbers up to 111
  const auto run = [&](const char* what, const char* name, const cl::Buffer& points) {
    cl::Kernel kernel = lab.kernel("layout", name);
    const cl::Buffer sums = lab.buffer(std::vector<float>(n));
    common::set_args(kernel, points, sums, static_cast<cl_uint>(n));
    common::launch(lab.queue, kernel, {n}, {1});
    const auto result = common::compare(lab.read<float>(sums), expected, tolerance);
    if (!result.passed())
      throw common::Error(fmt::format("{}: {}", what, result.summary()));
    const auto bytes = points.getInfo<CL_MEM_SIZE>();
    fmt::print("  {:<40} {} points in {} bytes, all right\n", what, n, bytes);
    return bytes;
  };
  const auto with_float3 =
      run("cl_float3 on the host, float3* there", "whole_points", lab.buffer(whole));
  const auto with_vload3 =
      run("packed floats on the host, vload3 there", "packed_points", lab.buffer(xyz));
  verify(sizeof(cl_float3) == sizeof(cl_float4), "cl_float3 is as large as cl_float4");
  return {{"points", n}, {"float3_bytes", with_float3}, {"packed_bytes", with_vload3}};
}
// [/points]
