// Mistakes with types and operators, made on purpose. All of them compile.

#include "common/error.hpp"
#include "harness/lab/experiment.hpp"
#include "lab.hpp"

#include <fmt/format.h>

namespace {

// What a kernel of traps.cl writes: `count` values, by `work_items` work-items.
template <typename T>
std::vector<T> results(const Lab& lab, const char* name, std::size_t count,
                       std::size_t work_items = 1) {
  cl::Kernel kernel = lab.kernel("traps", name);
  const cl::Buffer out = lab.buffer(std::vector<T>(count));
  const cl::Buffer numbers = small_numbers(lab);
  common::set_args(kernel, numbers, out);
  common::launch(lab.queue, kernel, {work_items}, {1});
  return lab.read<T>(out);
}

// The first half is what the mistake gives, the second what was meant.
template <typename T>
std::string wrong_and_right(const std::vector<T>& got, const char* meant) {
  const auto middle = got.begin() + static_cast<std::ptrdiff_t>(got.size() / 2);
  if (std::equal(got.begin(), middle, middle))
    return "";
  return fmt::format("no error. The kernel gets {}; {}: {}", fmt::join(got.begin(), middle, ", "),
                     meant, fmt::join(middle, got.end(), ", "));
}

std::string comma(const Lab& lab) {
  const auto got = results<float>(lab, "comma", 8);
  verify(std::vector<float>(got.begin() + 4, got.end()) == std::vector<float>{1, 2, 3, 4},
         "(float4)(a, b, c, d) is a literal");
  return wrong_and_right(got, "with the type before it");
}

std::string packed_float3(const Lab& lab) {
  const std::vector<float> xyz{1, 2,  3,  4,  5, 6, 7, 8,
                               9, 10, 11, 12, 0, 0, 0, 0}; // four points and some room
  cl::Kernel kernel = lab.kernel("layout", "whole_points"),
             packed = lab.kernel("layout", "packed_points");
  const cl::Buffer points = lab.buffer(xyz), sums = lab.buffer(std::vector<float>(4));
  std::vector<float> both;
  for (cl::Kernel& each : {std::ref(kernel), std::ref(packed)}) {
    common::set_args(each, points, sums, cl_uint{4});
    common::launch(lab.queue, each, {4}, {1});
    const auto got = lab.read<float>(sums);
    both.insert(both.end(), got.begin(), got.end());
  }
  return wrong_and_right(both, "with vload3");
}

std::string count_true(const Lab& lab) {
  return wrong_and_right(results<cl_int>(lab, "count_large", 2),
                         "with a minus before the comparison");
}

std::string mask_of_ones(const Lab& lab) {
  return wrong_and_right(results<cl_int>(lab, "mask", 8), "with a comparison");
}

std::string byte_mean(const Lab& lab) {
  return wrong_and_right(results<cl_int>(lab, "mean", 8), "hadd gives");
}

std::string no_saturation(const Lab& lab) {
  return wrong_and_right(results<cl_int>(lab, "brighten", 8), "convert_uchar4_sat_rte gives");
}

std::string unsigned_minus(const Lab& lab) {
  const auto got = results<cl_int>(lab, "left_neighbours", 8, 4);
  std::vector<cl_int> wrong_then_right;
  for (const std::size_t first : {0, 1})
    for (std::size_t i = first; i < 8; i += 2)
      wrong_then_right.push_back(got[i]);
  return wrong_and_right(wrong_then_right, "x >= 1 gives");
}

std::string fused(const Lab& lab) {
  verify(pixels_that_differ(lab, "") == 0, "with the pragma the bits are the same");
  const std::size_t count = pixels_that_differ(lab, "-D FUSED");
  return count == 0
             ? ""
             : fmt::format("no error. {} pixels differ from the host's; with the pragma 0", count);
}

std::string divide_by_zero(const Lab& lab) {
  const auto got = results<cl_int>(lab, "divide", 2);
  return fmt::format("no error and no signal. 7 / 0 is {} here; it may be anything", got[0]);
}

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"comma", "float4 v = (a, b, c, d), without (float4)",
       "the parentheses hold comma operators, and the last value goes into all components. The "
       "type belongs before them.",
       comma},
      {"packed-float3", "packed coordinates, read through a float3*",
       "a float3 takes 16 bytes. For 12 use vload3, or send cl_float3.", packed_float3},
      {"count-true", "count += (i > 1), with vectors",
       "a true comparison is 1 for scalars and -1 for vectors: all bits are set.", count_true},
      {"mask-of-ones", "select(a, b, flags) with flags of 1",
       "for vectors only the most significant bit decides, and in 1 it is not set. Pass a "
       "comparison.",
       mask_of_ones},
      {"byte-mean", "the mean of two pixels as (a + b) / 2, in uchar4",
       "components are not promoted to int: 200 + 100 is 44. Use hadd, or convert_ushort4 first.",
       byte_mean},
      {"no-saturation", "brighter colours through convert_uchar4, without _sat",
       "what becomes of a float that does not fit is up to the device, and fractions are cut off. "
       "Use "
       "_sat_rte.",
       no_saturation},
      {"unsigned-minus", "x - 1 >= 0 as the guard of the left neighbour, x unsigned",
       "0 - 1 is 4294967295. Compare before you subtract: x >= 1.", unsigned_minus},
      {"fused", "device and host are compared bit by bit, and the device may fuse a * b + c",
       "fma rounds once in place of twice. Switch contraction off, or compare with a tolerance.",
       fused},
      {"divide-by-zero", "an integer is divided by zero",
       "OpenCL C promises no exception, and no particular value either. Ask before you divide.",
       divide_by_zero},
  };
}
