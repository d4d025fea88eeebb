#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

namespace {

int builds = 0, buffers = 0, transfers = 0;
std::map<cl_mem, int> references; // the learner's, to each buffer
bool watching = false;

cl_mem made(cl_mem buffer) {
  if (watching && buffer != nullptr) {
    ++buffers;
    ++references[buffer];
  }
  return buffer;
}

void count(cl_mem buffer, int difference) {
  if (const auto found = references.find(buffer); found != references.end())
    found->second += difference;
}

using Double = std::array<double, 3>;

/// The bodies after so many steps: x, y, z of all places, then of all velocities.
std::vector<double> simulated(const Bodies& bodies, double dt, double softening2, int steps) {
  const std::size_t n = bodies.places.size();
  std::vector<Double> r(n), v(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      r[i][k] = bodies.places[i].s[k];
      v[i][k] = bodies.velocities[i].s[k];
    }
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double square = softening2;
        for (std::size_t k = 0; k < 3; ++k)
          square += (r[j][k] - r[i][k]) * (r[j][k] - r[i][k]);
        for (std::size_t k = 0; k < 3; ++k)
          v[i][k] +=
              dt * bodies.places[j].s[3] * (r[j][k] - r[i][k]) / (square * std::sqrt(square));
      }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        r[i][k] += dt * v[i][k];
  }
  std::vector<double> all;
  for (const std::vector<Double>* part : {&r, &v})
    for (const Double& three : *part)
      all.insert(all.end(), three.begin(), three.end());
  return all;
}

} // namespace

#define ORIGINAL(function) exercise::original<decltype(&function)>(#function)

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* data) {
  ++builds;
  return ORIGINAL(clBuildProgram)(program, count, devices, options, notify, data);
}
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* data,
                      cl_int* error) {
  return made(ORIGINAL(clCreateBuffer)(context, flags, size, data, error));
}
cl_int clRetainMemObject(cl_mem buffer) {
  count(buffer, 1);
  return ORIGINAL(clRetainMemObject)(buffer);
}
cl_int clReleaseMemObject(cl_mem buffer) {
  count(buffer, -1);
  return ORIGINAL(clReleaseMemObject)(buffer);
}
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* data, cl_uint count, const cl_event* list,
                           cl_event* event) {
  ++transfers;
  return ORIGINAL(clEnqueueReadBuffer)(queue, buffer, blocking, offset, size, data, count, list,
                                       event);
}
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* data, cl_uint count, const cl_event* list,
                            cl_event* event) {
  ++transfers;
  return ORIGINAL(clEnqueueWriteBuffer)(queue, buffer, blocking, offset, size, data, count, list,
                                        event);
}
cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint count, const cl_event* list,
                           cl_event* event) {
  ++transfers;
  return ORIGINAL(clEnqueueCopyBuffer)(queue, from, to, from_offset, to_offset, size, count, list,
                                       event);
}
void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                         const cl_event* list, cl_event* event, cl_int* error) {
  ++transfers;
  return ORIGINAL(clEnqueueMapBuffer)(queue, buffer, blocking, flags, offset, size, count, list,
                                      event, error);
}

EXERCISE_CHECK(bench) {
  const cl::Device& device = bench.session.device;
  const float dt = 0.125F, softening2 = 0.25F;
  const auto random_bodies = [&](std::size_t n) {
    const std::vector<float> values = bench.random(7 * n);
    Bodies bodies;
    for (std::size_t i = 0; i < n; ++i) {
      const float* v = values.data() + 7 * i;
      bodies.places.push_back({{v[0], v[1], v[2], std::abs(v[3]) / static_cast<float>(n)}});
      bodies.velocities.push_back({{v[4], v[5], v[6], 0.0F}});
    }
    return bodies;
  };
  const auto expect = [&](const Simulation& simulation, const Bodies& start, int steps,
                          const std::string& where) {
    const Bodies now = simulation.bodies();
    bench.expect(now.places.size() == start.places.size() &&
                     now.velocities.size() == start.places.size(),
                 fmt::format("{}: bodies() returns {} places and {} velocities of {} bodies.",
                             where, now.places.size(), now.velocities.size(), start.places.size()));
    std::vector<float> got;
    for (const std::vector<cl_float4>* part : {&now.places, &now.velocities})
      for (const cl_float4& one : *part)
        got.insert(got.end(), one.s, one.s + 3);
    bench.expect(got, simulated(start, dt, softening2, steps), {1e-4, 1e-5},
                 fmt::format("{}, after {} steps", where, steps), {3, {}});
    for (std::size_t i = 0; i < start.places.size(); ++i)
      bench.expect(now.places[i].s[3] == start.places[i].s[3],
                   fmt::format("{}: the mass of body {} has changed.", where, i));
  };
  const auto throws = [&](auto call, const char* what) {
    bool thrown = false;
    try {
      call();
    } catch (const std::logic_error&) {
      thrown = true;
    }
    bench.expect(thrown, fmt::format("{} throws no std::logic_error.", what));
  };
  const auto iterate = [&](Simulation& simulation, int steps) {
    const int b = builds, m = buffers, t = transfers;
    simulation.iterate(steps);
    const auto none = [&](int number, const char* what) {
      bench.expect(number == 0, fmt::format("iterate({}) {}.", steps, what));
    };
    none(builds - b, "builds the program again");
    none(buffers - m, "creates buffers");
    none(transfers - t, "copies data");
  };

  watching = true;
  Simulation one, two;
  const Bodies first = random_bodies(33), second = random_bodies(7), third = random_bodies(5);
  bench.trying("a simulation");
  one.init(device, first, dt, softening2);
  two.init(device, second, dt, softening2);
  expect(one, first, 0, "33 bodies");
  iterate(one, 1);
  expect(one, first, 1, "33 bodies");
  iterate(two, 3);
  iterate(one, 4);
  iterate(one, 0);
  expect(one, first, 5, "33 bodies");
  expect(two, second, 3, "7 bodies");
  one.finalize();
  bench.trying("iterate() after finalize()");
  throws([&] { one.iterate(1); }, "iterate() after finalize()");
  throws([&] { static_cast<void>(one.bodies()); }, "bodies() after finalize()");
  bench.trying("init() again");
  one.init(device, third, dt, softening2);
  iterate(one, 2);
  expect(one, third, 2, "5 bodies, after another init()");
  iterate(two, 1);
  expect(two, second, 4, "7 bodies");
  one.finalize();
  two.finalize();
  watching = false;
  bench.trying("iterate() before init()");
  Simulation never;
  throws([&] { never.iterate(1); }, "iterate() before init()");
  throws([&] { static_cast<void>(never.bodies()); }, "bodies() before init()");
  int left = 0;
  for (const auto& [buffer, held] : references)
    left += held > 0 ? 1 : 0;
  bench.expect(left == 0, fmt::format("{} buffers are not released by finalize().", left));
}
