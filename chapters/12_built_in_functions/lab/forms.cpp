// What do half_ and native_ save, and what do they cost? Time and error beside the full form.

#include "common/error.hpp"
#include "common/timing.hpp"
#include "functions.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace {

constexpr cl_uint repeats = 16; // values for one element where time counts

// The functions that have all three forms, with arguments that half_ allows.
struct Entry {
  const char* name;
  Domain x, y;
};

// [entries]
const std::vector<Entry> entries{
    {"cos", {-100, 100, 1e-3}, {0, 0}},        {"divide", {1, 1000, 1}, {1, 1000, 1}},
    {"exp", {-80, 80, 1e-3}, {0, 0}},          {"exp10", {-30, 30, 1e-3}, {0, 0}},
    {"exp2", {-120, 120, 1e-3}, {0, 0}},       {"log", {1e-3, 1e3, 1e-3}, {0, 0}},
    {"log10", {1e-3, 1e3, 1e-3}, {0, 0}},      {"log2", {1e-3, 1e3, 1e-3}, {0, 0}},
    {"powr", {0.01, 100, 1e-2}, {-10, 10, 1}}, {"recip", {1e-3, 1e3, 1e-3}, {0, 0}},
    {"rsqrt", {1e-3, 1e3, 1e-3}, {0, 0}},      {"sin", {-100, 100, 1e-3}, {0, 0}},
    {"sqrt", {1e-3, 1e3, 1e-3}, {0, 0}},       {"tan", {-100, 100, 1e-3}, {0, 0}},
};
// [/entries]

struct Arguments {
  std::vector<float> xs, ys;
  cl::Buffer x, y, out;
};

struct Form {
  double largest = 0, middle = 0; // errors in ULP
  double ns = 0;                  // for one value
};

// The errors of one value each; then the time of many.
Form measure(const Lab& lab, cl::Kernel kernel, const Function& f, const Arguments& a) {
  const std::size_t n = a.xs.size();
  common::set_args(kernel, a.x, a.y, a.out, static_cast<cl_uint>(n), cl_uint{1}, 0.0F);
  run(lab, kernel, n);
  const auto got = lab.read<float>(a.out);
  std::vector<double> errors;
  for (std::size_t i = 0; i < n; ++i)
    errors.push_back(ulp_error(got[i], f.value(a.xs[i], a.ys[i], 0)));
  std::sort(errors.begin(), errors.end());

  kernel.setArg(4, repeats);
  kernel.setArg(5, 1e-3F);
  common::Samples samples;
  for (int i = 0; i < (lab.quick ? 3 : 9); ++i)
    samples.values.push_back(run(lab, kernel, n));
  return {errors.back(), errors[n / 2], 1e6 * samples.min() / (static_cast<double>(n) * repeats)};
}

std::string error_text(double ulp) {
  return ulp < 100 ? fmt::format("{:.1f}", ulp) : fmt::format("{:.3g}", ulp);
}

} // namespace

// [forms]
Json what_do_half_and_native_save(const Lab& lab) {
  const std::size_t n = harness::is_simulator(lab.device) ? 256 : lab.quick ? 1 << 12 : 1 << 15;
  const cl::Program program = lab.program("forms");
  using Align = harness::Table::Align;
  harness::Table table({{"function"},
                        {"full: ULP", Align::right},
                        {"ns", Align::right},
                        {"half_: ULP", Align::right},
                        {"ns", Align::right},
                        {"native_: ULP", Align::right},
                        {"ns", Align::right}});
  Json rows = Json::array();
  for (const Entry& entry : entries) {
    const std::string name = entry.name;
    if (lab.quick && name != "sin") // each form is a kernel to compile
      continue;
    const Function& f = function(name);
    Arguments a{arguments(entry.x, n, lab.seed), arguments(entry.y, n, lab.seed + 1), {}, {}, {}};
    a.x = lab.buffer(a.xs);
    a.y = lab.buffer(a.ys);
    a.out = lab.buffer(std::vector<float>(n));
    Json row{{"function", name}};
    std::vector<std::string> cells{name};
    for (const char* form : {"full", "half", "native"}) {
      const cl::Kernel kernel(program, fmt::format("{}_{}", name, form).c_str());
      const Form found = measure(lab, kernel, f, a);
      const double allowed = form[0] == 'f' ? f.bound : form[0] == 'h' ? 8192 : -1;
      verify(found.middle <= 8192, fmt::format("{}_{} computes {}", name, form, name));
      cells.push_back(error_text(found.largest));
      cells.push_back(fmt::format("{:.3f}", found.ns));
      const std::string key = form;
      row[key + "_ulp"] = std::isfinite(found.largest) ? Json(found.largest) : Json("inf");
      row[key + "_middle_ulp"] = found.middle;
      row[key + "_ns"] = found.ns;
      row[key + "_within"] = allowed < 0 || found.largest <= allowed;
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  fmt::print("  {} arguments in moderate ranges; ns: for one value, the best of several runs\n", n);
  return {{"arguments", n}, {"repeats", repeats}, {"rows", rows}};
}
// [/forms]
