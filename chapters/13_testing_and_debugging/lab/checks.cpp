// What a check must do: one kernel with six planted mistakes, and seven ways to test it.

#include "common/verify.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace {

// [checks]
// How a kernel is tested. The defaults are right; each check below leaves out one thing.
struct Check {
  const char* name;
  cl_uint width = 31, height = 45;
  bool constant_input = false; // all elements the same
  bool poison = true;          // the output is NaN before; else the result of the run before
  bool nan_blind = false;      // counts errors with error > tolerance
  bool canary = true;          // looks at what comes after the output
};

constexpr std::array checks{
    Check{.name = "error > limit", .nan_blind = true},
    Check{.name = "constant input", .constant_input = true},
    Check{.name = "stale output", .poison = false},
    Check{.name = "square", .width = 33, .height = 33},
    Check{.name = "round sizes", .width = 32, .height = 64},
    Check{.name = "no canary", .canary = false},
    Check{.name = "all of it"},
};
// [/checks]

// As in roots.cl, by position.
constexpr std::array mistakes{"none",
                              "NaN for negative numbers",
                              "rows and columns not exchanged",
                              "writes nothing",
                              "width in place of height",
                              "the last row is left out",
                              "one column too many"};

constexpr float canary = -777.0F;
constexpr std::size_t behind = 64; // how many canaries

// [nan-blind]
// Right only as long as no NaN comes: NaN > limit is false, so it counts as no error.
bool passes_nan_blind(const std::vector<float>& got, const std::vector<double>& want,
                      const common::Tolerance& tolerance) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < want.size(); ++i)
    if (std::abs(got[i] - want[i]) > tolerance.absolute + tolerance.relative * std::abs(want[i]))
      ++wrong;
  return wrong == 0;
}
// [/nan-blind]

std::vector<float> input_of(const Check& check, unsigned seed) {
  const std::size_t n = std::size_t{check.width} * check.height;
  std::vector<float> in =
      check.constant_input ? std::vector<float>(n, 0.5F) : common::random_floats(n, seed);
  in.resize(n + check.height, 0.25F); // only BEYOND reads there
  return in;
}

std::vector<double> reference(const Check& check, const std::vector<float>& in) {
  std::vector<double> want(std::size_t{check.width} * check.height);
  for (std::size_t y = 0; y < check.height; ++y)
    for (std::size_t x = 0; x < check.width; ++x)
      want[x * check.height + y] = std::sqrt(std::abs(double{in[y * check.width + x]}));
  return want;
}

void run(const Lab& lab, cl::Kernel kernel, const Check& check, const cl::Buffer& in,
         const cl::Buffer& out, std::size_t mistake) {
  common::set_args(kernel, in, out, check.width, check.height, static_cast<cl_int>(mistake));
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, {8, 8});
  common::launch(lab.queue, kernel,
                 common::round_up(cl::NDRange(check.width, check.height), cl::NDRange(8, 8)),
                 local);
}

// [passes]
bool passes(const Lab& lab, const Check& check, const cl::Kernel& kernel, std::size_t mistake) {
  const std::vector<float> in = input_of(check, lab.seed);
  const std::vector<double> want = reference(check, in);
  std::vector<float> before(want.size() + behind, NAN); // the poison
  std::fill_n(before.begin() + static_cast<std::ptrdiff_t>(want.size()), behind, canary);
  const cl::Buffer input = lab.buffer(in), output = lab.buffer(before);
  if (!check.poison)
    run(lab, kernel, check, input, output, 0); // the right result stays
  run(lab, kernel, check, input, output, mistake);

  std::vector<float> got = lab.read<float>(output);
  const auto end = got.begin() + static_cast<std::ptrdiff_t>(want.size());
  if (check.canary && std::count(end, got.end(), canary) != behind)
    return false;
  got.erase(end, got.end());
  constexpr common::Tolerance tolerance{0.0, 4 * 1.2e-7}; // sqrt may be off by 3 ulp
  return check.nan_blind ? passes_nan_blind(got, want, tolerance)
                         : common::compare(got, want, tolerance).passed();
}
// [/passes]

// A mistake that a weak check lets through, and the full check does not.
template <std::size_t check, std::size_t mistake>
std::string weak_check(const Lab& lab) {
  const cl::Kernel kernel = lab.kernel("roots", "roots");
  verify(!passes(lab, checks.back(), kernel, mistake), "the full check rejects the kernel");
  return passes(lab, checks[check], kernel, mistake)
             ? fmt::format("the test passes. The mistake in the kernel ({}) is found by the full "
                           "check only",
                           mistakes[mistake])
             : "";
}

} // namespace

// [matrix]
Json which_check_notices_which_mistake(const Lab& lab) {
  std::vector<harness::Table::Column> columns{{"mistake"}};
  for (const Check& check : checks)
    columns.push_back({check.name});
  harness::Table table(columns);
  Json rows = Json::array();
  const cl::Kernel kernel = lab.kernel("roots", "roots");
  for (std::size_t mistake = 0; mistake < mistakes.size(); ++mistake) {
    const bool right = mistake == 0;
    std::vector<std::string> cells{mistakes[mistake]};
    Json row{{"mistake", mistakes[mistake]}};
    for (const Check& check : checks) {
      const bool passed = passes(lab, check, kernel, mistake);
      cells.emplace_back(passed ? (right ? "passes" : "PASSES") : "rejected");
      row[check.name] = passed ? "passes" : "rejected";
      verify(passed || !right, fmt::format("the right kernel passes '{}'", check.name));
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  // The mistakes are in the order of the checks: each lets its own through.
  for (std::size_t i = 1; i < mistakes.size(); ++i)
    verify(rows[i].at(checks[i - 1].name) == "passes" &&
               rows[i].at(checks.back().name) == "rejected",
           fmt::format("'{}' gets through '{}', and not through all of it", mistakes[i],
                       checks[i - 1].name));
  return {{"rows", rows}};
}
// [/matrix]

std::vector<harness::Demo> weak_checks() {
  return {
      {"nan-blind", "errors are counted with error > limit",
       "NaN fails every comparison. Ask for what is right: a value passes if it is finite and "
       "error <= limit.",
       weak_check<0, 1>},
      {"constant-input", "all elements of the input are the same",
       "a wrong index reads the right value then. Use random inputs with a fixed seed.",
       weak_check<1, 2>},
      {"stale-output", "the output still holds the result of the run before",
       "poison the output before each run: NaN for floats, two different values for integers.",
       weak_check<2, 3>},
      {"square-size", "the picture is as wide as it is high",
       "test sizes whose dimensions differ, in every dimension.", weak_check<3, 4>},
      {"round-sizes", "all sizes are multiples of the local size and of the vector width",
       "test 1, 31, 1000, 1023: sizes that nothing divides.", weak_check<4, 5>},
      {"no-canary", "the check does not look past the output",
       "make the buffer longer than the output, and look whether the rest has changed.",
       weak_check<5, 6>},
  };
}
