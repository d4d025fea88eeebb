// What do atomic functions return, with 32 and 64 bits; and how are floats added?

#include "common/error.hpp"
#include "common/verify.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace {

constexpr std::size_t n = 1000; // work-items

// All ids from 0 to n - 1 and one more number, in any order?
template <typename T>
bool are_ids_and(const std::vector<T>& values, T last, T one_more) {
  std::vector<T> found(values), want(n);
  found.push_back(last);
  std::iota(want.begin(), want.end(), T{0});
  want.push_back(one_more);
  std::sort(found.begin(), found.end());
  std::sort(want.begin(), want.end());
  return found == want;
}

// The bits that n work-items turn, each the bit (id mod `bits`), one after the other.
template <typename T>
T toggled(unsigned bits) {
  T word = 0;
  for (unsigned id = 0; id < n; ++id)
    word ^= T{1} << id % bits;
  return word;
}

} // namespace

// [atomics]
Json what_do_atomic_functions_return(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("atomics", "every_atomic");
  const cl::Buffer cells =
      lab.buffer(std::vector<cl_int>{100, 0, -1, 0, 0, 1000, -1000, 0x7fffffff, 0, 0, -1});
  const cl::Buffer unsigned_cells = lab.buffer(std::vector<cl_uint>{1000, 0});
  const cl::Buffer last = lab.buffer(std::vector<float>{-1.0F});
  const cl::Buffer old_count = lab.buffer(std::vector<cl_int>(n));
  const cl::Buffer old_id = lab.buffer(std::vector<cl_int>(n));
  const cl::Buffer old_last = lab.buffer(std::vector<float>(n));
  common::set_args(kernel, cells, unsigned_cells, last, old_count, old_id, old_last);
  common::launch(lab.queue, kernel, {n}, common::fit_local_size(lab.device, kernel, {8}));

  const auto got = lab.read<cl_int>(cells);
  const auto words = lab.read<cl_uint>(unsigned_cells);
  constexpr auto count = static_cast<cl_int>(n);
  verify(got[0] == 100 + 3 * count && got[1] == -2 * count, "atomic_add and atomic_sub add up");
  verify(got[3] == count && got[4] == -count, "atomic_inc and atomic_dec count");
  verify(got[5] == 8 - count && got[6] == count - 8, "atomic_min and atomic_max find the limits");
  verify(got[7] == 0 && got[8] == 0x7fffffff, "atomic_and clears, atomic_or sets every bit");
  verify(got[9] == toggled<cl_int>(31), "atomic_xor turns bits around");
  verify(got[10] >= 0 && got[10] < count, "one work-item wins with atomic_cmpxchg, and stays");
  verify(words[0] == 0 && words[1] == 0xFFFFFFFFU, "for uints negative numbers are large");

  auto olds = lab.read<cl_int>(old_count);
  std::sort(olds.begin(), olds.end());
  for (std::size_t i = 0; i < n; ++i) // 100, 103, 106, ...: each value was seen once
    verify(olds[i] == 100 + 3 * static_cast<cl_int>(i), "atomic_add returns the old value");
  verify(are_ids_and<cl_int>(lab.read<cl_int>(old_id), got[2], -1),
         "with atomic_xchg every value comes back once, but the last");
  verify(are_ids_and<float>(lab.read<float>(old_last), lab.read<float>(last)[0], -1.0F),
         "atomic_xchg takes floats as well");
  // [/atomics]
  fmt::print("  11 functions, {} work-items: all cells are right\n", n);
  fmt::print("  atomic_add(cell, 3) from 100 on returned {} to {}: the values before\n",
             olds.front(), olds.back());
  fmt::print("  atomic_cmpxchg(cell, -1, id): work-item {} was the first\n", got[10]);
  return {{"work_items", n}, {"first", olds.front()}, {"last", olds.back()}, {"sum", got[0]}};
}

// [atomics64]
Json what_about_64_bits(const Lab& lab) {
  if (!common::has_extension(lab.device, "cl_khr_int64_base_atomics"))
    throw common::Skip("the device has no cl_khr_int64_base_atomics.");
  const bool extended = common::has_extension(lab.device, "cl_khr_int64_extended_atomics");
  cl::Kernel kernel = lab.kernel("atomics64", "every_atomic64", extended ? "-D EXTENDED" : "");
  const cl::Buffer cells =
      lab.buffer(std::vector<cl_long>{0, 0, -1, 0, 0, -1, 1000, -1000, INT64_MAX, 0, 0});
  const cl::Buffer old = lab.buffer(std::vector<cl_long>(n));
  common::set_args(kernel, cells, old);
  common::launch(lab.queue, kernel, {n}, common::fit_local_size(lab.device, kernel, {8}));
  const auto got = lab.read<cl_long>(cells);
  constexpr auto count = static_cast<cl_long>(n);
  verify(got[0] == 3'000'000'000 * count && got[1] == -got[0], "atom_add and atom_sub add up");
  verify(got[2] >= 0 && got[2] < count, "atom_xchg leaves the last one");
  verify(got[3] == count && got[4] == -count, "atom_inc and atom_dec count");
  verify(got[5] >= 0 && got[5] < count, "one work-item wins with atom_cmpxchg");
  if (extended) {
    verify(got[6] == 8 - count && got[7] == count - 8, "atom_min and atom_max find the limits");
    verify(got[8] == 0 && got[9] == INT64_MAX, "atom_and clears, atom_or sets every bit");
    verify(got[10] == toggled<cl_long>(63), "atom_xor turns bits around");
  }
  const auto olds = lab.read<cl_long>(old);
  verify(std::set<cl_long>(olds.begin(), olds.end()).size() == n, "each old value was seen once");
  fmt::print("  {} work-items have added 3000000000: {}{}\n", n, got[0],
             extended ? "; min, max, and, or, xor as well" : "");
  return {{"sum", got[0]}, {"extended", extended}};
}
// [/atomics64]

// [float-add]
Json how_do_i_add_floats_atomically(const Lab& lab) {
  constexpr std::size_t numbers = 4096;
  cl::Kernel kernel = lab.kernel("atomics", "sum_floats");
  const auto sum_of = [&](const std::vector<float>& values) {
    const cl::Buffer in = lab.buffer(values), sum = lab.buffer(std::vector<float>(1));
    common::set_args(kernel, in, sum, static_cast<cl_uint>(values.size()));
    run(lab, kernel, values.size());
    return lab.read<float>(sum)[0];
  };
  std::vector<float> whole(numbers); // sums of small integers are exact in any order
  std::iota(whole.begin(), whole.end(), 1.0F);
  const float exact = sum_of(whole);
  constexpr float expected = numbers * (numbers + 1) / 2;
  verify(exact == expected, "no addition is lost");

  const auto values = common::random_floats(numbers, lab.seed);
  double reference = 0, magnitude = 0;
  for (const float value : values) {
    reference += value;
    magnitude += std::abs(value);
  }
  const common::Tolerance tolerance = common::sum_tolerance(numbers, magnitude);
  std::set<float> sums;
  const int runs = lab.quick ? 10 : 200;
  for (int i = 0; i < runs; ++i) {
    const float sum = sum_of(values);
    verify(std::abs(sum - reference) <= tolerance.absolute, "sums of floats are right within u n");
    sums.insert(sum);
  }
  fmt::print("  1 + 2 + ... + {} = {:.0f}, exact\n", numbers, exact);
  fmt::print("  {} random floats, {} times: {} different sums, from {:.7g} to {:.7g}\n", numbers,
             runs, sums.size(), *sums.begin(), *sums.rbegin());
  return {{"exact", exact},         {"runs", runs},           {"different_sums", sums.size()},
          {"least", *sums.begin()}, {"most", *sums.rbegin()}, {"numbers", numbers}};
}
// [/float-add]
