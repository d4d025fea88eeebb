#pragma once

#include "harness/system/options.hpp"
#include "nbody.hpp"

#include <string>

namespace nbody {

/// Energy, momentum and angular momentum, in double; the potential is the softened one.
struct Conserved {
  double kinetic = 0.0;
  double potential = 0.0;
  double momentum[3] = {};
  double angular[3] = {};
  double energy() const { return kinetic + potential; }
};
Conserved conserved(const State& state, double softening2);

/// A light body after some periods on an ellipse around a heavy one, in double: how far it is from where it should be, and
/// how much of its energy has changed. With kick and drift (leapfrog), or with the book's scheme.
struct Orbit {
  double place, energy;
};
Orbit orbit(int steps_each_period, int periods, bool book);

/// What must not change, over time, with two schemes: two bodies on a known orbit, a cloud, and the book's cube. Prints
/// tables; draws the curves to `plot` where that is not empty. On the host: only the arithmetic matters.
int conserve(const harness::LabOptions& options, const std::string& plot,
             const std::string& command_line);

/// The largest error of an acceleration, as a part of Pull::scale, of some of the bodies in `next`.
double acceleration_error(const State& state, const State& next, const Law& law);

/// Barnes-Hut's error and time over THETA, with the bodies of the ladder.
int vary_theta(const harness::LabOptions& options, int n, const std::string& plot,
               const std::string& command_line);

/// Bodies in pairs, and in larger vectors, as floats and as halves: times and errors.
int pack(const harness::LabOptions& options, int n, const std::string& command_line);

/// The book's curves: the time of each step over N, and that of plain C++, from the JSON of a bench.
void draw_sizes(const std::string& json, const std::string& svg);

/// The book's picture of its cube, as PNG: the mass in each pixel, for the planes xy, xz and yz, after 0, 19, 22, 47 and 99
/// steps. Three rows with the book's scheme, three with leapfrog.
void draw_cube(const harness::LabOptions& options, const std::string& png);

} // namespace nbody
