// What 24_nbody can show: bodies to begin with, and the law and the view that fit them.
#pragma once

#include "common/opencl.hpp"
#include "common/verify.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

// [scene]
struct Scene {
  std::vector<cl_float4> state; // N positions with masses, then N velocities; G is 1
  float dt, softening2;         // of a step; square of the softening
  float view, fast;             // half of the picture's width; the speed that is drawn blue
  int spot = 0;                 // pixels around a body that are drawn as well
};
// [/scene]

// [cube]
// An OpenCL book of 2013 begins so: everything random, masses of 1/2 in the mean.
inline Scene cube(int n, unsigned seed) {
  const std::vector<float> random = common::random_floats(7 * std::size_t(n), seed);
  std::vector<cl_float4> state;
  for (std::size_t i = 0; i < 2 * std::size_t(n); ++i)
    state.push_back({{random[3 * i], random[3 * i + 1], random[3 * i + 2],
                      i < std::size_t(n) ? 0.5F + 0.5F * random[6 * std::size_t(n) + i] : 0.0F}});
  return {std::move(state), 0.001F, 0.01F, 1.5F, 0.02F * float(n), n < 20000 ? 1 : 0};
}
// [/cube]

// [galaxies]
// Two discs, each around a heavy centre, on their way to each other. Bodies of a disc move in circles around its centre.
inline Scene galaxies(int n, unsigned seed) {
  const float softening2 = 0.0025F, disc_mass = 0.1F;
  const std::vector<float> random = common::random_floats(3 * std::size_t(n), seed, 0.0F, 1.0F);
  std::vector<cl_float4> positions, velocities;
  for (int i = 0; i < n; ++i) {
    const float side = i % 2 == 0 ? -1.0F : 1.0F; // left or right
    const bool is_centre = i < 2;
    const float* u = random.data() + 3 * std::size_t(i);
    const float radius = is_centre ? 0.0F : 0.1F + 0.9F * std::sqrt(u[0]),
                angle = 6.2831853F * u[1];
    const float speed = radius / std::pow(radius * radius + softening2, 0.75F);
    const float x = radius * std::cos(angle), y = radius * std::sin(angle);
    const float tilt = side < 0.0F ? 0.3F : 1.1F; // around the x axis
    const float thickness = is_centre ? 0.0F : 0.05F * (u[2] - 0.5F);
    positions.push_back(
        {{x + 1.6F * side, y * std::cos(tilt) - thickness * std::sin(tilt) + 0.4F * side,
          y * std::sin(tilt) + thickness * std::cos(tilt),
          is_centre ? 1.0F : disc_mass / float(n)}});
    const float vx = -speed * std::sin(angle), vy = speed * std::cos(angle);
    velocities.push_back({{vx - 0.35F * side, vy * std::cos(tilt), vy * std::sin(tilt), 0.0F}});
  }
  positions.insert(positions.end(), velocities.begin(), velocities.end());
  return {std::move(positions), 0.01F, softening2, 3.0F, 2.0F, n < 20000 ? 1 : 0};
}
// [/galaxies]

// [solar]
// Sun and planets in circles: astronomical units and years, in which the sun's mass times G is 4 pi².
inline Scene solar(int, unsigned) {
  constexpr std::array masses{1.0,      1.66e-7,  2.448e-6, 3.003e-6, 3.227e-7,
                              9.548e-4, 2.859e-4, 4.366e-5, 5.151e-5};
  constexpr std::array radii{0.0, 0.3871, 0.7233, 1.0, 1.5237, 5.2034, 9.5371, 19.1913, 30.069};
  constexpr double pi = 3.14159265358979, dt = 1.0 / 2048.0;
  std::vector<cl_float4> positions, velocities;
  double momentum = 0.0, total = 0.0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double speed = i == 0 ? 0.0 : 2.0 * pi / std::sqrt(radii[i]);
    positions.push_back({{float(radii[i]), 0.0F, 0.0F, float(4.0 * pi * pi * masses[i])}});
    velocities.push_back({{0.0F, float(speed), 0.0F, 0.0F}});
    momentum += masses[i] * speed;
    total += masses[i];
  }
  for (cl_float4& velocity : velocities) // together they stay where they are
    velocity.s[1] -= float(momentum / total);
  positions.insert(positions.end(), velocities.begin(), velocities.end());
  return {std::move(positions), float(dt), 1e-12F, 6.0F, 12.0F, 2};
}
// [/solar]

inline const std::map<std::string, std::function<Scene(int, unsigned)>> scenes{
    {"cube", cube}, {"galaxies", galaxies}, {"solar", solar}};
