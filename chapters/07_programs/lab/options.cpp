// What each build option changes: in what the compiler accepts, in the results, in the time.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <fmt/format.h>

namespace {

// One option, and what the same question was answered without and with it.
struct Row {
  std::string option;
  std::string question;
  std::string without;
  std::string with;
  std::string promise; ///< what the specification says must come out with it; empty: a permission
};

// [questions]
// What questions.cl answers when it was built with `options`.
std::vector<float> ask(const Lab& lab, const std::string& options) {
  const cl::Program program =
      common::build_source(lab.context, lab.device, source_of("questions.cl"), options);
  return answers_of(lab, program, "questions", {FLT_MIN, NAN, -0.0F, 1e8F}, 8);
}

// a * b rounded, then subtracted from a * b: 0, unless the compiler makes one operation of it.
float ask_residual(const Lab& lab, const std::string& options) {
  const float a = 1.0F + 0x1p-12F;
  const volatile float rounded = a * a; // 1 + 2^-11; cut off: 2^-24
  const cl::Program program =
      common::build_source(lab.context, lab.device, source_of("questions.cl"), options);
  return answers_of(lab, program, "residual", {a, a, rounded}, 1)[0];
}
// [/questions]

// How many quotients of random floats are not the floats next to the true ones.
std::size_t wrongly_rounded_quotients(const Lab& lab, const std::string& options) {
  const std::size_t n = 4096;
  std::vector<float> a = common::random_floats(n, lab.seed, 1.0F, 2.0F);
  std::vector<float> b = common::random_floats(n, lab.seed + 1, 1.0F, 2.0F);
  std::vector<float> quotients(n, NAN);
  const cl::Buffer a_buffer(lab.context, a.begin(), a.end(), true);
  const cl::Buffer b_buffer(lab.context, b.begin(), b.end(), true);
  const cl::Buffer out(lab.context, quotients.begin(), quotients.end(), false);
  cl::Kernel kernel(
      common::build_source(lab.context, lab.device, source_of("questions.cl"), options), "divide");
  common::set_args(kernel, a_buffer, b_buffer, out, static_cast<cl_uint>(n));
  lab.run(kernel, n);
  lab.queue.enqueueReadBuffer(out, CL_TRUE, 0, n * sizeof(float), quotients.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    wrong += quotients[i] != a[i] / b[i]; // the host's division rounds correctly
  return wrong;
}

std::string number(float value) {
  return std::signbit(value) && value == 0.0F ? "-0" : fmt::format("{:.3g}", value);
}

// "builds" or the name of the error.
std::string build_result(const Lab& lab, const std::string& source, const std::string& options) {
  std::string error;
  return try_to_build(lab, source, options, error) ? "builds" : error;
}

std::string log_of_warning(const Lab& lab, const std::string& options) {
  const cl::Program program =
      common::build_source(lab.context, lab.device, source_of("warning.cl"), options);
  const std::string log = common::build_log(program, lab.device);
  return log.find("only an example") == std::string::npos ? "no warning" : "a warning";
}

// "x" is the name of an argument of the kernel `mathematics`.
std::string argument_name(const Lab& lab, const std::string& options) {
  const cl::Program program =
      common::build_source(lab.context, lab.device, source_of("mathematics.cl"), options);
  try {
    const std::string name = cl::Kernel(program, "mathematics").getArgInfo<CL_KERNEL_ARG_NAME>(0);
    return name.c_str(); // some drivers count the zero byte
  } catch (const cl::Error& error) {
    return common::error_name(error.err());
  }
}

std::vector<Row> rows_of(const Lab& lab) {
  const std::vector<float> plain = ask(lab, "");
  const auto row = [&](const std::string& option, const std::string& question, std::size_t answer,
                       const std::string& promise) {
    return Row{option, question, number(plain[answer]), number(ask(lab, option)[answer]), promise};
  };
  // [rows]
  std::vector<Row> rows{
      row("-D LEVEL=7", "LEVEL", 0, "7"),
      row("-cl-std=CL1.1", "__OPENCL_C_VERSION__", 1, "110"),
      row("-cl-single-precision-constant", "sizeof(1.0)", 2, "4"),
      row("-cl-fast-relaxed-math", "is __FAST_RELAXED_MATH__ defined?", 3, "1"),
      row("-cl-denorms-are-zero", "FLT_MIN * 0.5f", 4, ""),
      row("-cl-finite-math-only", "x != x, x is NaN", 5, ""),
      row("-cl-no-signed-zeros", "x + 0.0f, x is -0.0f", 6, ""),
      row("-cl-unsafe-math-optimizations", "(x + 3) - x, x is 1e8f", 7, ""),
  };
  const std::string mad = "-cl-mad-enable";
  rows.push_back({mad, "a * b - c, c is a * b rounded", number(ask_residual(lab, "")),
                  number(ask_residual(lab, mad)), ""});
  // [/rows]
  const std::string exact = "-cl-fp32-correctly-rounded-divide-sqrt";
  if ((lab.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0)
    rows.push_back({exact, "wrongly rounded of 4096 quotients",
                    fmt::format("{}", wrongly_rounded_quotients(lab, "")),
                    fmt::format("{}", wrongly_rounded_quotients(lab, exact)), "0"});
  else
    fmt::print("  {} is left out: the device does not offer it.\n", exact);
  rows.push_back({"-cl-kernel-arg-info", "the name of an argument", argument_name(lab, ""),
                  argument_name(lab, "-cl-kernel-arg-info"), "x"});

  const std::string warned = log_of_warning(lab, "");
  rows.push_back({"-w", "#warning in the source", warned, log_of_warning(lab, "-w"), "no warning"});
  const std::string error = build_result(lab, source_of("warning.cl"), "-Werror");
  rows.push_back({"-Werror", "#warning in the source", "builds", error,
                  warned == "a warning" ? "CL_BUILD_PROGRAM_FAILURE" : ""});
  if (const std::string problem = include_path_problem(); problem.empty()) {
    const std::string source = "#include \"discriminant.cl\"\nkernel void nothing(void) {}\n";
    const std::string include = "-I " + include_directory().string();
    rows.push_back({"-I DIRECTORY", "#include of a file in DIRECTORY",
                    build_result(lab, source, ""), build_result(lab, source, include), "builds"});
  } else {
    fmt::print("  -I is left out: {}.\n", problem);
  }
  return rows;
}

} // namespace

Json what_do_the_options_change(const Lab& lab) {
  harness::Table table({{"option"}, {"we look at"}, {"without"}, {"with"}, {"specification"}});
  Json rows = Json::array();
  for (const Row& row : rows_of(lab)) {
    const bool kept = row.promise.empty() || row.with == row.promise; // a driver may be wrong
    const std::string rule =
        row.promise.empty() ? "permits" : "demands " + row.promise + (kept ? "" : " (NOT KEPT)");
    table.add({row.option, row.question, row.without, row.with, rule});
    rows.push_back({{"option", row.option},
                    {"question", row.question},
                    {"without", row.without},
                    {"with", row.with},
                    {"promise", row.promise},
                    {"kept", kept},
                    {"effect", row.with != row.without}});
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}

Json what_do_the_options_cost(const Lab& lab) {
  std::vector<std::string> sets{"", "-cl-opt-disable", "-cl-fast-relaxed-math"};
  if (!lab.quick)
    sets.insert(sets.begin() + 2, {"-cl-mad-enable", "-cl-unsafe-math-optimizations"});
  const std::size_t n = lab.quick ? 1 << 11 : 1 << 16;
  std::vector<float> x = common::random_floats(n, lab.seed, 0.0F, 1.0F);
  const std::vector<double> exact = exact_sums(x);
  const cl::Buffer x_buffer(lab.context, x.begin(), x.end(), true);
  const cl::Buffer y_buffer(lab.context, CL_MEM_READ_WRITE, n * sizeof(float));
  std::vector<cl::Kernel> kernels;
  for (const std::string& options : sets) {
    const cl::Program program =
        common::build_source(lab.context, lab.device, source_of("mathematics.cl"), options);
    kernels.emplace_back(program, "mathematics");
    common::set_args(kernels.back(), x_buffer, y_buffer, static_cast<cl_uint>(n));
  }
  std::vector<common::Samples> times(sets.size());
  std::vector<double> errors(sets.size(), 0.0);
  // Round by round: what slows the machine down for a while slows all of them down.
  for (int round = 0; round < (lab.quick ? 3 : 15); ++round)
    for (std::size_t s = 0; s < sets.size(); ++s) {
      std::vector<float> y(n, NAN);
      lab.queue.enqueueWriteBuffer(y_buffer, CL_TRUE, 0, n * sizeof(float), y.data());
      times[s].values.push_back(common::event_times(lab.run(kernels[s], n)).execution_ms());
      lab.queue.enqueueReadBuffer(y_buffer, CL_TRUE, 0, n * sizeof(float), y.data());
      const auto comparison = common::compare(y, exact, {0.0, 1e-3, false});
      if (!comparison.passed())
        throw common::Error(fmt::format("mathematics, '{}': {}", sets[s], comparison.summary()));
      for (std::size_t i = 0; i < n; ++i)
        errors[s] = std::max(errors[s], std::abs(y[i] - exact[i]) / exact[i]);
    }
  harness::Table table({{"options"},
                        {"median ms", harness::Table::Align::right},
                        {"largest relative error", harness::Table::Align::right}});
  Json rows = Json::array();
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const std::string name = sets[s].empty() ? "(none)" : sets[s];
    const double ms = times[s].median();
    table.add({name, fmt::format("{:.3f}", ms), fmt::format("{:.1e}", errors[s])});
    rows.push_back({{"options", name},
                    {"median_ms", ms},
                    {"spread", times[s].spread()},
                    {"error", errors[s]}});
  }
  fmt::print("{}  {} work-items, all sums verified\n", table.text(), n);
  return {{"elements", n}, {"rows", rows}};
}
