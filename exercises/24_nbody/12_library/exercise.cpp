#include "exercise.hpp"

#include "common/launch.hpp"

#include <stdexcept>

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
  cl::Device device;
  Bodies now;
  float dt, softening2;
};

void Simulation::init(const cl::Device& device, const Bodies& bodies, float dt, float softening2) {
  state_ = std::make_shared<State>(State{device, bodies, dt, softening2});
}

void Simulation::iterate(int steps) {
  Bodies& now = state_->now;
  const cl_int n = static_cast<cl_int>(now.places.size());
  const std::size_t bytes = now.places.size() * sizeof(cl_float4);
  for (int step = 0; step < steps; ++step) {
    const cl::Context context(state_->device);
    const cl::CommandQueue queue(context, state_->device);
    cl::Program program(context, source);
    program.build({state_->device});
    cl::Kernel kernel(program, "advance");
    const cl::Buffer places(context, now.places.begin(), now.places.end(), true);
    const cl::Buffer velocities(context, now.velocities.begin(), now.velocities.end(), true);
    const cl::Buffer next_places(context, CL_MEM_READ_WRITE, bytes);
    const cl::Buffer next_velocities(context, CL_MEM_READ_WRITE, bytes);
    common::set_args(kernel, places, velocities, next_places, next_velocities, n, state_->dt,
                     state_->softening2);
    common::launch(queue, kernel, cl::NDRange(now.places.size()));
    queue.enqueueReadBuffer(next_places, CL_TRUE, 0, bytes, now.places.data());
    queue.enqueueReadBuffer(next_velocities, CL_TRUE, 0, bytes, now.velocities.data());
  }
}

Bodies Simulation::bodies() const {
  return state_->now;
}

void Simulation::finalize() {}
