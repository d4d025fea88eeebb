// The exhibits whose mistake is on the host, and not in its memory (for those: sanitized.c). Both
// versions stand here; the museum shows their difference.

#include "common/verify.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/device.hpp"
#include "museum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

namespace {

// --- missing-wait: one queue computes a number, another one fetches it ---

struct Handover {
  harness::BusyKernel& busy;
  cl::CommandQueue producer, reader;
  cl::Buffer number, result;
  cl_uint steps;
};

cl_uint fetch_broken(const Handover& h) {
  cl_uint got = 0;
  // [missing-wait broken]
  h.busy.enqueue(h.producer, h.number, h.number, h.result, h.steps);
  h.producer.flush();
  h.reader.enqueueReadBuffer(h.result, CL_TRUE, 0, sizeof got, &got);
  // [/missing-wait broken]
  return got;
}

cl_uint fetch_mended(const Handover& h) {
  cl_uint got = 0;
  // [missing-wait mended]
  const std::vector<cl::Event> computed{
      h.busy.enqueue(h.producer, h.number, h.number, h.result, h.steps)};
  h.producer.flush();
  h.reader.enqueueReadBuffer(h.result, CL_TRUE, 0, sizeof got, &got, &computed);
  // [/missing-wait mended]
  return got;
}

// --- struct-layout: what the host thinks that a particle is ---

namespace broken {
// [struct-layout broken]
struct Particle {
  cl_float position[3];
  cl_float mass;
};
// [/struct-layout broken]
} // namespace broken

namespace mended {
// [struct-layout mended]
struct Particle {
  cl_float3 position; // 16 bytes, as on the device
  cl_float mass;
};
// [/struct-layout mended]
} // namespace mended

template <typename Particle>
std::string send(const Lab& lab, bool with_tool) {
  if (with_tool) { // ask the device, and compare
    cl::Kernel layout = lab.kernel("particles", "layout");
    const cl::Buffer answer = lab.buffer(std::vector<cl_uint>(2));
    layout.setArg(0, answer);
    common::launch(lab.queue, layout, {1}, {1});
    const std::vector<cl_uint> device = lab.read<cl_uint>(answer);
    const std::vector<cl_uint> host{sizeof(Particle), offsetof(Particle, mass)};
    if (device != host)
      return fmt::format("layout: device {} bytes, mass at {}; host {} bytes, mass at {}",
                         device[0], device[1], host[0], host[1]);
  }
  constexpr std::size_t n = 8;
  std::vector<Particle> particles(2 * n); // so many that no kernel reads past the end
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles[i].mass = static_cast<float>(i + 1);
  }
  cl::Kernel masses = lab.kernel("particles", "masses");
  const cl::Buffer in = lab.buffer(particles), out = lab.buffer(std::vector<float>(n, NAN));
  common::set_args(masses, in, out, static_cast<cl_uint>(n));
  common::launch(lab.queue, masses, {n}, {1});
  const std::vector<float> got = lab.read<float>(out);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    wrong += got[i] == static_cast<float>(i + 1) ? 0 : 1;
  return wrong == 0 ? ""
                    : fmt::format("{} of {} wrong: the mass of number 1 is {}", wrong, n, got[1]);
}

// --- local-bytes: how much local memory the host asks for ---

void set_tile_broken(cl::Kernel& kernel, std::size_t local_size) {
  // [local-bytes broken]
  kernel.setArg(2, cl::Local(local_size));
  // [/local-bytes broken]
}

void set_tile_mended(cl::Kernel& kernel, std::size_t local_size) {
  // [local-bytes mended]
  kernel.setArg(2, cl::Local(local_size * sizeof(cl_float)));
  // [/local-bytes mended]
}

} // namespace

// [delay]
std::string missing_wait(const Lab& lab, const How& how) {
  constexpr cl_uint seed = 5, stale = 1;
  harness::BusyKernel busy(lab);
  const auto number_buffer = [&](cl_uint value) { return lab.buffer(std::vector<cl_uint>{value}); };
  std::vector<double> delays{0.0};
  if (how.with_tool) // a slow producer, and a slower one where the whole machine is slow
    delays = how.version == Version::broken ? std::vector{20.0, 100.0, 500.0} : std::vector{20.0};
  for (const double milliseconds : delays) {
    const Handover handover{busy,
                            cl::CommandQueue(lab.context, lab.device),
                            cl::CommandQueue(lab.context, lab.device),
                            number_buffer(seed),
                            number_buffer(stale),
                            busy.steps(milliseconds)};
    const cl_uint got =
        how.version == Version::broken ? fetch_broken(handover) : fetch_mended(handover);
    handover.producer.finish();
    if (got != harness::BusyKernel::expected(seed, seed, handover.steps))
      return fmt::format("{}: read before it was computed",
                         got == stale ? "stale result" : "wrong result");
  }
  return "";
}
// [/delay]

std::string struct_layout(const Lab& lab, const How& how) {
  return how.version == Version::broken ? send<broken::Particle>(lab, how.with_tool)
                                        : send<mended::Particle>(lab, how.with_tool);
}

std::string local_bytes(const Lab& lab, const How& how) {
  cl::Kernel kernel = lab.kernel("reverse", "reverse");
  const std::size_t local_size =
      harness::range_size(common::fit_local_size(lab.device, kernel, {64}));
  std::vector<float> x = common::random_floats(16 * local_size, lab.seed), want = x;
  for (auto at = want.begin(); at != want.end(); at += static_cast<std::ptrdiff_t>(local_size))
    std::reverse(at, at + static_cast<std::ptrdiff_t>(local_size));
  const cl::Buffer in = lab.buffer(x), out = lab.buffer(std::vector<float>(x.size(), NAN));
  kernel.setArg(0, in);
  kernel.setArg(1, out);
  how.version == Version::broken ? set_tile_broken(kernel, local_size)
                                 : set_tile_mended(kernel, local_size);
  common::launch(lab.queue, kernel, {x.size()}, {local_size});
  return lab.read<float>(out) == want ? "" : "wrong: not what went in, turned round";
}
