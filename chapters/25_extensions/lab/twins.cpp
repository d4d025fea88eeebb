// Functions of kernels that a device may lack, and twins of them that give the same bits everywhere.

#include "lab.hpp"

#include "common/kernel_io.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>
#include <random>

namespace {

// A way to do it: its name, and build options, or why it cannot be had here.
struct Way {
  std::string name, options, missing;
};

std::vector<Way> ways(const Lab& lab, const std::string& name, const std::string& macro,
                      bool listed, bool ptx = true) {
  const std::string language = newest_language(lab.device);
  std::vector<Way> list{{name, language + " -D " + macro, listed ? "" : "not listed"}};
  if (ptx)
    list.push_back({"PTX in the kernel", "-D WITH_PTX",
                    harness::is_nvidia(lab.device) ? "" : "not a device of NVIDIA"});
  list.push_back({"the twin, for any device", "", ""});
  return list;
}

// [compare]
// Runs each way that there is, and demands the host's bits of all of them.
template <typename T>
Json compare(const Lab& lab, const std::string& experiment, std::vector<Way> list,
             const std::vector<T>& want,
             const std::function<std::vector<T>(const cl::Program&, double& milliseconds)>& run) {
  harness::Table table(
      {{"way"}, {"outcome"}, {lab.quick ? "" : "time", harness::Table::Align::right}});
  Json rows = Json::array();
  if (std::getenv(alone)) // only the extension, which a driver may not survive
    list.resize(1);
  for (Way& way : list) {
    if (way.missing.empty() && rows.empty() && !std::getenv(alone))
      if (const std::string fault = fault_when_alone(lab, experiment); !fault.empty()) {
        harness::report_driver_error(lab.device, way.name + ' ' + fault);
        way.missing = "the driver " + fault;
      }
    Json row;
    row["way"] = way.name;
    row["status"] = "skipped";
    row["reason"] = way.missing;
    std::string outcome = "left out: " + way.missing;
    double milliseconds = 0;
    if (way.missing.empty()) {
      try {
        const std::vector<T> got = run(lab.program("twins", way.options), milliseconds);
        const auto wrong = std::mismatch(want.begin(), want.end(), got.begin(), got.end());
        if (wrong.first != want.end())
          throw common::Error(fmt::format("{}: result {} is {}, and not {}.", way.name,
                                          wrong.first - want.begin(), *wrong.second, *wrong.first));
        outcome = "the host's bits";
        row.erase("reason");
        row["status"] = "verified";
        row["milliseconds"] = milliseconds;
      } catch (const common::BuildError&) {
        outcome = row["reason"] = "listed, and yet it does not build";
      }
    }
    table.add({way.name, outcome,
               milliseconds > 0 && !lab.quick ? harness::duration_text(milliseconds) : ""});
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return rows;
}
// [/compare]

double timed(const Lab& lab, const cl::Kernel& kernel, std::size_t n, std::size_t local) {
  common::launch(lab.queue, kernel, {n}, {local}); // to warm up
  return common::event_times(common::launch(lab.queue, kernel, {n}, {local})).execution_ms();
}

std::size_t number_count(const Lab& lab) {
  return harness::is_simulator(lab.device) ? 512 : 1 << 16;
}

// A local size that is a multiple of 8. Throws Skip where work-groups are smaller.
std::size_t blocks_of_eight(const Lab& lab, const cl::Kernel& kernel) {
  const std::size_t local = common::fit_local_size(lab.device, kernel, {64}).get()[0];
  if (local % 8 != 0)
    throw common::Skip("work-groups of this device have fewer than 8 work-items");
  return local;
}

} // namespace

// [shuffle]
Json what_if_there_is_no_shuffle(const Lab& lab) {
  const std::size_t n = number_count(lab);
  const auto in = common::random_floats(n, lab.seed);
  std::vector<float> want = in;
  for (std::size_t mask = 4; mask > 0; mask /= 2) {
    const std::vector<float> before = want;
    for (std::size_t i = 0; i < n; ++i)
      want[i] = before[i] + before[i ^ mask];
  }
  const Json rows =
      compare<float>(lab, "shuffle",
                     ways(lab, "sub_group_shuffle_xor", "WITH_SHUFFLE",
                          is_listed(lab.device, "cl_khr_subgroup_shuffle")),
                     want, [&](const cl::Program& program, double& milliseconds) {
                       cl::Kernel kernel(program, "sums_of_eight");
                       const std::size_t local = blocks_of_eight(lab, kernel);
                       const cl::Buffer from = lab.buffer(in),
                                        to = lab.buffer(std::vector<float>(n));
                       common::set_args(kernel, from, to, cl::Local(local * sizeof(float)));
                       milliseconds = timed(lab, kernel, n, local);
                       return lab.read<float>(to);
                     });
  return {{"numbers", n}, {"rows", rows}};
}
// [/shuffle]

// [dot]
Json what_if_there_is_no_dot_product(const Lab& lab) {
  const std::size_t n = number_count(lab);
  std::mt19937 random(lab.seed);
  std::vector<cl_uint> a(n), b(n);
  std::vector<cl_int> more(n), want(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = i % 7 == 0 ? 0x80808080 : static_cast<cl_uint>(random()); // -128 four times
    b[i] = i % 11 == 0 ? 0x80808080 : static_cast<cl_uint>(random());
    more[i] = i % 3 == 0 ? CL_INT_MAX - 5 : static_cast<cl_int>(random());
    std::int64_t sum = more[i];
    for (int k = 0; k < 32; k += 8)
      sum += static_cast<std::int8_t>(a[i] >> k) * static_cast<std::int8_t>(b[i] >> k);
    want[i] = static_cast<cl_int>(std::clamp<std::int64_t>(sum, CL_INT_MIN, CL_INT_MAX));
  }
  const Json rows = compare<cl_int>(lab, "dot",
                                    ways(lab, "dot_acc_sat_4x8packed_ss_int", "WITH_DOT_PRODUCT",
                                         is_listed(lab.device, "cl_khr_integer_dot_product")),
                                    want, [&](const cl::Program& program, double& milliseconds) {
                                      cl::Kernel kernel(program, "dots");
                                      const std::size_t local =
                                          common::fit_local_size(lab.device, kernel, {64}).get()[0];
                                      const cl::Buffer left = lab.buffer(a), right = lab.buffer(b),
                                                       start = lab.buffer(more);
                                      const cl::Buffer to = lab.buffer(std::vector<cl_int>(n));
                                      common::set_args(kernel, left, right, start, to);
                                      milliseconds = timed(lab, kernel, n, local);
                                      return lab.read<cl_int>(to);
                                    });
  return {{"numbers", n}, {"rows", rows}};
}
// [/dot]

// [float-atomics]
Json what_if_floats_have_no_atomics(const Lab& lab) {
  const std::size_t n = number_count(lab) / 8;
  std::mt19937 random(lab.seed);
  std::vector<float> in(n); // multiples of 1/8: their sums are exact, in any order
  for (float& each : in)
    each = static_cast<float>(static_cast<int>(random() % 2001) - 900) / 8;
  const std::vector<float> want{std::accumulate(in.begin(), in.end(), 0.0F),
                                *std::min_element(in.begin(), in.end())};
  const Json rows = compare<float>(
      lab, "float-atomics",
      ways(lab, "atomic_fetch_add of cl_ext_float_atomics", "WITH_FLOAT_ATOMICS",
           is_listed(lab.device, "cl_ext_float_atomics")),
      want, [&](const cl::Program& program, double& milliseconds) {
        cl::Kernel kernel(program, "sum_and_least");
        const std::size_t local = common::fit_local_size(lab.device, kernel, {64}).get()[0];
        const cl::Buffer from = lab.buffer(in), to = lab.buffer(std::vector<float>(2));
        common::set_args(kernel, from, to);
        const cl::Event event = common::launch(lab.queue, kernel, {n}, {local});
        milliseconds = common::event_times(event).execution_ms();
        return lab.read<float>(to);
      });
  return {{"numbers", n}, {"sum", want[0]}, {"least", want[1]}, {"rows", rows}};
}
// [/float-atomics]
