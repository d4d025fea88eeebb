// Private arrays of growing size: where does the compiler put them, and what does it cost?

#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace {

constexpr cl_uint updates = 4096, step = 3; // UPDATES and STEP of private.cl

// [host]
// What work-item `id` should find: the kernel's loop on the host, with the same wrap-around.
cl_uint expected(cl_uint id, cl_uint size) {
  std::vector<cl_uint> table(size);
  for (cl_uint k = 0; k < size; ++k)
    table[k] = id + k;
  for (cl_uint round = 0; round < updates / size; ++round)
    for (cl_uint k = 0; k < size; ++k)
      table[k * step % size] = table[k * step % size] * 3 + round;
  cl_uint sum = 0;
  for (cl_uint k = 0; k < size; ++k)
    sum += table[k] ^ k;
  return sum;
}
// [/host]

// The compiler's own words about registers and spilling, where it says any: the lines of the build
// log that speak of them (NVIDIA's, with -cl-nv-verbose).
std::string compilers_words(const Lab& lab, const cl::Kernel& kernel) {
  std::istringstream log(common::build_log(kernel.getInfo<CL_KERNEL_PROGRAM>(), lab.device));
  std::string words;
  for (std::string line; std::getline(log, line);)
    if (line.find("registers") != std::string::npos || line.find("spill") != std::string::npos)
      words += (words.empty() ? "" : "; ") + line.substr(line.find_first_not_of(" \t"));
  return words;
}

// [measure]
// One size: the time of an update, and what the kernel says of itself.
Json measure(const Lab& lab, cl_uint size, bool known) {
  std::string options = fmt::format("-D SIZE={}", size);
  if (known) // to the compiler, which can then give each element a register of its own
    options += fmt::format(" -D STEP={}", step);
  if (common::has_extension(lab.device, "cl_nv_compiler_options"))
    options += " -cl-nv-verbose";
  cl::Kernel kernel = lab.kernel("private", "private_table", options);
  const std::size_t n = harness::is_simulator(lab.device) ? 2 : lab.quick ? 64 : 1 << 14;
  const cl::NDRange local =
      common::fit_local_size(lab.device, kernel, {std::min(n, std::size_t{64})});
  const cl::Buffer out = lab.buffer(std::vector<cl_uint>(n));
  common::set_args(kernel, out, step);
  const double ms = median_ms(lab, kernel, {n}, local, [&] {
    const auto got = lab.read<cl_uint>(out);
    for (const std::size_t i : {std::size_t{0}, n / 2, n - 1})
      verify(got[i] == expected(static_cast<cl_uint>(i), size), "private arrays do not mix");
  });
  return {{"size", size},
          {"bytes", size * sizeof(cl_uint)},
          {"index", known ? "known" : "from the host"},
          {"ns_per_update", 1e6 * ms / (static_cast<double>(n) * updates)},
          {"private_bytes", kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(lab.device)},
          {"work_group_size", kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(lab.device)},
          {"compiler", compilers_words(lab, kernel)}};
}
// [/measure]

} // namespace

Json when_is_private_memory_full(const Lab& lab) {
  Json rows = Json::array();
  double slowest = 0;
  const bool few = lab.quick || harness::is_simulator(lab.device);
  for (const bool known : {true, false})
    for (const cl_uint size :
         few ? std::vector<cl_uint>{16} : std::vector<cl_uint>{4, 16, 64, 256, 1024}) {
      if (known && size > 64)
        continue; // as many statements as elements: the compiler would take minutes
      rows.push_back(measure(lab, size, known));
      slowest = std::max(slowest, rows.back()["ns_per_update"].get<double>());
    }
  if (harness::is_simulator(lab.device)) {
    fmt::print("  results right; times and sizes are left out, those of a simulator say nothing\n");
    return {{"rows", rows}};
  }
  using Align = harness::Table::Align;
  harness::Table table({{"index"},
                        {"array", Align::right},
                        {"PRIVATE_MEM_SIZE", Align::right},
                        {"largest group", Align::right},
                        {"ps an update", Align::right},
                        {""}});
  for (const Json& row : rows)
    table.add({row["index"], fmt::format("{} bytes", row["bytes"].get<std::size_t>()),
               std::to_string(row["private_bytes"].get<cl_ulong>()),
               std::to_string(row["work_group_size"].get<std::size_t>()),
               fmt::format("{:.0f}", 1e3 * row["ns_per_update"].get<double>()),
               harness::bar(row["ns_per_update"], slowest, 20)});
  fmt::print("{}", table.text());
  for (const Json& row : rows)
    if (row["compiler"] != "")
      fmt::print("  {} bytes, index {}: {}\n", row["bytes"].get<std::size_t>(),
                 row["index"].get<std::string>(), row["compiler"].get<std::string>());
  return {{"rows", rows}};
}
