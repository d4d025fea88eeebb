// Can the host run the same source? One file, two compilers, and every bit compared.

#include "common/error.hpp"
#include "harness/lab/device.hpp"
#include "lab.hpp"
#include "twin.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace {

Picture new_picture(const Lab& lab) {
  if (harness::is_simulator(lab.device))
    return {24, 10, -2.0F, -1.2F, 0.12F, 30};
  return {72, 28, -2.1F, -1.2F, 0.0417F, 200};
}

// [device]
void run_on_device(const Lab& lab, Picture& picture, const std::string& options) {
  cl::Kernel kernel =
      lab.kernel("mandelbrot", "mandelbrot", options + " " + simulator_options(lab));
  const cl::Buffer steps = lab.buffer(picture.steps), last = lab.buffer(picture.last);
  common::set_args(kernel, steps, last, cl_float2{{picture.left, picture.top}}, picture.pixel,
                   picture.most);
  common::launch(lab.queue, kernel, {picture.width, picture.height}, {1, 1});
  picture.steps = lab.read<cl_uint>(steps);
  picture.last = lab.read<cl_float2>(last);
}
// [/device]

// In how many pixels `steps` or a bit of `last` differs.
std::size_t differences(const Picture& a, const Picture& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.steps.size(); ++i)
    if (a.steps[i] != b.steps[i] || std::memcmp(&a.last[i], &b.last[i], sizeof(cl_float2)) != 0)
      ++count;
  return count;
}

// One character for two rows, because characters are twice as high as wide.
void draw(const Picture& picture) {
  const std::string shades = " .:-=+*%#@";
  for (std::size_t row = 0; row < picture.height; row += 2) {
    std::string line;
    for (std::size_t column = 0; column < picture.width; ++column) {
      const cl_uint steps = picture.steps[row * picture.width + column];
      line += steps == picture.most ? '@' : shades[std::min<std::size_t>(steps, 8)];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("  {}\n", line);
  }
}

} // namespace

std::size_t pixels_that_differ(const Lab& lab, const char* options) {
  Picture device = new_picture(lab), host = new_picture(lab);
  run_on_device(lab, device, options);
  run_on_host(host);
  return differences(device, host);
}

// [twin]
Json can_the_host_run_the_same_source(const Lab& lab) {
  Picture device = new_picture(lab), host = new_picture(lab);
  run_on_host(host);
  run_on_device(lab, device, "");
  draw(host);
  const std::size_t pixels = host.steps.size(), differ = differences(device, host);
  fmt::print("  {} pixels by the device and by the host: {} differ in steps or in any bit of z\n",
             pixels, differ);
  // A device of the embedded profile may round towards zero, and then promises other bits than the host's. Any device
  // may flush subnormal numbers to zero, but none occurs in this picture.
  if ((lab.device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_ROUND_TO_NEAREST) != 0)
    verify(differ == 0, "the device and the host compute the same bits");
  else
    fmt::print("  this device does not round to the nearest: nothing is promised\n");
  const std::size_t fused = pixels_that_differ(lab, "-D FUSED");
  fmt::print("  where the device may fuse multiplications and additions: {} differ\n", fused);
  return {{"pixels", pixels},
          {"differ", differ},
          {"differ_fused", fused},
          {"inside", std::count(host.steps.begin(), host.steps.end(), host.most)}};
}
// [/twin]
