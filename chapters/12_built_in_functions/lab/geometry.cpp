// How long, how far, how much in between? Common and geometric functions.

#include "common/error.hpp"
#include "common/verify.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace {

constexpr std::size_t cases = 1000;
constexpr double epsilon = std::numeric_limits<float>::epsilon();
constexpr double half_turn = 3.14159265358979323846;

// [common]
Json common_functions(const Lab& lab) {
  auto xs = common::random_floats(cases, lab.seed), ys = common::random_floats(cases, lab.seed + 1);
  const auto zs = common::random_floats(cases, lab.seed + 2);
  xs[0] = ys[0]; // at the edge
  xs[1] = 0.0F;
  cl::Kernel kernel = lab.kernel("geometry", "common_functions");
  const cl::Buffer x = lab.buffer(xs), y = lab.buffer(ys), z = lab.buffer(zs);
  const cl::Buffer out = lab.buffer(std::vector<float>(10 * cases, NAN));
  common::set_args(kernel, x, y, z, out, static_cast<cl_uint>(cases));
  run(lab, kernel, cases);
  const auto got = lab.read<float>(out);
  const auto expect = [&](std::size_t k, const char* name, double tolerance, auto value) {
    std::vector<double> want;
    for (std::size_t i = 0; i < cases; ++i)
      want.push_back(value(static_cast<double>(xs[i]), static_cast<double>(ys[i]),
                           static_cast<double>(zs[i])));
    const auto result = common::compare(section(got, k, cases), want, {tolerance, 2 * epsilon});
    if (!result.passed())
      throw common::Error(fmt::format("{}: {}", name, result.summary()));
  };
  const double exact = 0; // and 2 ULP at most, for degrees and radians
  expect(0, "clamp", exact, [](double a, double, double) { return std::clamp(a, -0.5, 0.5); });
  expect(1, "max", exact, [](double a, double b, double) { return std::max(a, b); });
  expect(2, "min", exact, [](double a, double b, double) { return std::min(a, b); });
  expect(3, "degrees", exact, [](double a, double, double) { return 180 / half_turn * a; });
  expect(4, "radians", exact, [](double a, double, double) { return half_turn / 180 * a; });
  expect(5, "mix", 1e-3, [](double a, double b, double) { return a + (b - a) * 0.25; });
  expect(6, "step", exact, [](double a, double b, double) { return b < a ? 0.0 : 1.0; });
  expect(7, "smoothstep", 1e-5, [](double, double, double c) {
    const double t = std::clamp(c + 0.5, 0.0, 1.0);
    return t * t * (3 - 2 * t);
  });
  expect(8, "sign", exact, [](double a, double, double) {
    return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0;
  });
  expect(9, "vec_step", exact, [](double, double, double) { return 4.0; });
  fmt::print(
      "  clamp, max, min, degrees, radians, mix, step, smoothstep, sign: {} results each, all "
      "right\n",
      cases);
  return {{"functions", 10}, {"compared", 10 * cases}};
}
// [/common]

using Vector = std::array<long double, 3>;

Vector vector_at(std::span<const float> all, std::size_t i) {
  return {all[3 * i], all[3 * i + 1], all[3 * i + 2]};
}

long double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector scaled(const Vector& a, long double factor) {
  return {a[0] * factor, a[1] * factor, a[2] * factor};
}

double largest_error(std::span<const float> got, std::size_t i, const Vector& want) {
  double error = 0;
  for (std::size_t d = 0; d < 3; ++d)
    error = std::max(error, ulp_error(got[3 * i + d], want[d]));
  return error;
}

struct Row {
  const char* name;
  const char* unit;
  double allowed;
  double found = 0;
};

// [geometry]
// The specification measures dot and cross by the largest component, and the others in ULP.
std::vector<Row> geometric_errors(const std::vector<float>& as, const std::vector<float>& bs,
                                  const std::vector<float>& got) {
  std::vector<Row> rows{
      {"dot", "epsilon", 5},          {"length", "ULP", 4.25},          {"distance", "ULP", 8.5},
      {"fast_length", "ULP", 8194.5}, {"fast_distance", "ULP", 8197.5}, {"cross", "epsilon", 3},
      {"normalize", "ULP", 5},        {"fast_normalize", "ULP", 8195}};
  const auto note = [&rows](std::size_t k, double error) {
    rows[k].found = std::max(rows[k].found, error);
  };
  for (std::size_t i = 0; i < cases; ++i) {
    const Vector a = vector_at(as, i), b = vector_at(bs, i);
    const Vector difference{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    const Vector cross{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                       a[0] * b[1] - a[1] * b[0]};
    const long double length = std::sqrt(dot(a, a)),
                      distance = std::sqrt(dot(difference, difference));
    long double largest = 0;
    for (std::size_t d = 0; d < 3; ++d)
      largest = std::max({largest, std::abs(a[d]), std::abs(b[d])});
    const auto unit = static_cast<double>(largest * largest) * epsilon;
    note(0, std::abs(static_cast<double>(got[i] - dot(a, b))) / unit);
    note(1, ulp_error(got[cases + i], length));
    note(2, ulp_error(got[2 * cases + i], distance));
    note(3, ulp_error(got[3 * cases + i], length));
    note(4, ulp_error(got[4 * cases + i], distance));
    for (std::size_t d = 0; d < 3; ++d)
      note(5, std::abs(static_cast<double>(got[6 * cases + 3 * i + d] - cross[d])) / unit);
    const std::span<const float> all(got);
    note(6, largest_error(all.subspan(9 * cases), i, scaled(a, 1 / length)));
    note(7, largest_error(all.subspan(12 * cases), i, scaled(a, 1 / length)));
    verify(std::abs(got[5 * cases + i] - 1) < 1e-5, "a normalized vector has the length 1");
  }
  return rows;
}
// [/geometry]

} // namespace

Json how_long_and_how_far(const Lab& lab) {
  const Json common = common_functions(lab);
  const auto as = common::random_floats(3 * cases, lab.seed + 3, -10.0F, 10.0F);
  const auto bs = common::random_floats(3 * cases, lab.seed + 4, -10.0F, 10.0F);
  cl::Kernel kernel = lab.kernel("geometry", "geometry");
  const cl::Buffer a = lab.buffer(as), b = lab.buffer(bs);
  const cl::Buffer out = lab.buffer(std::vector<float>(15 * cases, NAN));
  common::set_args(kernel, a, b, out, static_cast<cl_uint>(cases));
  run(lab, kernel, cases);
  using Align = harness::Table::Align;
  harness::Table table(
      {{"float3"}, {"allowed", Align::right}, {"largest error", Align::right}, {"in"}, {""}});
  Json rows = Json::array();
  for (const Row& row : geometric_errors(as, bs, lab.read<float>(out))) {
    verify(row.found < 10 * row.allowed, fmt::format("{} is right", row.name));
    const bool within = row.found <= row.allowed;
    table.add({row.name, fmt::format("{}", row.allowed), fmt::format("{:.2f}", row.found), row.unit,
               within ? "" : "above the bound"});
    rows.push_back({{"function", row.name},
                    {"allowed", row.allowed},
                    {"found", row.found},
                    {"unit", row.unit},
                    {"within", within}});
  }
  fmt::print("{}", table.text());
  return {{"common", common}, {"rows", rows}};
}
