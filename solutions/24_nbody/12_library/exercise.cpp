#include "exercise.hpp"

#include "common/launch.hpp"

#include <stdexcept>
#include <utility>

namespace {

const char* const source = R"(
kernel void advance(global const float4* places, global const float4* velocities, global float4* next_places,
                    global float4* next_velocities, int n, float dt, float softening2) {
  const int i = get_global_id(0);
  if (i >= n)
    return;
  float4 a = 0.0f;
  for (int j = 0; j < n; ++j) {
    float4 d = places[j] - places[i];
    d.w = 0.0f;
    const float inverse = rsqrt(dot(d, d) + softening2);
    a += places[j].w * inverse * inverse * inverse * d;
  }
  const float4 v = velocities[i] + dt * a;
  next_places[i] = places[i] + dt * v;
  next_velocities[i] = v;
}
)";

} // namespace

struct Simulation::State {
  cl::CommandQueue queue;
  cl::Kernel kernel; // keeps its program
  cl::Buffer places, velocities, next_places, next_velocities;
  std::size_t n;
  float dt, softening2;
};

void Simulation::init(const cl::Device& device, const Bodies& bodies, float dt, float softening2) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Program program(context, source);
  program.build({device});
  const std::size_t n = bodies.places.size(), bytes = n * sizeof(cl_float4);
  const auto buffer = [&] { return cl::Buffer(context, CL_MEM_READ_WRITE, bytes); };
  state_ = std::make_shared<State>(State{queue, cl::Kernel(program, "advance"), buffer(), buffer(),
                                         buffer(), buffer(), n, dt, softening2});
  queue.enqueueWriteBuffer(state_->places, CL_TRUE, 0, bytes, bodies.places.data());
  queue.enqueueWriteBuffer(state_->velocities, CL_TRUE, 0, bytes, bodies.velocities.data());
}

void Simulation::iterate(int steps) {
  if (!state_)
    throw std::logic_error("Simulation::init() comes before iterate().");
  State& s = *state_;
  for (int step = 0; step < steps; ++step) {
    common::set_args(s.kernel, s.places, s.velocities, s.next_places, s.next_velocities,
                     static_cast<cl_int>(s.n), s.dt, s.softening2);
    common::launch(s.queue, s.kernel, cl::NDRange(s.n));
    std::swap(s.places, s.next_places);
    std::swap(s.velocities, s.next_velocities);
  }
}

Bodies Simulation::bodies() const {
  if (!state_)
    throw std::logic_error("Simulation::init() comes before bodies().");
  Bodies now{std::vector<cl_float4>(state_->n), std::vector<cl_float4>(state_->n)};
  const std::size_t bytes = state_->n * sizeof(cl_float4);
  state_->queue.enqueueReadBuffer(state_->places, CL_TRUE, 0, bytes, now.places.data());
  state_->queue.enqueueReadBuffer(state_->velocities, CL_TRUE, 0, bytes, now.velocities.data());
  return now;
}

void Simulation::finalize() {
  state_.reset();
}
