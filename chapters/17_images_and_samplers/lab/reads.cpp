// How many pixels can be read in a nanosecond, and what that depends on.

#include "lab.hpp"

#include "common/launch.hpp"
#include "common/timing.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

constexpr int reads_each = 64;

// The host's twin of reads.cl.
float sum_of(const std::vector<float>& pixels, int width, int height, int places, int x, int y) {
  float sum = 0.0F;
  for (int n = 0; n < reads_each; ++n) {
    const int column = places == 0 ? x + n % 8 : places == 1 ? n % 8 : x * 37 + n * 11;
    const int row = places == 0 ? y + n / 8 : places == 1 ? n / 8 : y * 53 + n;
    sum += pixels[static_cast<std::size_t>((row & (height - 1)) * width + (column & (width - 1)))];
  }
  return sum;
}

} // namespace

// [reads]
Json how_fast_are_reads(const Lab& lab) {
  need_images(lab);
  const bool gpu = lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
  const int side = harness::is_simulator(lab.device) ? 8 : lab.quick ? 32 : gpu ? 2048 : 256;
  const auto extent = static_cast<std::size_t>(side);
  std::vector<float> pixels(extent * extent);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>(i * 2654435761U % 256); // sums of 64 of them are exact
  const cl::ImageFormat format(CL_R, CL_FLOAT);
  if (!is_supported(lab, CL_MEM_READ_ONLY, format))
    throw common::Skip("this device has no images with one channel of floats.");
  const cl::Image2D image(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, format, extent,
                          extent, 0, pixels.data());
  const cl::Buffer buffer = lab.buffer(pixels);
  const std::vector<std::string> ways{"image, whole numbers", "image, floats", "image, linear",
                                      "buffer"};
  const std::vector<std::string> places{"neighbours", "one pixel", "scattered"};
  Json rows = Json::array();
  for (std::size_t place = 0; place < places.size(); ++place) {
    std::vector<float> want(pixels.size());
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x)
        want[static_cast<std::size_t>(y * side + x)] =
            sum_of(pixels, side, side, static_cast<int>(place), x, y);
    for (std::size_t way = 0; way < ways.size(); ++way) {
      cl::Kernel kernel =
          lab.kernel("reads", "reads", fmt::format("-DWAY={} -DPLACES={}", way, place));
      const cl::Buffer sums = lab.buffer(std::vector<float>(pixels.size(), -1.0F));
      common::set_args(kernel, image, buffer, sums, side, side);
      const std::size_t most = std::min<std::size_t>(extent, 16);
      const cl::NDRange local = common::fit_local_size(lab.device, kernel, {most, most});
      const auto run = [&] {
        return common::event_times(common::launch(lab.queue, kernel, {extent, extent}, local))
            .execution_ms();
      };
      run(); // compiles
      common::Samples ms;
      const int samples =
          harness::calibrated_samples(1e-3 * run(), {lab.quick ? 0.001 : 0.1, 3, 50});
      for (int i = 0; i < samples; ++i)
        ms.values.push_back(run());
      verify_equal(lab.read<float>(sums), want, ways[way] + ", " + places[place]);
      const double count = reads_each * static_cast<double>(pixels.size());
      rows.push_back({{"places", places[place]},
                      {"way", ways[way]},
                      {"ms", ms.median()},
                      {"reads_per_ns", 1e-6 * count / ms.median()}});
    }
  }
  // [/reads]
  harness::Table table({{"the work-items read"},
                        {"from"},
                        {"ms", harness::Table::Align::right},
                        {"reads in a ns", harness::Table::Align::right}});
  for (const Json& row : rows)
    table.add({row["places"], row["way"], fmt::format("{:.3f}", row["ms"].get<double>()),
               fmt::format("{:.4g}", row["reads_per_ns"].get<double>())});
  fmt::print("  {}x{} work-items, {} reads each\n{}", side, side, reads_each, table.text());
  return {{"size", side}, {"reads_each", reads_each}, {"rows", rows}};
}
