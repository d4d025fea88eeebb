// Numbers of 16 bits: all of them unpacked, and many packed in each rounding mode, compared with the
// host's own arithmetic.

#include "common/error.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"
#include "rounding.hpp"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace {

constexpr double largest_half = 65504;

// [decode]
// 1 bit for the sign, 5 for the exponent, 10 for the fraction.
double decode(cl_half bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 31)
    return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(fraction, -24); // subnormal: no hidden one before the point
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}
// [/decode]

// [encode]
// The value that a half takes for x. Beyond the largest one it is infinity, or not: as the mode says.
double nearest_half(double x, Rounding mode) {
  const double rounded = round_to_digits(x, 11, -24, mode);
  if (std::abs(rounded) <= largest_half)
    return rounded;
  const bool up = mode == Rounding::rte || mode == (x > 0 ? Rounding::rtp : Rounding::rtn);
  return std::copysign(up ? INFINITY : largest_half, x);
}
// [/encode]

bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

// [unpack]
// Every pattern of 16 bits (in a simulator one in 31) through vload_half.
std::size_t unpack_all(const Lab& lab) {
  std::vector<cl_half> in;
  for (int bits = 0; bits < 65536; bits += harness::is_simulator(lab.device) ? 31 : 1)
    in.push_back(static_cast<cl_half>(bits));
  cl::Kernel kernel = lab.kernel("half", "unpack");
  const cl::Buffer out = lab.buffer(std::vector<float>(in.size()));
  const cl::Buffer from = lab.buffer(in);
  common::set_args(kernel, from, out, static_cast<cl_uint>(in.size()));
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, {64});
  common::launch(lab.queue, kernel, common::round_up(cl::NDRange(in.size()), local), local);
  const auto got = lab.read<float>(out);
  for (std::size_t i = 0; i < in.size(); ++i)
    verify(same(got[i], decode(in[i])),
           fmt::format("vload_half reads {:#06x} as {}", in[i], decode(in[i])));
  return in.size();
}
// [/unpack]

std::vector<cl_half> pack(const Lab& lab, const std::vector<float>& in) {
  cl::Kernel kernel = lab.kernel("half", "pack");
  const cl::Buffer out = lab.buffer(std::vector<cl_half>(5 * in.size()));
  const cl::Buffer from = lab.buffer(in);
  common::set_args(kernel, from, out, static_cast<cl_uint>(in.size()));
  common::launch(lab.queue, kernel, {in.size()}, {1});
  return lab.read<cl_half>(out);
}

} // namespace

// [half]
Json what_fits_into_a_half(const Lab& lab) {
  const std::size_t unpacked = unpack_all(lab);
  fmt::print("  vload_half: {} patterns of 16 bits, all right\n", unpacked);

  std::vector<float> in{0.1F,  -0.1F, 1.0F / 3, 2048,  2049,  65504,
                        65519, 65520, -65520,   1e-4F, 3e-8F, 1e-8F};
  const std::size_t shown = in.size();
  for (const float x : common::random_floats(500, lab.seed, -1, 1))
    for (const float scale : {1.0F, 1e-5F, 1e5F}) // ordinary, subnormal as a half, too large
      in.push_back(scale * x);
  const auto got = pack(lab, in);

  using Align = harness::Table::Align;
  harness::Table table({{"float", Align::right},
                        {"bits", Align::right},
                        {"default", Align::right},
                        {"_rte", Align::right},
                        {"_rtz", Align::right},
                        {"_rtp", Align::right},
                        {"_rtn", Align::right}});
  Json rows = Json::array();
  double worst = 0; // relative error of ordinary numbers
  for (std::size_t i = 0; i < in.size(); ++i) {
    std::vector<std::string> cells{fmt::format("{}", in[i]), fmt::format("{:04x}", got[i])};
    for (std::size_t mode = 0; mode < 5; ++mode) {
      const double value = decode(got[mode * in.size() + i]);
      const auto rounding = mode == 0 ? Rounding::rte : static_cast<Rounding>(mode - 1);
      verify(same(value, nearest_half(in[i], rounding)),
             fmt::format("{} in mode {} is stored as {} (it is {})", in[i], mode,
                         nearest_half(in[i], rounding), value));
      cells.push_back(fmt::format("{:.8g}", value));
    }
    const double x = in[i], size = std::abs(x);
    if (size >= std::ldexp(1, -14) && size <= largest_half)
      worst = std::max(worst, std::abs(decode(got[i]) - x) / size);
    if (i >= shown)
      continue;
    table.add(cells);
    rows.push_back({{"float", cells[0]},
                    {"bits", cells[1]},
                    {"default", cells[2]},
                    {"rte", cells[3]},
                    {"rtz", cells[4]},
                    {"rtp", cells[5]},
                    {"rtn", cells[6]}});
  }
  fmt::print("{}  {} floats packed in 5 ways, all as the host computes\n", table.text(), in.size());
  fmt::print("  largest relative error of the default from 2^-14 to 65504: {:.2e}\n", worst);
  verify(worst <= std::ldexp(1, -11), "the error is at most half a step, 2^-11");
  return {{"unpacked", unpacked},
          {"packed", in.size()},
          {"rows", rows},
          {"worst_relative_error", worst}};
}
// [/half]
