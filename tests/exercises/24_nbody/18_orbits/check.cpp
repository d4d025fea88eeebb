#include "tools/exercise/check.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Body = std::array<double, 7>; // place, mass, velocity
  const auto state_of = [](const std::vector<Body>& bodies, bool places) {
    std::vector<cl_float4> all;
    for (const Body& b : bodies) {
      const auto f = [&](std::size_t k) { return static_cast<float>(b[k]); };
      all.push_back(places ? cl_float4{{f(0), f(1), f(2), f(3)}}
                           : cl_float4{{f(4), f(5), f(6), 7}});
    }
    return all;
  };
  const auto flat = [](const std::vector<cl_float4>& values) {
    std::vector<float> all;
    for (const cl_float4& value : values)
      all.insert(all.end(), value.s, value.s + 4);
    return all;
  };
  const exercise::Layout xyzw{1, {"x", "y", "z", "w"}};

  // Each kernel by itself
  for (const std::size_t n : bench.sizes({1, 5, 64, 100, 257}, {1, 19}))
    for (const std::size_t wanted : {64, 12, 1}) {
      if (bench.in_simulator && wanted != 12)
        continue;
      const std::size_t group = bench.group(wanted), groups = (n + group - 1) / group;
      const float softening2 = n == 5 ? 0.0F : 0.125F;
      const std::vector<float> r = bench.random(7 * n);
      std::vector<Body> bodies(n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < 7; ++k)
          bodies[i][k] = k == 3 ? 0.5F + std::abs(r[7 * i + k]) : r[7 * i + k];
      std::vector<double> want, kicked, drifted;
      double energy = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        std::array<double, 4> a{};
        for (std::size_t j = 0; j < n; ++j) {
          if (i == j)
            continue;
          double square = softening2;
          for (std::size_t k = 0; k < 3; ++k)
            square += std::pow(bodies[j][k] - bodies[i][k], 2);
          for (std::size_t k = 0; k < 3; ++k)
            a[k] += bodies[j][3] * (bodies[j][k] - bodies[i][k]) / std::pow(square, 1.5);
          a[3] -= bodies[j][3] / std::sqrt(square);
        }
        want.insert(want.end(), a.begin(), a.end());
        double square = 0.0;
        for (std::size_t k = 0; k < 3; ++k) {
          kicked.push_back(bodies[i][4 + k] + 0.25 * bodies[i][k]);
          drifted.push_back(bodies[i][k] + 0.25 * bodies[i][4 + k]);
          square += bodies[i][4 + k] * bodies[i][4 + k];
        }
        kicked.push_back(7.0);
        drifted.push_back(bodies[i][3]);
        energy += 0.5 * bodies[i][3] * (square + a[3]);
      }
      const auto count = static_cast<cl_uint>(n);
      const std::string where = fmt::format("n = {}, groups of {}", n, group);
      const cl::Buffer places = bench.input(state_of(bodies, true));
      const auto accelerations = bench.output<float>(4 * n);
      bench.run("accelerations", {n}, {group}, places, accelerations.buffer,
                cl::Local(group * sizeof(cl_float4)), softening2, count);
      bench.expect(accelerations, want, {1e-3, 2e-4}, "accelerations, " + where, xyzw);
      bench.allow("accelerations", {.global_loads = 4 * (groups + 1) * n});
      const cl::Buffer velocities = bench.input(state_of(bodies, false));
      bench.run("kick", {n}, {group}, velocities, places, 0.25F, count);
      bench.expect(flat(bench.read<cl_float4>(velocities, n)), kicked, {1e-5, 1e-5},
                   "kick, " + where + ", with the places for accelerations", xyzw);
      const cl::Buffer moving = bench.input(state_of(bodies, true));
      bench.run("drift", {n}, {group}, moving, bench.input(state_of(bodies, false)), 0.25F, count);
      bench.expect(flat(bench.read<cl_float4>(moving, n)), drifted, {1e-5, 1e-5}, "drift, " + where,
                   xyzw);
      const std::vector<float> right(want.begin(), want.end());
      const auto sums = bench.output<float>(groups);
      bench.run("energy", {n}, {group}, places, bench.input(state_of(bodies, false)),
                bench.input(right), sums.buffer, cl::Local(group * sizeof(float)), count);
      double sum = 0.0;
      for (const float one : bench.read(sums, "energy, " + where))
        sum += one;
      bench.expect(std::vector<float>{static_cast<float>(sum)}, {energy}, {1e-2, 1e-4},
                   "energy, " + where + ", the sums of all groups");
      bench.allow("energy", {.global_loads = 12 * n, .global_stores = groups});
    }

  // One step around body 0, which is at (1, 2)
  {
    struct Step {
      float last_y, x, y;
      cl_int change;
    };
    const std::vector<Step> steps{{-1, 5, 5, 0},         {-0.5F, 1, 0.5F, 1},  {-0.5F, -1, 0.5F, 0},
                                  {0.5F, 1, -0.5F, -1},  {0.5F, -1, -0.5F, 0}, {0.5F, 1, 0.25F, 0},
                                  {-0.5F, 1, -0.25F, 0}, {-0.5F, 2, 0, 1},     {0, 2, -0.5F, -1},
                                  {0, 2, 0.5F, 0}};
    std::vector<cl_float4> places;
    std::vector<float> last;
    std::vector<cl_int> before, want;
    std::vector<double> now;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      places.push_back(i == 0 ? cl_float4{{1, 2, 3, 1}}
                              : cl_float4{{1 + steps[i].x, 2 + steps[i].y, 0, 1}});
      last.push_back(steps[i].last_y);
      before.push_back(static_cast<cl_int>(10 * i));
      want.push_back(before.back() + steps[i].change);
      now.push_back(i == 0 ? 0.0 : steps[i].y);
    }
    const cl::Buffer last_y = bench.input(last), count = bench.input(before);
    bench.run("turns", {steps.size()}, {4}, bench.input(places), last_y, count,
              static_cast<cl_uint>(steps.size()));
    std::vector<float> x, y;
    for (const Step& step : steps) {
      x.push_back(step.x);
      y.push_back(step.y);
    }
    exercise::Layout inputs;
    inputs.from("count", before).from("last_y", last).from("x - x of body 0", x);
    inputs.from("y - y of body 0", y);
    bench.expect(bench.read<cl_int>(count, steps.size()), want, "turns, count", inputs);
    bench.expect(bench.read<float>(last_y, steps.size()), now, {1e-6, 0.0}, "turns, last_y",
                 inputs);
  }
  if (bench.in_simulator)
    return;

  // A sun and four planets: one of them goes the other way round, and one has a long ellipse.
  const double pi = std::acos(-1.0);
  const std::vector<double> distances{0.5, 0.8, 1.2, 2.0};
  std::vector<Body> bodies{{0, 0, 0, 1, 0, 0, 0}};
  for (std::size_t k = 0; k < 4; ++k) {
    const double speed = std::sqrt(1.0 / distances[k]) * (k == 2 ? 0.8 : 1.0);
    const double angle = 1.0 + static_cast<double>(k);
    bodies.push_back({distances[k] * std::cos(angle), distances[k] * std::sin(angle), 0.0, 1e-6,
                      -std::sin(angle) * speed * (k == 1 ? -1 : 1),
                      std::cos(angle) * speed * (k == 1 ? -1 : 1), 0.05});
  }
  const std::size_t n = bodies.size(), group = bench.group(4), groups = (n + group - 1) / group;
  const auto count = static_cast<cl_uint>(n);
  const float dt = 0.03F;
  const cl::Buffer places = bench.input(state_of(bodies, true)),
                   velocities = bench.input(state_of(bodies, false)),
                   last_y = bench.input(std::vector<float>(n, 0.0F)),
                   turned = bench.input(std::vector<cl_int>(n));
  const auto accelerations = bench.output<float>(4 * n), sums = bench.output<float>(groups);
  const auto accelerate = [&] {
    bench.run("accelerations", {n}, {group}, places, accelerations.buffer,
              cl::Local(group * sizeof(cl_float4)), 0.0F, count);
  };
  const auto energy = [&] {
    bench.run("energy", {n}, {group}, places, velocities, accelerations.buffer, sums.buffer,
              cl::Local(group * sizeof(float)), count);
    double sum = 0.0;
    for (const float one : bench.read(sums))
      sum += one;
    return sum;
  };
  accelerate();
  bench.run("turns", {n}, {group}, places, last_y, turned, count);
  const std::vector<cl_int> before = bench.read<cl_int>(turned, n);
  const double at_first = energy();
  const int steps = 500; // nearly 7 periods of the first planet
  for (int step = 0; step < steps; ++step) {
    bench.run("kick", {n}, {group}, velocities, accelerations.buffer, dt / 2, count);
    bench.run("drift", {n}, {group}, places, velocities, dt, count);
    accelerate();
    bench.run("kick", {n}, {group}, velocities, accelerations.buffer, dt / 2, count);
    bench.run("turns", {n}, {group}, places, last_y, turned, count);
  }
  const double at_last = energy();
  bench.expect(std::abs(at_last / at_first - 1.0) < 1e-3,
               fmt::format("a sun and four planets: the energy was {:.9f}, and is {:.9f} after {} "
                           "steps.",
                           at_first, at_last, steps));
  const std::vector<cl_int> after = bench.read<cl_int>(turned, n);
  for (std::size_t k = 0; k < 4; ++k) {
    const double speed2 = std::pow(bodies[k + 1][4], 2) + std::pow(bodies[k + 1][5], 2) + 0.0025;
    const double axis = 1.0 / (2.0 / distances[k] - speed2);
    const double periods = steps * double{dt} / (2.0 * pi * std::pow(axis, 1.5));
    const int made = (after[k + 1] - before[k + 1]) * (k == 1 ? -1 : 1);
    bench.expect(std::abs(made - periods) < 1.0,
                 fmt::format("a sun and four planets: planet {} has made {:.1f} revolutions, but "
                             "{} were counted.",
                             k + 1, periods, made));
  }
  bench.expect(after[0] == before[0], "body 0 was counted as turning around itself.");
}
