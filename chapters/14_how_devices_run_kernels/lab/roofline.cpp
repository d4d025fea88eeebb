// Many multiply-adds for each byte, or few: against the way to the device, and against the memory of
// the device.

#include "harness/ladder/ladder.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// The kernel `stream` on numbers that the host has.
class Stream {
 public:
  Stream(const Lab& lab, std::size_t words)
      : lab_(lab), width_(scale_of(lab).gpu ? 1 : 16),
        kernel_(lab.kernel("arithmetic", "stream", fmt::format("-DCHAINS=8 -DWIDTH={}", width_))),
        numbers_(words), in_(lab.context, CL_MEM_READ_WRITE, 4 * words),
        out_(lab.context, CL_MEM_READ_WRITE, 4 * words) {
    for (std::size_t i = 0; i < words; ++i)
      numbers_[i] = static_cast<float>(i % 1000);
    upload();
    lab.queue.enqueueFillBuffer(out_, cl_float{-1}, 0, 4 * words);
  }

  void upload() const {
    lab_.queue.enqueueWriteBuffer(in_, CL_TRUE, 0, 4 * numbers_.size(), numbers_.data());
  }

  cl::Event launch(cl_uint rounds) {
    common::set_args(kernel_, in_, out_, cl_float{1}, cl_float{1}, rounds);
    const std::size_t items = numbers_.size() / (8 * static_cast<std::size_t>(width_));
    const std::size_t local =
        fit(lab_, kernel_, std::min<std::size_t>(items, scale_of(lab_).gpu ? 256 : 8));
    return common::launch(lab_.queue, kernel_, {items}, {local});
  }

  void download(std::vector<float>& to) const {
    lab_.queue.enqueueReadBuffer(out_, CL_TRUE, 0, 4 * to.size(), to.data());
  }

  // factor and term are 1: whole numbers, exact in any order of rounding.
  void check(cl_uint rounds) const {
    verify_all(lab_.read<float>(out_), fmt::format("{} multiply-adds", rounds),
               [&](std::size_t i) { return numbers_[i] + static_cast<float>(rounds); });
  }

  std::size_t words() const { return numbers_.size(); }

 private:
  const Lab& lab_;
  int width_;
  cl::Kernel kernel_;
  std::vector<float> numbers_;
  cl::Buffer in_, out_;
};

} // namespace

// [transfer]
Json is_the_way_worth_it(const Lab& lab) {
  Stream stream(lab, scale_of(lab).words / (lab.quick ? 1 : 4));
  std::vector<float> result(stream.words());
  stream.download(
      result); // touches the host's memory for the first time, outside of the measurement
  const double up = host_ms(lab, [&] { stream.upload(); }).ms;
  const double down = host_ms(lab, [&] { stream.download(result); }).ms;
  Json rows = Json::array();
  for (cl_uint rounds = 1; rounds <= (lab.quick ? 64U : 4096U); rounds *= lab.quick ? 64 : 4) {
    const double kernel = host_ms(lab, [&] { stream.launch(rounds).wait(); }).ms;
    stream.check(rounds);
    rows.push_back({{"multiply_adds", rounds},
                    {"kernel_ms", kernel},
                    {"transfer_ms", up + down},
                    {"transfer_percent", 100.0 * (up + down) / (up + down + kernel)}});
  }
  // [/transfer]
  const double bytes = 4.0 * static_cast<double>(stream.words());
  fmt::print("  {} to the device: {}, back: {}\n", harness::size_text(bytes),
             harness::duration_text(up), harness::duration_text(down));
  print_rows(rows, {{"multiply_adds", "", "multiply-adds for each number"},
                    {"transfer_ms", "{:.3f}", "transfers ms"},
                    {"kernel_ms", "{:.3f}", "kernel ms"},
                    {"transfer_percent", "{:.1f}", "transfers, % of all"}});
  return {{"words", stream.words()}, {"up_ms", up}, {"down_ms", down}, {"rows", rows}};
}

// [roofline]
Json where_is_the_roof(const Lab& lab) {
  Stream stream(lab, scale_of(lab).words);
  Json rows = Json::array();
  for (cl_uint k = 1; k <= 1024; k *= lab.quick ? 256 : 2) {
    const Measured time = device_ms(lab, [&] { return stream.launch(k); });
    stream.check(k);
    const double flop = 2.0 * k * static_cast<double>(stream.words());
    rows.push_back({{"multiply_adds", k},
                    {"intensity", 2.0 * k / 8.0}, // FLOP for each byte: 4 are read, 4 are written
                    {"ms", time.ms},
                    {"gflops", 1e-6 * flop / time.ms},
                    {"gbps", 8e-6 * static_cast<double>(stream.words()) / time.ms}});
  }
  print_rows(rows, {{"multiply_adds", "", "multiply-adds for each number"},
                    {"intensity", "{:.2f}", "FLOP/byte"},
                    {"gbps", "{:.2f}", "GB/s"},
                    {"gflops", "{:.1f}", "GFLOP/s"}});
  if (lab.quick) // the ceilings alone take longer than all the rest of the tour
    return {{"rows", rows}};
  const harness::Ceilings roof = harness::measure_ceilings(lab);
  const double ridge = roof.fma_gflops / roof.copy_gbps;
  for (Json& row : rows) {
    const double below = std::min(roof.fma_gflops, roof.copy_gbps * row["intensity"].get<double>());
    row["of_roof_percent"] = 100.0 * row["gflops"].get<double>() / below;
  }
  // [/roofline]
  fmt::print("  the roof: {:.2f} GB/s up to {:.1f} FLOP for each byte, then {:.1f} GFLOP/s\n",
             roof.copy_gbps, ridge, roof.fma_gflops);
  return {{"copy_gbps", roof.copy_gbps},
          {"fma_gflops", roof.fma_gflops},
          {"ridge", ridge},
          {"rows", rows}};
}
