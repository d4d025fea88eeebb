// Mistakes with built-in functions, made on purpose. Each ends with what was seen and what to learn
// from it.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show; or it throws.

// [lost-update]
std::string lost_update(const Lab& lab) {
  const cl::Program program = lab.program("mistakes");
  const auto count = [&](const char* name, std::size_t n) {
    cl::Kernel kernel(program, name);
    const cl::Buffer counter = lab.buffer(std::vector<cl_int>(1));
    kernel.setArg(0, counter);
    common::launch(lab.queue, kernel, {n}, common::fit_local_size(lab.device, kernel, {64}));
    return lab.read<cl_int>(counter)[0];
  };
  const cl_int slow = count("in_slow_motion", 64);
  const std::size_t n = harness::is_simulator(lab.device) ? 64 : 1 << 22;
  const auto wanted = static_cast<cl_int>(n);
  const cl_int fast = count("lost_update", n);
  return slow == 64 && fast == wanted
             ? ""
             : fmt::format("no error. 64 work-items that all load, then all store: the counter is "
                           "{}. At full speed {} of {} increments are lost",
                           slow, wanted - fast, wanted);
}
// [/lost-update]

// [new-value]
std::string new_value(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "tickets");
  const cl::Buffer next = lab.buffer(std::vector<cl_int>(1));
  const cl::Buffer tickets = lab.buffer(std::vector<cl_int>(4));
  common::set_args(kernel, next, tickets);
  common::launch(lab.queue, kernel, {4}, {1});
  auto got = lab.read<cl_int>(tickets);
  std::sort(got.begin(), got.end());
  return got == std::vector<cl_int>{1, 2, 3, 4}
             ? ""
             : fmt::format("the tickets are {}, and the counter is {}", fmt::join(got, ", "),
                           lab.read<cl_int>(next)[0]);
}
// [/new-value]

// [vload-bytes]
std::string vload_bytes(const Lab& lab) {
  std::vector<float> numbers(4 *
                             (2 * 4 * sizeof(float) + 1)); // so large that nothing is read past it
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  cl::Kernel kernel = lab.kernel("mistakes", "third_vector");
  const cl::Buffer in = lab.buffer(numbers), out = lab.buffer(std::vector<float>(12));
  common::set_args(kernel, in, out);
  common::launch(lab.queue, kernel, {1}, {1});
  const auto got = lab.read<float>(out);
  verify(got[8] == 8, "vload4(2, p) begins at p[8]");
  return got[0] == 8 ? ""
                     : fmt::format("no error. The third vector begins at element 8; with an offset "
                                   "in bytes it is element {}, with one in floats element {}",
                                   got[0], got[4]);
}
// [/vload-bytes]

// [half-of-n]
std::string half_of_n(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "primes_up_to_half");
  const cl::Buffer out = lab.buffer(std::vector<cl_uchar>(20));
  kernel.setArg(0, out);
  common::launch(lab.queue, kernel, {20}, {1});
  std::vector<std::size_t> primes;
  const auto got = lab.read<cl_uchar>(out);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != 0)
      primes.push_back(i);
  return fmt::format("\"primes\" below 20: {}", fmt::join(primes, ", "));
}
// [/half-of-n]

// [row-wrap]
std::string row_wrap(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "maximum_by_position");
  const std::vector<float> picture{1, 1, 1, 9, // 9 is the last of the first row
                                   1, 1, 1, 1};
  const cl::Buffer in = lab.buffer(picture), out = lab.buffer(std::vector<float>(8));
  common::set_args(kernel, in, out);
  common::launch(lab.queue, kernel, {4, 2}, {1, 1});
  const auto got = lab.read<float>(out);
  return got[4] == 1
             ? ""
             : fmt::format("no error. The first pixel of the second row has only ones beside "
                           "it; its maximum is {}",
                           got[4]);
}
// [/row-wrap]

// [flt-min]
std::string flt_min(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "maximum_from_flt_min");
  const cl::Buffer in = lab.buffer(std::vector<float>{-3, -1, -2});
  const cl::Buffer out = lab.buffer(std::vector<float>(2));
  common::set_args(kernel, in, out, cl_uint{3});
  common::launch(lab.queue, kernel, {1}, {1});
  const auto got = lab.read<float>(out);
  verify(got[1] == -1, "from -INFINITY on the maximum is right");
  return fmt::format("no error. The maximum of -3, -1, -2 is {:.6g}; from -INFINITY on it is {}",
                     got[0], got[1]);
}
// [/flt-min]

// [mixed-max]
std::string mixed_max(const Lab& lab) {
  try {
    common::build_source(lab.context, lab.device,
                         "kernel void k(global uint* out, global ulong* words) {\n"
                         "  *out = max(*out, popcount(*words));\n" // popcount(ulong) is a ulong
                         "}\n");
  } catch (const common::BuildError& error) {
    const std::string log = error.what();
    return fmt::format("the compiler refuses: a call to max with a uint and a ulong {}",
                       log.find("ambiguous") == std::string::npos ? "does not fit"
                                                                  : "is ambiguous");
  }
  return "";
}
// [/mixed-max]

// [late-vector]
// A driver that fails here says so at finish().
std::string late_vector(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "vector_in_the_middle");
  const cl::Buffer rows = lab.buffer(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  kernel.setArg(0, rows);
  common::launch(lab.queue, kernel, {2}, {1});
  lab.queue.finish();
  return "";
}
// [/late-vector]

// [wide-mul24]
std::string wide_mul24(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("mistakes", "multiply24");
  const cl::Buffer in = lab.buffer(std::vector<cl_int>{20'000'000, 3});
  const cl::Buffer out = lab.buffer(std::vector<cl_int>(2));
  common::set_args(kernel, in, out);
  common::launch(lab.queue, kernel, {1}, {1});
  const auto got = lab.read<cl_int>(out);
  return got[0] == got[1]
             ? ""
             : fmt::format("no error. 20000000 * 3 = {}; mul24 gives {}", got[1], got[0]);
}
// [/wide-mul24]

// [exact-zero]
std::string exact_zero(const Lab& lab) {
  const std::vector<float> turns{1, 2, 1000, 100'000};
  cl::Kernel kernel = lab.kernel("mistakes", "sine_of_pi");
  const cl::Buffer in = lab.buffer(turns), out = lab.buffer(std::vector<float>(8));
  common::set_args(kernel, in, out, cl_uint{4});
  common::launch(lab.queue, kernel, {4}, {1});
  const auto got = lab.read<float>(out);
  for (std::size_t i = 4; i < 8; ++i)
    verify(got[i] == 0, "sinpi of a whole number is 0");
  return fmt::format(
      "no error. sin(M_PI_F * x) for x = 1, 2, 1000, 100000: {:.2g}, {:.2g}, {:.2g}, "
      "{:.2g}; sinpi gives 0",
      got[0], got[1], got[2], got[3]);
}
// [/exact-zero]

// [native-range]
std::string native_range(const Lab& lab) {
  const std::vector<float> angles{1, 1000, 1e6F, 1e8F};
  cl::Kernel kernel = lab.kernel("mistakes", "large_angles");
  const cl::Buffer in = lab.buffer(angles), out = lab.buffer(std::vector<float>(8));
  common::set_args(kernel, in, out, cl_uint{4});
  common::launch(lab.queue, kernel, {4}, {1});
  const auto got = lab.read<float>(out);
  double worst = 0;
  std::string text;
  for (std::size_t i = 0; i < 4; ++i) {
    worst = std::max(worst, ulp_error(got[i], std::sin(static_cast<long double>(angles[i]))));
    text += fmt::format("{} native_sin({:g}) = {:.6f} (sin: {:.6f})", i > 0 ? "," : "", angles[i],
                        got[i], got[4 + i]);
  }
  return worst <= 4 ? "" : fmt::format("no error.{}", text);
}
// [/native-range]

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"lost-update", "many work-items add 1 to one counter, without an atomic function",
       "load, add and store are three steps, and others come in between. Use atomic_inc, or better "
       "few counters that are added up later.",
       lost_update},
      {"new-value", "the first ticket of atomic_inc is expected to be 1",
       "all atomic functions return the value before. The first ticket is 0: just right for an "
       "index.",
       new_value},
      {"vload-bytes", "the offset of vload4 is given in bytes or in floats",
       "vload4(k, p) reads from p + 4 * k: the offset counts vectors, the pointer counts elements.",
       vload_bytes},
      {"half-of-n", "a prime test that divides by all d from 2 to below n / 2",
       "the last of these is 1 for n = 4, and 0 and 1 are not primes. Try 0, 1, 2, 3, 4 first; and "
       "go "
       "to the root, not to the half.",
       half_of_n},
      {"row-wrap", "neighbours are looked for at position - 1 and position + 1",
       "in memory the next of the last one of a row is the first of the next row. Test the "
       "coordinates, not the position.",
       row_wrap},
      {"flt-min", "the search for a maximum begins at FLT_MIN",
       "FLT_MIN is the smallest positive normal number. Begin at -INFINITY, or at the first "
       "element.",
       flt_min},
      {"mixed-max", "max gets a uint and a ulong",
       "built-in functions want arguments of one type. Convert one: popcount has the type of its "
       "word.",
       mixed_max},
      {"late-vector", "a vector is in the middle of a printf",
       "not every driver is ready for it. Begin a line with the vector, or print its components.",
       late_vector},
      {"wide-mul24", "mul24 gets a number of more than 24 bits",
       "mul24 and mad24 are defined for 24 bits: from -8388608 to 8388607, or to 16777215 "
       "unsigned. "
       "Beyond, anything may come out.",
       wide_mul24},
      {"exact-zero", "the sine of whole multiples of pi is computed with M_PI_F",
       "M_PI_F is the float next to pi. sinpi, cospi and tanpi multiply by pi without rounding.",
       exact_zero},
      {"native-range", "native_sin gets large angles",
       "the error of native_ functions is up to the device, and may have no limit. Bring angles "
       "near "
       "zero first, or take sin.",
       native_range},
  };
}
