// Chapter 24: the reference against values worked out by hand, what must stay what it is, every step against the reference,
// outputs that must be refused. The program of the lesson comes last.

#include "chapters/24_nbody/lab/experiments.hpp"
#include "chapters/24_nbody/lab/nbody.hpp"
#include "chapters/24_nbody/lab/peers.hpp"

#include "common/error.hpp"
#include "common/files.hpp"
#include "harness/system/process.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace {

using nbody::Law;
using nbody::Nbody;
using nbody::State;

const tests::Program program("24_nbody");

std::span<const std::byte> bytes_of(const State& state) {
  return std::as_bytes(std::span(state));
}

/// A heavy body in the middle and a light one on a circle of radius 1 with period 2 pi, its velocity half a step earlier.
State circle(float dt) {
  return {{{0, 0, 0, 1}}, {{1, 0, 0, 1e-12F}}, {{0, 0, 0, 0}}, {{0.5F * dt, 1, 0, 0}}};
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  return {{"bodies", making<Nbody>(67, 5U), {making<Nbody>(1000, 1U)}}};
}

TEST_CASE("24: two bodies pull each other as worked out by hand") {
  // 3-4-0 apart, masses 2 and 5, softening 0: 5/25 and 2/25 along (3/5, 4/5).
  const State state{{{0, 0, 0, 2}}, {{3, 4, 0, 5}}, {{0, 0, 0, 0}}, {{0, 0, 0, 0}}};
  const auto pulls = nbody::pulls_in_double(state, 1e-30, {0, 1});
  CHECK(pulls[0].x == doctest::Approx(0.2 * 0.6));
  CHECK(pulls[0].y == doctest::Approx(0.2 * 0.8));
  CHECK(pulls[0].z == 0.0);
  CHECK(pulls[1].x == doctest::Approx(-0.08 * 0.6));
  CHECK(pulls[1].y == doctest::Approx(-0.08 * 0.8));
  // Softening of the same size as the distance: 1/(50)^(3/2) instead of 1/125.
  const auto softened = nbody::pulls_in_double(state, 25.0, {0});
  CHECK(softened[0].x == doctest::Approx(5.0 * 3.0 / std::pow(50.0, 1.5)));
  CHECK(nbody::conserved(state, 25.0).potential == doctest::Approx(-10.0 / std::sqrt(50.0)));
}

TEST_CASE("24: the forces of all bodies add up to nothing") {
  const State state = nbody::random_cube(100, 3);
  std::vector<int> all(100);
  std::iota(all.begin(), all.end(), 0);
  const auto pulls = nbody::pulls_in_double(state, 0.0025, all);
  double sum[3] = {}, size = 0.0;
  for (std::size_t i = 0; i < 100; ++i) {
    sum[0] += state[i].s[3] * pulls[i].x;
    sum[1] += state[i].s[3] * pulls[i].y;
    sum[2] += state[i].s[3] * pulls[i].z;
    size += state[i].s[3] * pulls[i].scale;
  }
  for (const double component : sum)
    CHECK(std::abs(component) < 1e-13 * size);
}

TEST_CASE("24: half the step, a quarter of leapfrog's error, half of the book's") {
  const auto ratio = [](bool book) {
    return nbody::orbit(4000, 1, book).place / nbody::orbit(8000, 1, book).place;
  };
  CHECK(ratio(false) == doctest::Approx(4.0).epsilon(0.05));
  CHECK(ratio(true) == doctest::Approx(2.0).epsilon(0.1));
  // Over many periods leapfrog's energy does not drift; the book's does.
  CHECK(std::abs(nbody::orbit(1000, 50, false).energy) < 1e-3);
  CHECK(std::abs(nbody::orbit(1000, 50, true).energy) > 1e-2);
}

TEST_CASE("24: a body on a circle comes back after its period, with the host's versions") {
  constexpr int steps = 2048;
  const Law law{static_cast<float>(6.283185307179586 / steps), 1e-12F};
  for (const auto step : {nbody::step_plain, nbody::step_vectors, nbody::step_quick_root}) {
    State state = circle(law.dt), next(state.size());
    for (int s = 0; s < steps; ++s) {
      step(state, next, law);
      std::swap(state, next);
    }
    CHECK(state[1].s[0] == doctest::Approx(1.0).epsilon(1e-3));
    CHECK(std::abs(state[1].s[1]) < 1e-3);
  }
}

TEST_CASE("24: the check refuses what is wrong") {
  const harness::Session session = tests::new_session();
  Nbody problem(257, 7);
  problem.upload(session);
  const State& state = *problem.operands().state;
  const Law law = problem.operands().law;
  State right;
  nbody::step_vectors(state, right, law);
  REQUIRE(problem.check(bytes_of(right)).passed());
  const auto refuses = [&](const std::function<void(State&)>& spoil) {
    State wrong = right;
    spoil(wrong);
    return !problem.check(bytes_of(wrong)).passed();
  };
  CHECK(refuses([&](State& s) { s = state; }));
  CHECK(refuses([](State& s) { s[256].s[3] *= 1.01F; }));
  CHECK(refuses([](State& s) { s[3].s[1] += 1e-4F; }));
  CHECK(refuses([](State& s) { s[400].s[2] = std::numeric_limits<float>::quiet_NaN(); }));
  CHECK(refuses([&](State& s) { nbody::step_vectors(state, s, {law.dt, 2.0F * law.softening2}); }));
  CHECK(refuses([&](State& s) {
    nbody::step_vectors(state, s, {1.01F * law.dt, law.softening2});
  }));
  CHECK(refuses([&](State& s) { // one body forgotten
    State fewer = state;
    fewer[100].s[3] = 0.0F;
    nbody::step_vectors(fewer, s, law);
    s[100].s[3] = state[100].s[3];
  }));
}

TEST_CASE("24: every step is right at awkward sizes") {
  const harness::Session session = tests::new_session();
  for (const int n : {1, 2, 31, 257, 1000}) {
    Nbody problem(n, 5);
    problem.upload(session);
    CHECK_FALSE(tests::check_steps(problem, session).empty());
  }
}

TEST_CASE("24: a tree whose theta is 0 adds up all pairs, and theta bounds the error") {
  const harness::Session session = tests::new_session();
  Nbody problem(1000, 11);
  problem.upload(session);
  const auto error_of = [&](const harness::Step& step, int theta) {
    harness::Values values = step.presets.front();
    values["THETA"] = theta;
    const harness::Prepared prepared = harness::prepare_step(problem, step, session, values);
    prepared.run();
    State next(2000);
    session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                    next.data());
    if (theta == 0)
      CHECK(problem.check(bytes_of(next)).passed()); // momentum, too
    return nbody::acceleration_error(*problem.operands().state, next, problem.operands().law);
  };
  int tried = 0;
  for (const harness::Step& step : problem.steps()) {
    if (step.id[0] != 'b' || !step.obstacle(session.device, step.presets.front()).empty())
      continue;
    CAPTURE(step.id);
    CHECK(error_of(step, 0) < 1e-4);
    const double fine = error_of(step, 30), coarse = error_of(step, 90);
    CHECK(fine > 0.0);
    CHECK(fine < coarse);
    CHECK(coarse < 0.05 * 0.9 * 0.9 * 0.9);
    ++tried;
  }
  CHECK(tried >= 2);
}

TEST_CASE("24: the program draws each scene, and checks a step") {
  const tests::TemporaryDirectory directory;
  for (const std::string scene : {"cube", "galaxies", "solar"})
    for (const tests::Environment& environment : tests::any_group_size) {
      CAPTURE(scene);
      const common::Image picture =
          program.picture({"--scene", scene, "--bodies", "300", "--frames", "3", "--side", "64",
                           "--frames-to", directory.path.string()},
                          {scene, "verified"}, environment);
      CHECK(picture.width == 64);
      CHECK(std::count_if(picture.pixels.begin(), picture.pixels.end(),
                          [](std::uint8_t value) { return value != 0 && value != 255; }) > 0);
    }
  for (const std::string frame : {"frame_0000.png", "frame_0001.png", "frame_0002.png"})
    CHECK(std::filesystem::exists(directory.path / frame));
}

TEST_CASE("24: the animation has all frames, or the program says what is missing") {
  const tests::TemporaryDirectory directory;
  const std::filesystem::path film = directory.path / "film.webp";
  const harness::ProcessResult run = harness::run_process(
      {tests::bin_dir() + "/24_nbody", "--bodies", "50", "--frames", "5", "--side", "32",
       "--animation", film.string(), "--output", (directory.path / "last.png").string()});
  CAPTURE(run.output);
  if (run.exit_code == common::exit_usage) {
    CHECK(run.output.find("libwebp") != std::string::npos);
    return;
  }
  CHECK(run.exit_code == 0);
  const std::string bytes = common::read_text(film);
  CHECK(bytes.substr(8, 4) == "WEBP");
  int frames = 0;
  for (std::size_t at = bytes.find("ANMF"); at != bytes.npos; at = bytes.find("ANMF", at + 1))
    ++frames;
  CHECK(frames == 5);
}

TEST_CASE("24: the program notices wrong kernels") {
  program.notices(
      {{"simulate.cl", "+ softening2", "+ 2 * softening2", "", "wrong by"},
       {"simulate.cl", "(float4)(ax, ay, az, 0.0f)", "(float4)(ax, az, ay, 0.0f)", "", "wrong by"},
       {"simulate.cl", "first += group", "first += 2 * group", "", "wrong by"},
       {"simulate.cl", "* inverse * inverse * inverse", "* inverse * inverse", "", "wrong by"}});
}
