#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <future>

namespace {
int reads = 0;
} // namespace

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const std::size_t* buffer_origin, const std::size_t* host_origin,
                               const std::size_t* region, std::size_t buffer_row_pitch,
                               std::size_t buffer_slice_pitch, std::size_t host_row_pitch,
                               std::size_t host_slice_pitch, void* data, cl_uint count,
                               const cl_event* wait_for, cl_event* event) {
  ++reads;
  return exercise::original<decltype(&clEnqueueReadBufferRect)>("clEnqueueReadBufferRect")(
      queue, buffer, blocking, buffer_origin, host_origin, region, buffer_row_pitch,
      buffer_slice_pitch, host_row_pitch, host_slice_pitch, data, count, wait_for, event);
}

EXERCISE_CHECK(bench) {
  struct Case {
    std::size_t columns, rows, x, y, width, height;
  };
  for (const Case& c : {Case{3, 3, 1, 1, 2, 2}, Case{1, 1, 0, 0, 1, 1}, Case{31, 17, 5, 3, 20, 11},
                        Case{31, 17, 0, 16, 31, 1}, Case{8, 40, 7, 2, 1, 30}}) {
    std::vector<float> picture(c.columns * c.rows); // its numbers say which pixel they are
    for (std::size_t i = 0; i < picture.size(); ++i)
      picture[i] = static_cast<float>(100 * (i / c.columns) + i % c.columns);
    std::vector<double> want;
    for (std::size_t row = c.y; row < c.y + c.height; ++row)
      for (std::size_t column = c.x; column < c.x + c.width; ++column)
        want.push_back(picture[row * c.columns + column]);
    const std::string where =
        fmt::format("{} x {} pixels at column {}, row {} (each is 100 * row + column)", c.width,
                    c.height, c.x, c.y);
    bench.trying(where);
    reads = 0;
    bench.expect(
        window(bench.session.queue, bench.input(picture), c.columns, c.x, c.y, c.width, c.height),
        want, {}, where, c.width);
    bench.expect(
        reads == 1,
        fmt::format("right, but with {} calls of enqueueReadBufferRect; one is enough.", reads));
  }
  if (bench.in_simulator)
    return; // which completes each command at once
  // The queue waits for a gate: who comes back before it opens has not waited.
  const cl::Buffer picture = bench.input(std::vector<float>(4, 1.0F));
  cl::UserEvent gate(bench.session.context);
  const std::vector<cl::Event> wait_for{gate};
  bench.session.queue.enqueueBarrierWithWaitList(&wait_for);
  std::future<std::vector<float>> pixels = std::async(
      std::launch::async, [&] { return window(bench.session.queue, picture, 2, 0, 0, 2, 2); });
  const bool waited = pixels.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready;
  gate.setStatus(CL_COMPLETE);
  bench.session.queue.finish();
  pixels.get();
  bench.expect(waited, "it comes back before the pixels are there.");
}
