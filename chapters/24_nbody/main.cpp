// Chapter 24: bodies that attract each other, and a picture that moves.
//   24_nbody --scene galaxies --bodies 4096 --frames 90 --animation galaxies.webp
#include "animation.hpp"
#include "host.hpp"
#include "scenes.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/options.hpp"
#include "common/timing.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <thread>
#include <utility>

struct Options : common::ProgramOptions {
  std::string scene = "galaxies", output = "24_nbody.png", animation, frames_to;
  int bodies = 2048, frames = 60, steps = 8, side = 512;
};
int run(Options options) {
  if (options.quick)
    options.bodies = std::min(options.bodies, 1024), options.frames = std::min(options.frames, 8);
  const Scene scene = scenes.at(options.scene)(options.bodies, options.seed);
  const cl_int n = cl_int(scene.state.size() / 2), side = options.side;
  const cl::Device device = common::pick_device(options.device);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const std::size_t bytes = scene.state.size() * sizeof(cl_float4);
  cl::Buffer state(context, CL_MEM_READ_WRITE, bytes), next(context, CL_MEM_READ_WRITE, bytes);
  queue.enqueueWriteBuffer(state, CL_TRUE, 0, bytes, scene.state.data());
  const std::size_t pixels = std::size_t(side) * side;
  std::vector<cl_uint> dark(3 * pixels);
  const cl::Buffer light(context, dark.begin(), dark.end(), false);
  const cl::Buffer picture(context, CL_MEM_WRITE_ONLY, 4 * pixels);
  // Simulation and drawing know nothing of each other but the state.
  const cl::Program simulation =
      common::build_kernel_file(context, device, "24_nbody/simulate.cl", "-cl-denorms-are-zero");
  const cl::Program drawing = common::build_kernel_file(context, device, "24_nbody/draw.cl");
  cl::Kernel step(simulation, "advance"), splat(drawing, "splat"), expose(drawing, "expose");
  const cl::NDRange local = common::fit_local_size(device, step, {256});
  const cl::NDRange bodies = common::round_up(cl::NDRange(n), local);
  common::set_args(expose, light, picture, cl_int(pixels), 4.0F);

  // [frames]
  const auto advance = [&](float kick, float drift) {
    common::set_args(step, state, next, n, kick, drift, scene.softening2,
                     cl::Local(local[0] * sizeof(cl_float4)));
    common::launch(queue, step, bodies, local);
    std::swap(state, next);
  };
  advance(-0.5F * scene.dt, 0.0F); // now the velocities are half a step early
  common::Image frame{side, side, 4, std::vector<std::uint8_t>(4 * pixels)};
  Animation animation(side, side);
  double seconds = 0.0; // without what it takes to pack the frames
  for (int f = 0; f < options.frames; ++f) {
    const common::Stopwatch watch;
    for (int s = 0; s < (f == 0 ? 0 : options.steps); ++s)
      advance(scene.dt, scene.dt);
    common::set_args(splat, state, n, light, side, side, scene.view, scene.fast, scene.spot);
    common::launch(queue, splat, cl::NDRange(n));
    common::launch(queue, expose, cl::NDRange(pixels));
    queue.enqueueReadBuffer(picture, CL_TRUE, 0, frame.pixels.size(), frame.pixels.data());
    seconds += watch.seconds();
    if (!options.animation.empty())
      animation.add(frame, f * 1000 / 30);
    if (!options.frames_to.empty())
      common::save_image(fmt::format("{}/frame_{:04}.png", options.frames_to, f), frame);
    fmt::print(stderr, "\rframe {} of {}", f + 1, options.frames);
  }
  fmt::print(stderr, "\r{:30}\r", "");
  if (!options.animation.empty())
    animation.save(options.animation, options.frames * 1000 / 30);
  common::save_image(options.output, frame);
  fmt::print("{}: {} bodies, {} frames of {} steps, {:.1f} frames/s\n", options.scene, n,
             options.frames, options.steps, options.frames / seconds);
  // [/frames]

  std::vector<cl_float4> before(scene.state.size()), after(scene.state.size());
  queue.enqueueReadBuffer(state, CL_TRUE, 0, bytes, before.data());
  const common::Stopwatch with_transfers;
  queue.enqueueWriteBuffer(state, CL_TRUE, 0, bytes, before.data());
  const common::Stopwatch without;
  advance(scene.dt, scene.dt);
  queue.finish();
  const double device_ms = without.milliseconds();
  queue.enqueueReadBuffer(state, CL_TRUE, 0, bytes, after.data());
  const double all_ms = with_transfers.milliseconds();
  const double error = largest_error(before, after, scene);
  if (!(error < 1e-7 * (16 + 2 * std::sqrt(n))))
    throw common::Error(fmt::format("a step is wrong by {:.1e} of its forces.", error));
  fmt::print("verified: a step is what the host computes, to {:.0e} of its forces\n", error);
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
  fmt::print("a step: C++ {:.3g} ms on one core, {:.3g} ms on {}; device {:.3g} ms, {:.3g} ms with "
             "transfers\n",
             plain_ms(before, scene, 1), plain_ms(before, scene, cores), cores, device_ms, all_ms);
  return common::exit_passed;
}

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"Simulates bodies that attract each other, and draws them."};
    Options options;
    common::add_program_options(app, options);
    app.add_option("--scene", options.scene, "what to show")->check(CLI::IsMember(scenes));
    app.add_option("--bodies", options.bodies, "how many")->check(CLI::Range(2, 1 << 20));
    app.add_option("--frames", options.frames, "how many")->check(CLI::Range(1, 100000));
    app.add_option("--steps", options.steps, "in each frame")->check(CLI::Range(1, 100000));
    app.add_option("--side", options.side, "of a frame, in pixels")->check(CLI::Range(16, 4096));
    app.add_option("--output", options.output, "where to write the last frame");
    app.add_option("--animation", options.animation, "where to write all frames, as a .webp");
    app.add_option("--frames-to", options.frames_to, "a directory for all frames, as PNG");
    common::parse(app, count, arguments);
    common::require_writable(options.output);
    if (!options.animation.empty() && !Animation::available)
      throw common::UsageError("--animation needs libwebp: sudo apt install libwebp-dev, then "
                               "build this program again; or take --frames-to.");
    return run(options);
  });
}
