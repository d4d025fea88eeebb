// How many operations can be under way in one work-item: independent ones, and wide ones.

#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// Multiply-adds on `items` work-items, each with `chains` vectors of `width` floats. GFLOP/s, two
// operations for each multiply-add.
// [chains]
double gflops(const Lab& lab, int chains, int width, std::size_t items, cl_uint rounds) {
  cl::Kernel kernel =
      lab.kernel("arithmetic", "chains", fmt::format("-DCHAINS={} -DWIDTH={}", chains, width));
  const std::size_t numbers = items * static_cast<std::size_t>(width);
  const cl::Buffer result = lab.buffer(std::vector<float>(numbers));
  const std::size_t local =
      fit(lab, kernel, std::min<std::size_t>(items, scale_of(lab).gpu ? 128 : 8));
  common::set_args(kernel, result, cl_float{1}, cl_float{1}, rounds);
  const Measured time =
      device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {local}); });
  verify_all(lab.read<float>(result), "chains", [&](std::size_t i) {
    const std::size_t id = i / static_cast<std::size_t>(width) % local % 8;
    const std::size_t starts = static_cast<std::size_t>(chains * (chains - 1) / 2);
    return static_cast<float>(starts + static_cast<std::size_t>(chains) * (id + rounds)); // exact
  });
  return 2e-6 * chains * static_cast<double>(numbers) * rounds / time.ms;
}
// [/chains]

} // namespace

// [parallel]
Json how_much_at_once(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const std::size_t units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const std::size_t few = units * (scale.gpu ? 128 : 8); // on a GPU: a warp for each scheduler
  const std::size_t many = few * (scale.gpu ? 16 : 8);
  const cl_uint rounds = 16 * scale.rounds;
  Json rows = Json::array();
  for (int chains = lab.quick ? 16 : 1; chains <= 16; chains *= 2)
    rows.push_back({{"chains", chains},
                    {"few_gflops", gflops(lab, chains, 1, few, rounds)},
                    {"many_gflops", gflops(lab, chains, 1, many, rounds)}});
  // [/parallel]
  fmt::print("  multiply-adds of single floats, {} and {} work-items\n", few, many);
  print_rows(rows, {{"chains", "", "chains in a work-item"},
                    {"many_gflops", "{:.1f}", fmt::format("GFLOP/s of {}", many)},
                    {"few_gflops", "{:.1f}", fmt::format("of {}", few)}});
  return {{"few", few}, {"many", many}, {"rows", rows}};
}

namespace {

double copy_gbps(const Lab& lab, int width, const cl::Buffer& in, const cl::Buffer& out,
                 std::size_t words) {
  cl::Kernel kernel = lab.kernel("arithmetic", "copy", fmt::format("-DCHAINS=4 -DWIDTH={}", width));
  common::set_args(kernel, in, out);
  const std::size_t items = words / static_cast<std::size_t>(width);
  const std::size_t local = fit(lab, kernel, 64);
  lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, 4 * words);
  const Measured time =
      device_ms(lab, [&] { return common::launch(lab.queue, kernel, {items}, {local}); });
  verify_all(lab.read<float>(out), "copy",
             [](std::size_t i) { return static_cast<float>(i % 1000); });
  return 8e-6 * static_cast<double>(words) / time.ms;
}

} // namespace

// [width]
Json how_wide_should_a_vector_be(const Lab& lab) {
  const Scale scale = scale_of(lab);
  const std::size_t units = lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  const std::size_t items = units * (scale.gpu ? 2048 : 64);
  std::vector<float> numbers(scale.words);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(i % 1000);
  const cl::Buffer in = lab.buffer(numbers);
  const cl::Buffer out(lab.context, CL_MEM_READ_WRITE, 4 * scale.words);
  Json rows = Json::array();
  for (int width = lab.quick ? 16 : 1; width <= 16; width *= 2)
    rows.push_back({{"width", width},
                    {"gbps", copy_gbps(lab, width, in, out, scale.words)},
                    {"gflops", gflops(lab, 4, width, items, 4 * scale.rounds)}});
  // [/width]
  fmt::print("  a copy, and 4 chains of multiply-adds\n");
  print_rows(rows, {{"width", "", "floats in a vector"},
                    {"gbps", "{:.2f}", "copy GB/s"},
                    {"gflops", "{:.1f}", "GFLOP/s"}});
  return {{"rows", rows}};
}
