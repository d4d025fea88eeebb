// What a second queue saves: strips of the lesson's landscape, computed and read through one queue, and through two.

#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/lab/driver_errors.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"

#include <cstdint>
#include <fmt/format.h>

Json what_does_a_second_queue_save(const Lab& lab) {
  const cl::CommandQueue computing(lab.context, lab.device), reading(lab.context, lab.device);
  const cl_int strips = 16, width = lab.quick ? 384 : 1536, height = width / 3 * 2;
  const cl_int rows = height / strips;
  const std::size_t bytes = std::size_t{3} * width * rows; // of a strip
  const cl::Program program =
      common::build_kernel_file(lab.context, lab.device, "03_contexts_and_queues/land.cl");
  const cl::Buffer heights(lab.context, CL_MEM_READ_WRITE, sizeof(cl_int) * width * height);
  const std::vector<cl::Buffer> buffers{{lab.context, CL_MEM_WRITE_ONLY, bytes},
                                        {lab.context, CL_MEM_WRITE_ONLY, bytes}};
  const auto launch = [&](cl::Kernel& kernel, cl_int lines) {
    const cl::NDRange local = common::fit_local_size(lab.device, kernel, {16, 16});
    computing.enqueueNDRangeKernel(kernel, cl::NullRange,
                                   common::round_up(cl::NDRange(width, lines), local), local);
  };
  cl::Kernel survey(program, "heights"), shade(program, "shade");
  common::set_args(survey, heights, width, height, cl_uint{42});
  launch(survey, height);

  Json table = Json::array();
  fmt::print("  {:>5}  {:>12}  {:>12}  {:>12}  {:>12}  {:>6}\n", "reach", "only compute",
             "only read", "one queue", "two queues", "saved");
  const bool cpu = (lab.device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
  std::vector<cl_int> reaches{0, 64, 256, 1000, 4000};
  reaches.resize(lab.quick ? 2 : cpu ? 3 : 5); // the last two would take minutes on a CPU
  for (const cl_int reach : reaches) {
    std::vector<std::uint8_t> from_one(bytes * strips), from_two(bytes * strips);
    const auto compute = [&](cl_int strip) {
      common::set_args(shade, heights, buffers[strip % 2], width, height, strip * rows, rows,
                       reach);
      launch(shade, rows);
    };
    const auto read = [&](const cl::CommandQueue& queue, cl_int strip,
                          std::vector<std::uint8_t>& picture) {
      queue.enqueueReadBuffer(buffers[strip % 2], CL_TRUE, 0, bytes, &picture[strip * bytes]);
    };
    const auto median_ms = [&](const std::function<void()>& work) {
      return harness::measure_ms(work, {lab.quick ? 0.02 : 0.5, 5, 200}).median();
    };
    const double only_compute = median_ms([&] {
      for (cl_int strip = 0; strip < strips; ++strip) {
        compute(strip);
        computing.finish();
      }
    });
    const double only_read = median_ms([&] {
      for (cl_int strip = 0; strip < strips; ++strip)
        read(reading, strip, from_one);
    });
    const double one = median_ms([&] {
      for (cl_int strip = 0; strip < strips; ++strip) {
        compute(strip);
        read(computing, strip, from_one);
      }
    });
    const double two = median_ms([&] {
      compute(0);
      for (cl_int strip = 0; strip < strips; ++strip) {
        computing.finish();
        if (strip + 1 < strips)
          compute(strip + 1);
        computing.flush();
        read(reading, strip, from_two);
      }
    });
    if (from_one != from_two && !harness::finish_waits(lab))
      break; // what was read was not computed yet
    verify(from_one == from_two, "two queues draw the same picture as one");
    fmt::print("  {:>5}  {:>12}  {:>12}  {:>12}  {:>12}  {:>5.0f}%\n", reach,
               harness::duration_text(only_compute), harness::duration_text(only_read),
               harness::duration_text(one), harness::duration_text(two), 100 * (1 - two / one));
    table.push_back({{"reach", reach},
                     {"compute_ms", only_compute},
                     {"read_ms", only_read},
                     {"one_queue_ms", one},
                     {"two_queues_ms", two},
                     {"saved", 1 - two / one}});
  }
  return {{"strips", strips}, {"width", width}, {"bytes", bytes}, {"rows", table}};
}
