// How far a right sum may be from the exact one, and what a check may demand of it.

#include "common/verify.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace {

constexpr double u = 0x1p-24; // the unit roundoff of float: an addition is right to this fraction
constexpr std::size_t work_items = 256;

// [gamma]
// The bound for numbers that pass through at most `additions` additions: |error| <= gamma * sum of
// all |x|. Source: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition,
// section 3.1 (gamma) and chapter 4 (summation).
double gamma(std::size_t additions) {
  const double nu = static_cast<double>(additions) * u;
  return nu < 1.0 ? nu / (1.0 - nu) : INFINITY;
}
// [/gamma]

std::size_t log2_up(std::size_t n) {
  std::size_t levels = 0;
  while ((std::size_t{1} << levels) < n)
    ++levels;
  return levels;
}

// The lab, and the program with the kernels of all orders.
struct Adder {
  const Lab& lab;
  const cl::Program program = lab.program("sums");
};

float run_one(const Adder& adder, const char* name, const std::vector<float>& x,
              std::size_t items) {
  const Lab& lab = adder.lab;
  cl::Kernel kernel(adder.program, name);
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<float>(items, NAN));
  common::set_args(kernel, in, out, static_cast<cl_uint>(x.size()));
  common::launch(lab.queue, kernel, {items}, {1});
  const std::vector<float> sums = lab.read<float>(out);
  return std::accumulate(sums.begin() + 1, sums.end(), sums.front());
}

float run_tree(const Adder& adder, const std::vector<float>& x) {
  const Lab& lab = adder.lab;
  cl::Kernel kernel(adder.program, "halve");
  cl::Buffer from = lab.buffer(x), to = lab.buffer(x);
  for (std::size_t n = x.size(); n > 1; n = (n + 1) / 2) {
    common::set_args(kernel, from, to, static_cast<cl_uint>(n));
    const cl::NDRange local = common::fit_local_size(lab.device, kernel, {64});
    common::launch(lab.queue, kernel, common::round_up(cl::NDRange((n + 1) / 2), local), local);
    std::swap(from, to);
  }
  return lab.read<float>(from).front();
}

// [methods]
struct Method {
  const char* name;
  float (*sum)(const Adder&, const std::vector<float>&);
  double (*bound)(std::size_t n); // |error| / sum of all |x|
};

constexpr std::array methods{
    Method{"one after the other",
           [](const Adder& adder, const std::vector<float>& x) {
             return run_one(adder, "serial", x, 1);
           },
           [](std::size_t n) { return gamma(n - 1); }},
    Method{"256 parts",
           [](const Adder& adder, const std::vector<float>& x) {
             return run_one(adder, "parts", x, work_items);
           },
           [](std::size_t n) { return gamma(n / work_items + work_items); }},
    Method{"a tree", run_tree, [](std::size_t n) { return gamma(log2_up(n)); }},
    Method{"compensated",
           [](const Adder& adder, const std::vector<float>& x) {
             return run_one(adder, "compensated", x, 1);
           },
           [](std::size_t n) { return 2 * u + 4 * static_cast<double>(n) * u * u; }},
};
// [/methods]

double exact_sum(const std::vector<float>& x) { // 29 bits more than float: exact enough
  return std::accumulate(x.begin(), x.end(), 0.0);
}

double sum_of_sizes(const std::vector<float>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0,
                         [](double sum, float value) { return sum + std::abs(value); });
}

std::string in_units_of_u(double error) {
  return fmt::format("{:.{}f}", error / u, error < 100 * u ? 1 : 0);
}

// From 0.1 u to a million u.
std::string logarithmic_bar(double error) {
  return harness::bar(std::log10(std::max(error / u, 0.1)) + 1.0, 7.0, 28);
}

} // namespace

// [sums]
Json how_wrong_may_a_sum_be(const Lab& lab) {
  using Align = harness::Table::Align;
  harness::Table table({{"numbers", Align::right},
                        {"order"},
                        {"error / u", Align::right},
                        {"bound / u", Align::right},
                        {"error, from 0.1 u to 1000000 u, logarithmic"}});
  Json rows = Json::array();
  const Adder adder{lab};
  for (std::size_t n = 1 << 10; n <= std::size_t{1} << (lab.quick ? 14 : 22); n *= 4) {
    const std::vector<float> x = common::random_floats(n, lab.seed, 0.0F, 1.0F);
    const double exact = exact_sum(x), sizes = sum_of_sizes(x);
    const float host = std::accumulate(x.begin() + 1, x.end(), x.front());
    for (const Method& method : methods) {
      const float sum = method.sum(adder, x);
      const double error = std::abs(sum - exact) / sizes, bound = method.bound(n);
      const bool first = &method == methods.data();
      table.add({first ? std::to_string(n) : "", method.name, in_units_of_u(error),
                 in_units_of_u(bound), logarithmic_bar(error)});
      rows.push_back(
          {{"n", n}, {"order", method.name}, {"error_u", error / u}, {"bound_u", bound / u}});
      verify(error <= bound, fmt::format("'{}' of {} numbers keeps its bound", method.name, n));
      verify(!first || sum == host, "the device's additions are the host's, bit for bit");
    }
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}
// [/sums]

namespace {

// [candidates]
struct Candidate {
  const char* name;
  bool right;
  float (*sum)(const Adder&, std::vector<float>);
};

constexpr std::array candidates{
    Candidate{"one after the other", true,
              [](const Adder& adder, std::vector<float> x) { return methods[0].sum(adder, x); }},
    Candidate{"a tree", true,
              [](const Adder& adder, std::vector<float> x) { return methods[2].sum(adder, x); }},
    Candidate{"a tree, the last one forgotten", false,
              [](const Adder& adder, std::vector<float> x) {
                x.pop_back();
                return methods[2].sum(adder, x);
              }},
    Candidate{"a tree, the first one twice", false,
              [](const Adder& adder, std::vector<float> x) {
                x.push_back(x.front());
                return methods[2].sum(adder, x);
              }},
};
// [/candidates]

// [rules]
struct Rule {
  const char* name;
  bool whole_numbers; // as inputs; their sums are exact in float
  double (*limit)(double exact, double sizes, std::size_t n);
};

constexpr std::array rules{
    Rule{"0.000001 of the sum", false,
         [](double exact, double, std::size_t) { return 1e-6 * std::abs(exact); }},
    Rule{"0.01 of the sum", false,
         [](double exact, double, std::size_t) { return 1e-2 * std::abs(exact); }},
    Rule{"theory, any order", false,
         [](double, double sizes, std::size_t n) { return gamma(n - 1) * sizes; }},
    Rule{"theory, a tree", false,
         [](double, double sizes, std::size_t n) { return gamma(log2_up(n) + 1) * sizes; }},
    Rule{"whole numbers, exactly", true, [](double, double, std::size_t) { return 0.0; }},
};
// [/rules]

std::vector<float> inputs(const Lab& lab, std::size_t n, bool whole) {
  std::vector<float> x =
      common::random_floats(n, lab.seed + 1, whole ? -100.0F : -1.0F, whole ? 100.0F : 1.0F);
  if (whole)
    for (float& value : x)
      value = std::round(value);
  for (float* end : {&x.front(), &x.back()}) // those that will be forgotten or taken twice
    *end = whole ? 37.0F : 0.37F;
  return x;
}

} // namespace

// [tolerance]
Json which_tolerance(const Lab& lab) {
  constexpr std::size_t n = 65536; // |sum| of the whole numbers stays below 2^24
  std::vector<harness::Table::Column> columns{{"limit for |error|"}};
  for (const Candidate& candidate : candidates)
    columns.push_back({candidate.name});
  harness::Table table(columns);
  Json rows = Json::array();
  const Adder adder{lab};
  for (const Rule& rule : rules) {
    const std::vector<float> x = inputs(lab, n, rule.whole_numbers);
    const double exact = exact_sum(x), limit = rule.limit(exact, sum_of_sizes(x), n);
    std::vector<std::string> cells{fmt::format("{}: {:.3g}", rule.name, limit)};
    Json row{{"rule", rule.name}, {"limit", limit}, {"sum", exact}};
    for (const Candidate& candidate : candidates) {
      const double error = std::abs(candidate.sum(adder, x) - exact);
      const bool passes = error <= limit;
      cells.push_back(fmt::format("{} ({:.2g})", passes ? "passes" : "rejected", error));
      row[candidate.name] = passes ? "passes" : "rejected";
      verify(!rule.whole_numbers || passes == candidate.right,
             "with whole numbers exactly the right kernels pass");
    }
    verify(row.at("a tree") == "passes" || rule.name == std::string(rules[0].name),
           "theory never rejects a right tree");
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return {{"n", n}, {"rows", rows}};
}
// [/tolerance]

namespace {

// [stuck]
std::string stuck_sum(const Lab& lab) {
  constexpr cl_uint n = (1 << 24) + 1000;
  cl::Kernel kernel = lab.kernel("sums", "count");
  const cl::Buffer out = lab.buffer(std::vector<float>(1));
  common::set_args(kernel, out, n);
  common::launch(lab.queue, kernel, {1}, {1});
  const float sum = lab.read<float>(out)[0];
  return static_cast<double>(sum) == n
             ? ""
             : fmt::format("{} times 1.0f makes {:.0f}. From there on adding 1 changes nothing", n,
                           sum);
}
// [/stuck]

} // namespace

std::vector<harness::Demo> sums_gone_wrong() {
  return {{"stuck-sum", "a float counts, one by one",
           "a float holds whole numbers up to 16777216. Count in integers; add large sums as a "
           "tree, or compensated.",
           stuck_sum}};
}
