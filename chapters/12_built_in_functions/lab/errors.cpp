// How accurate are the mathematical functions? The results of the device against the host's long double.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "functions.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace {

constexpr double slack = 1e-4; // the reference is rounded as well, 40 bits behind the float

// What was found of one function.
struct Finding {
  std::size_t compared = 0, far_off = 0;
  double largest = 0.0, middle = 0.0; // errors in ULP
  float x = 0, y = 0, z = 0;          // where the largest one is
};

// [measure]
// Leaves out results that a float does not hold: the infinite ones, and the subnormal ones, which a
// device may flush to zero.
Finding measure(const Function& f, const std::vector<float>& xs, const std::vector<float>& ys,
                const std::vector<float>& zs, const std::vector<float>& results) {
  using Float = std::numeric_limits<float>;
  Finding found;
  std::vector<double> errors;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const long double want = f.value(xs[i], ys[i], zs[i]);
    if (!std::isfinite(want) || std::abs(want) > Float::max() ||
        (want != 0 && std::abs(want) < Float::min()))
      continue;
    const double error = ulp_error(results[i], want);
    errors.push_back(error);
    found.far_off += error > std::max(f.bound, 2.0) ? 1 : 0;
    if (error > found.largest) {
      found.largest = error;
      found.x = xs[i];
      found.y = ys[i];
      found.z = zs[i];
    }
  }
  found.compared = errors.size();
  if (!errors.empty()) {
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    found.middle = *middle;
  }
  return found;
}
// [/measure]

std::string bound_text(const Function& f) {
  return f.bound < 0 ? "none" : f.bound == 0.5 ? "rounded" : fmt::format("{}", f.bound);
}

std::string place_text(const Function& f, const Finding& found) {
  if (found.largest == 0)
    return "exact everywhere";
  std::string text = fmt::format("{:.9g}", found.x);
  if (f.y.high != 0)
    text += fmt::format(", {:.9g}", found.y);
  if (f.z.high != 0)
    text += fmt::format(", {:.9g}", found.z);
  return text;
}

// -D NUMBER_acos=0 -D NUMBER_acosh=1 ...
std::string numbers() {
  std::string options;
  for (std::size_t i = 0; i < functions().size(); ++i)
    options += fmt::format("{}-D NUMBER_{}={}", i > 0 ? " " : "", functions()[i].name, i);
  return options;
}

// How many results of the same function are far off in a kernel of its own? As many: then it is the
// device's function, and not our kernel. 0 for functions of more than one argument.
std::size_t far_off_alone(const Lab& lab, const Function& f, const std::vector<float>& xs) {
  if (f.y.high != 0)
    return 0;
  const cl::Buffer values = lab.buffer(xs);
  try {
    cl::Kernel kernel(
        common::build_source(lab.context, lab.device,
                             fmt::format("kernel void alone(global float* x) {{\n"
                                         "  x[get_global_id(0)] = {}(x[get_global_id(0)]);\n"
                                         "}}\n",
                                         f.name)),
        "alone");
    common::set_args(kernel, values);
    common::launch(lab.queue, kernel, {xs.size()}, {1});
  } catch (const common::BuildError&) {
    return 0; // no built-in function
  }
  return measure(f, xs, xs, xs, lab.read<float>(values)).far_off;
}

} // namespace

// [table]
Json how_exact_is_mathematics(const Lab& lab) {
  const std::size_t n = harness::is_simulator(lab.device) ? 1 << 6 : lab.quick ? 1 << 10 : 1 << 16;
  cl::Kernel kernel = lab.kernel("math", "evaluate", numbers());
  const cl::Buffer out = lab.buffer(std::vector<float>(n));
  using Align = harness::Table::Align;
  harness::Table table({{"function"},
                        {"allowed", Align::right},
                        {"largest error", Align::right},
                        {"middle", Align::right},
                        {"the largest one at"},
                        {""}});
  Json rows = Json::array();
  int bounds = 0, above = 0;
  for (std::size_t k = 0; k < functions().size(); ++k) {
    const Function& f = functions()[k];
    const auto seed = lab.seed + static_cast<unsigned>(3 * k);
    const auto xs = arguments(f.x, n, seed), ys = arguments(f.y, n, seed + 1),
               zs = arguments(f.z, n, seed + 2);
    const cl::Buffer x = lab.buffer(xs), y = lab.buffer(ys), z = lab.buffer(zs);
    common::set_args(kernel, x, y, z, out, static_cast<cl_uint>(n), static_cast<cl_uint>(k));
    run(lab, kernel, n);
    const Finding found = measure(f, xs, ys, zs, lab.read<float>(out));
    verify(found.compared > n / 10, fmt::format("{} was compared", f.name));
    const bool far_off = found.far_off > found.compared / 10;
    if (far_off && found.far_off == far_off_alone(lab, f, xs))
      harness::report_driver_error(lab.device, fmt::format("{}: {} of {} results are far off",
                                                           f.name, found.far_off, found.compared));
    else
      verify(!far_off, fmt::format("the device computes {} ({} of {} results are far off)", f.name,
                                   found.far_off, found.compared));
    const bool within = f.bound < 0 || found.largest <= f.bound + slack;
    bounds += f.bound < 0 ? 0 : 1;
    above += within ? 0 : 1;
    table.add({f.name, bound_text(f), fmt::format("{:.2f}", found.largest),
               fmt::format("{:.2f}", found.middle), place_text(f, found),
               within ? "" : "above the bound"});
    rows.push_back(
        {{"function", f.name},
         {"allowed", bound_text(f)},
         {"bound", f.bound},
         {"largest_ulp", std::isfinite(found.largest) ? Json(found.largest) : Json("inf")},
         {"middle_ulp", found.middle},
         {"at", place_text(f, found)},
         {"compared", found.compared},
         {"verdict", f.bound < 0 ? "no bound"
                     : within    ? "within"
                                 : "above"}});
  }
  fmt::print("{}", table.text());
  fmt::print("  {} arguments each; {} of {} functions are within their bound\n", n, bounds - above,
             bounds);
  return {{"arguments", n}, {"bounds", bounds}, {"within", bounds - above}, {"rows", rows}};
}
// [/table]
