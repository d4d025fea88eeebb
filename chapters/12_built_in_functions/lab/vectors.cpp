// How do vectors come from packed data, and are wide accesses faster?

#include "common/error.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace {

// [pairs]
// A float8 and a float4, again and again without gaps: 48 bytes. In a struct it would be 64.
std::size_t swap_pairs(const Lab& lab) {
  constexpr std::size_t n = 100;
  std::vector<float> data(12 * n);
  std::iota(data.begin(), data.end(), 0.0F);
  std::vector<float> want;
  for (std::size_t i = 0; i < n; ++i) {
    const auto pair = data.begin() + static_cast<std::ptrdiff_t>(12 * i);
    want.insert(want.end(), pair + 8, pair + 12);
    want.insert(want.end(), pair, pair + 8);
  }
  cl::Kernel kernel = lab.kernel("vectors", "swap_pairs");
  const cl::Buffer buffer = lab.buffer(data);
  common::set_args(kernel, buffer, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  verify(lab.read<float>(buffer) == want, "each pair is swapped, and nothing else");
  return n;
}
// [/pairs]

// vstore_half3 packs three halves; vstorea_half3 leaves room for a fourth one.
void store_aligned_halves(const Lab& lab) {
  constexpr std::size_t n = 10;
  std::vector<float> in;
  for (int i = 0; i < static_cast<int>(3 * n); ++i)
    in.push_back(std::ldexp(1.0F, i % 8)); // the bits of 2^k as a half: 15 + k, and ten zeros
  cl::Kernel kernel = lab.kernel("vectors", "halves");
  const cl::Buffer source = lab.buffer(in), out = lab.buffer(std::vector<float>(3 * n));
  const cl::Buffer aligned = lab.buffer(std::vector<cl_half>(4 * n));
  common::set_args(kernel, source, aligned, out, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  const auto bits = lab.read<cl_half>(aligned);
  for (std::size_t i = 0; i < 3 * n; ++i)
    verify(bits[4 * (i / 3) + i % 3] == (15 + i % 8) << 10,
           "aligned triples are four halves apart");
  verify(lab.read<float>(out) == in, "vloada_half3 reads what vstorea_half3 has written");
}

} // namespace

Json how_do_vectors_come_from_packed_data(const Lab& lab) {
  constexpr std::size_t n = 50, widths[] = {2, 3, 4, 8, 16};
  const auto in = common::random_floats(33 * n, lab.seed);
  std::vector<float> want = in;
  for (std::size_t begin = 0; begin < want.size();)
    for (const std::size_t width : widths) { // the kernel turns each vector around
      const auto first = want.begin() + static_cast<std::ptrdiff_t>(begin);
      std::reverse(first, first + static_cast<std::ptrdiff_t>(width));
      begin += width;
    }
  cl::Kernel kernel = lab.kernel("vectors", "every_width");
  const cl::Buffer source = lab.buffer(in), out = lab.buffer(std::vector<float>(33 * n, NAN));
  common::set_args(kernel, source, out, static_cast<cl_uint>(n));
  run(lab, kernel, n);
  verify(lab.read<float>(out) == want, "vectors of 2, 3, 4, 8, 16 are loaded from any place");
  const std::size_t pairs = swap_pairs(lab);
  store_aligned_halves(lab);
  fmt::print(
      "  vectors of 2, 3, 4, 8, 16 floats from odd places, turned around: {} numbers right\n",
      want.size());
  fmt::print("  float8 and float4 swapped in {} packed pairs\n", pairs);
  fmt::print("  three halves take the room of four where they are aligned\n");
  return {{"numbers", want.size()}, {"pairs", pairs}};
}

// [copies]
// The speeds of the copies with these widths, by kernels whose names begin with `prefix`.
static Json copies(const Lab& lab, const std::string& prefix, const std::vector<int>& widths,
                   std::size_t n) {
  const cl::Program program = lab.program("vectors");
  const auto values = common::random_floats(n, lab.seed);
  const cl::Buffer in = lab.buffer(values), out = lab.buffer(std::vector<float>(n));
  Json rows = Json::array();
  for (const int width : widths) {
    cl::Kernel kernel(program, (prefix + std::to_string(width)).c_str());
    common::set_args(kernel, in, out);
    common::Samples samples;
    for (int i = 0; i < (lab.quick ? 3 : 15); ++i) {
      lab.queue.enqueueFillBuffer(out, NAN, 0, n * sizeof(float));
      const double ms = run(lab, kernel, n / static_cast<std::size_t>(width), 256);
      if (i > 0) // the first compiles
        samples.values.push_back(ms);
    }
    verify(lab.read<float>(out) == values, "the copy is a copy");
    const double gbps = 2e-6 * static_cast<double>(n * sizeof(float)) / samples.median();
    rows.push_back({{"width", width}, {"median_ms", samples.median()}, {"gbps", gbps}});
  }
  return rows;
}

Json are_wide_accesses_faster(const Lab& lab) {
  const std::size_t n = harness::is_simulator(lab.device) ? 1 << 12 : lab.quick ? 1 << 18 : 1 << 24;
  // In short form fewer: each is a kernel to compile.
  const Json rows =
      copies(lab, "copy_", lab.quick ? std::vector{1, 4} : std::vector{1, 2, 4, 8, 16}, n);
  const Json pointers =
      copies(lab, "copy_pointers_", lab.quick ? std::vector{8} : std::vector{2, 4, 8, 16}, n);
  double fastest = 0;
  for (const Json* kind : {&rows, &pointers})
    for (const Json& row : *kind)
      fastest = std::max(fastest, row.at("gbps").get<double>());
  for (const Json* kind : {&rows, &pointers})
    for (const Json& row : *kind)
      fmt::print("  {:>2} floats per work-item, {:<7}: {:>6.2f} GB/s {}\n",
                 row.at("width").get<int>(), kind == &rows ? "vload" : "pointer",
                 row.at("gbps").get<double>(), harness::bar(row.at("gbps"), fastest));
  return {{"floats", n}, {"rows", rows}, {"pointers", pointers}};
}
// [/copies]
