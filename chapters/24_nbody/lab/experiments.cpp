// Two schemes and what must not change; and Barnes-Hut's knob.

#include "experiments.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/image.hpp"
#include "common/timing.hpp"
#include "harness/lab/device.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "nbody.hpp"
#include "peers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nbody {
namespace {

using harness::Curve;
using harness::plot_curves;
using Json = nlohmann::json;
using enum harness::Table::Align;

// [scheme]
// One step of a simulation. Leapfrog's velocities are half a step earlier than its positions; the book's are not.
void advance(State& state, State& next, const Law& law, bool book) {
  step_quick_root(state, next, law); // kick, then drift
  const std::size_t n = state.size() / 2;
  for (std::size_t i = 0; i < n && book; ++i) // r + v dt + a dt²/2 is r + (v + v') dt/2
    for (std::size_t k = 0; k < 3; ++k)
      next[i].s[k] = state[i].s[k] + 0.5F * law.dt * (state[n + i].s[k] + next[n + i].s[k]);
  std::swap(state, next);
}
// [/scheme]

// Velocities of half a step earlier: half a kick backwards.
void start_leapfrog(State& state, const Law& law) {
  State back;
  step_quick_root(state, back, {-0.5F * law.dt, law.softening2});
  std::copy(back.begin() + static_cast<std::ptrdiff_t>(state.size() / 2), back.end(),
            state.begin() + static_cast<std::ptrdiff_t>(state.size() / 2));
}

// Positions and velocities of the same time: leapfrog's are the mean of the two around it.
Conserved conserved_now(const State& state, const Law& law, bool book) {
  if (book)
    return conserved(state, law.softening2);
  State next, both = state;
  step_quick_root(state, next, law);
  for (std::size_t i = state.size() / 2; i < state.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      both[i].s[k] = 0.5F * (state[i].s[k] + next[i].s[k]);
  return conserved(both, law.softening2);
}

// With the book's masses: 1/2 in the mean.
State book_cube(int n, unsigned seed) {
  State cube = random_cube(n, seed);
  for (int i = 0; i < n; ++i)
    cube[static_cast<std::size_t>(i)].s[3] *= 0.5F * static_cast<float>(n);
  return cube;
}

double length(const double (&v)[3]) {
  return std::hypot(v[0], v[1], v[2]);
}

// What a run has changed, at its end, in parts of what there was.
struct Change {
  double energy = 0.0, momentum = 0.0, angular = 0.0;
  double outside = 0.0; ///< the part of the bodies that is farther away than 2
  double energy_after = 0.0;
  Curve energies, momenta, angulars; ///< over time
};

Change simulate(State state, const Law& law, int steps, bool book, int samples) {
  Change change;
  State next;
  const Conserved start = conserved(state, law.softening2);
  double moving = 0.0; // what momentum is compared with: the sum of its magnitudes
  const std::size_t n = state.size() / 2;
  for (std::size_t i = 0; i < n; ++i)
    moving += state[i].s[3] * std::hypot(state[n + i].s[0], state[n + i].s[1], state[n + i].s[2]);
  if (!book)
    start_leapfrog(state, law);
  for (int s = 1; s <= steps; ++s) {
    advance(state, next, law, book);
    if (s % std::max(steps / samples, 1) != 0 && s != steps)
      continue;
    const Conserved now = conserved_now(state, law, book);
    double momentum[3], angular[3];
    for (std::size_t k = 0; k < 3; ++k) {
      momentum[k] = now.momentum[k] - start.momentum[k];
      angular[k] = now.angular[k] - start.angular[k];
    }
    change.energy = (now.energy() - start.energy()) / std::abs(start.energy());
    change.momentum = length(momentum) / moving;
    change.angular = length(angular) / moving;
    change.energy_after = now.energy() / static_cast<double>(n);
    const double time = s * double{law.dt};
    change.energies.points += fmt::format("{} {}\n", time, change.energy);
    change.momenta.points += fmt::format("{} {}\n", time, change.momentum);
    change.angulars.points += fmt::format("{} {}\n", time, change.angular);
  }
  for (std::size_t i = 0; i < n; ++i)
    change.outside += std::hypot(state[i].s[0], state[i].s[1], state[i].s[2]) > 2.0F ? 1.0 : 0.0;
  change.outside /= static_cast<double>(n);
  return change;
}

} // namespace

Conserved conserved(const State& state, double softening2) {
  Conserved sum;
  const std::size_t n = state.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const double m = state[i].s[3], r[] = {state[i].s[0], state[i].s[1], state[i].s[2]};
    const double v[] = {state[n + i].s[0], state[n + i].s[1], state[n + i].s[2]};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
      sum.kinetic += 0.5 * m * v[k] * v[k];
      sum.momentum[k] += m * v[k];
      sum.angular[k] += m * (r[p] * v[q] - r[q] * v[p]);
    }
    for (std::size_t j = 0; j < i; ++j) {
      double square = softening2;
      for (std::size_t k = 0; k < 3; ++k)
        square += (state[j].s[k] - r[k]) * (state[j].s[k] - r[k]);
      sum.potential -= m * state[j].s[3] / std::sqrt(square);
    }
  }
  return sum;
}

// [orbit]
Orbit orbit(int steps_each_period, int periods, bool book) {
  // The ellipse has the half axis 1 and the eccentricity 0.5, and begins where it is nearest: distance 0.5, speed √3.
  const double dt = 2.0 * std::acos(-1.0) / steps_each_period;
  double r[] = {0.5, 0.0}, v[] = {0.0, std::sqrt(3.0)};
  const auto pull = [&r](int k) { return -r[k] / std::pow(std::hypot(r[0], r[1]), 3.0); };
  const auto kick = [&](double time) {
    const double a[] = {pull(0), pull(1)};
    v[0] += time * a[0];
    v[1] += time * a[1];
  };
  if (!book)
    kick(-0.5 * dt);
  for (int s = 0; s < steps_each_period * periods; ++s) {
    const double before[] = {v[0], v[1]};
    kick(dt);
    for (int k = 0; k < 2; ++k)
      r[k] += dt * (book ? 0.5 * (before[k] + v[k]) : v[k]);
  }
  if (!book)
    kick(0.5 * dt);
  const double energy = 0.5 * (v[0] * v[0] + v[1] * v[1]) - 1.0 / std::hypot(r[0], r[1]);
  return {std::hypot(r[0] - 0.5, r[1]), (energy + 0.5) / 0.5};
}
// [/orbit]

int conserve(const harness::LabOptions& options, const std::string& plot,
             const std::string& command_line) {
  Json document =
      harness::result_document("24_nbody", command_line, common::pick_device(options.device));
  Json& rows = document["rows"];

  fmt::print("Two bodies, an ellipse of eccentricity 0.5: the place's error after one period, and "
             "the energy's after ten\n\n");
  harness::Table table({{"steps for a period", right},
                        {"leapfrog", right},
                        {"the book's", right},
                        {"leapfrog, energy", right},
                        {"the book's, energy", right}});
  std::vector<Curve> orders{{"leapfrog", ""}, {"the book's scheme", ""}};
  for (int steps = 128; steps <= (options.quick ? 512 : 8192); steps *= 2) {
    Json row{{"experiment", "orbit"}, {"steps", steps}};
    std::vector<std::string> cells{fmt::format("{}", steps)}, energies;
    for (const bool book : {false, true}) {
      const double error = orbit(steps, 1, book).place, energy = orbit(steps, 10, book).energy;
      row[book ? "book" : "leapfrog"] = error;
      row[book ? "book_energy" : "leapfrog_energy"] = energy;
      cells.push_back(fmt::format("{:.1e}", error));
      energies.push_back(fmt::format("{:+.1e}", energy));
      orders[book].points += fmt::format("{} {}\n", 2.0 * std::acos(-1.0) / steps, error);
    }
    cells.insert(cells.end(), energies.begin(), energies.end());
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}\n", table.text());

  harness::Table changes({{"scene", left},
                          {"bodies", right},
                          {"dt", right},
                          {"steps", right},
                          {"scheme", left},
                          {"energy", right},
                          {"momentum", right},
                          {"angular", right},
                          {"outside", right}});
  std::vector<Curve> energies, sums;
  const auto run = [&](const std::string& scene, const State& state, Law law, int steps,
                       int samples) {
    for (const bool book : {false, true}) {
      Change change = simulate(state, law, steps, book, samples);
      const std::string scheme = book ? "the book's" : "leapfrog";
      changes.add({scene, fmt::format("{}", state.size() / 2), fmt::format("{}", law.dt),
                   fmt::format("{}", steps), scheme, fmt::format("{:+.1e}", change.energy),
                   fmt::format("{:.0e}", change.momentum), fmt::format("{:.0e}", change.angular),
                   fmt::format("{:.0f} %", 100.0 * change.outside)});
      rows.push_back({{"experiment", scene},
                      {"bodies", state.size() / 2},
                      {"dt", law.dt},
                      {"steps", steps},
                      {"scheme", scheme},
                      {"energy", change.energy},
                      {"energy_after", change.energy_after},
                      {"momentum", change.momentum},
                      {"angular", change.angular},
                      {"outside", change.outside}});
      if (scene != "cloud")
        continue;
      const std::string name = book ? "the book's" : "leapfrog";
      energies.push_back({name, change.energies.points});
      sums.push_back({"angular, " + name, change.angulars.points});
      sums.push_back({"momentum, " + name, change.momenta.points});
    }
  };
  fmt::print("Changes of what must not change. Momentum and angular momentum: in parts of the sum "
             "of all m|v|\n\n");
  State cloud =
      random_cube(options.quick ? 100 : 1000, options.seed); // at half the speed: it stays together
  for (std::size_t i = cloud.size() / 2; i < cloud.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      cloud[i].s[k] *= 0.5F;
  run("cloud", cloud, {1.0F / 64.0F, 0.0025F}, 512, 128);
  const int n = options.quick ? 500 : 10000;
  const State cube = book_cube(n, options.seed);
  run("cube", cube, {0.001F, 0.01F}, 100, 1);
  run("cube", cube, {0.0002F, 0.01F}, 500, 1);
  fmt::print("{}", changes.text());

  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  if (!plot.empty())
    harness::draw_plot(
        {"Two schemes",
         "set multiplot layout 1,3\nset tmargin 5.5\nset key left top Left reverse\n"
         "set logscale xy\nset format xy '%g'\nset yrange [1e-5:1000]\n"
         "set title 'error after a period'\nset xlabel 'dt'\n" +
             plot_curves(orders) +
             "unset logscale\nset yrange [*:0.3]\nset title 'change of the energy of a cloud'\n"
             "set xlabel 'time'\n" +
             plot_curves(energies, "lines") +
             "set title 'change of its momenta'\nset logscale y\nset yrange [1e-9:1e4]\n"
             "set format y '%.0e'\n" +
             plot_curves(sums, "lines") + "unset multiplot\n",
         1200},
        plot);
  return common::exit_passed;
}

double acceleration_error(const State& state, const State& next, const Law& law) {
  const std::size_t n = state.size() / 2;
  std::vector<int> sample;
  for (std::size_t i = 0; i < n; i += n / 1000 + 1)
    sample.push_back(static_cast<int>(i));
  const std::vector<Pull> pulls = pulls_in_double(state, law.softening2, sample);
  double largest = 0.0;
  for (std::size_t s = 0; s < sample.size(); ++s) {
    const std::size_t i = n + static_cast<std::size_t>(sample[s]);
    const double pull[] = {pulls[s].x, pulls[s].y, pulls[s].z};
    for (std::size_t k = 0; k < 3; ++k) {
      const double a = (double{next[i].s[k]} - state[i].s[k]) / law.dt;
      largest = std::max(largest, std::abs(a - pull[k]) / pulls[s].scale);
    }
  }
  return largest;
}

// One step of the ladder with values that are not its own: how long it takes, and how wrong its accelerations are.
struct Trial {
  double ms, error;
  double last_ms; ///< of its last command alone
};

Trial try_step(const Nbody& problem, const harness::Step& step, const harness::Values& values,
               const harness::Session& session, int runs) {
  const harness::Prepared prepared = harness::prepare_step(problem, step, session, values);
  common::Samples samples, last;
  for (int run = 0; run < runs; ++run) {
    const std::vector<cl::Event> events = prepared.run();
    session.queue.finish();
    samples.values.push_back(harness::elapsed_ms(events));
    last.values.push_back(harness::elapsed_ms({events.back()}));
  }
  const Operands in = problem.operands();
  State next(in.state->size());
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(), next.data());
  return {samples.median(), acceleration_error(*in.state, next, in.law), last.median()};
}

int vary_theta(const harness::LabOptions& options, int n, const std::string& plot,
               const std::string& command_line) {
  const harness::Session session(common::pick_device(options.device));
  Json document = harness::result_document("24_nbody", command_line, session.device);
  Nbody problem(n, options.seed);
  problem.upload(session);
  fmt::print("{} bodies on {}\n\n", n, common::describe(session.device));
  harness::Table table(
      {{"step", left}, {"theta", right}, {"ms", right}, {"walk, ms", right}, {"error", right}});
  std::vector<Curve> curves;
  for (const harness::Step& step : problem.steps()) {
    if (!step.presets.front().contains("THETA"))
      continue;
    Curve curve{step.id, ""};
    for (const int theta : {20, 30, 40, 50, 60, 80, 100}) {
      harness::Values values = step.presets.front();
      values["THETA"] = theta;
      Trial trial;
      try {
        if (step.obstacle && !step.obstacle(session.device, values).empty())
          break;
        trial = try_step(problem, step, values, session, options.quick ? 1 : 5);
      } catch (const common::Skip&) {
        break;
      }
      const auto [ms, error, walk_ms] = trial;
      table.add({step.id, fmt::format("{:.1f}", theta / 100.0), fmt::format("{:.3g}", ms),
                 fmt::format("{:.3g}", walk_ms), fmt::format("{:.1e}", error)});
      document["rows"].push_back({{"step", step.id},
                                  {"theta", theta},
                                  {"median_ms", ms},
                                  {"walk_ms", walk_ms},
                                  {"error", error}});
      curve.points += fmt::format("{} {}\n", ms, error);
    }
    if (!curve.points.empty())
      curves.push_back(curve);
  }
  fmt::print("{}", table.text());
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  if (!plot.empty())
    harness::draw_plot({fmt::format("Barnes-Hut, {} bodies: theta from 1.0 (left) to 0.2", n),
                        "set logscale xy\nset format y '%g'\nset xlabel 'milliseconds'\n"
                        "set ylabel 'largest error'\n" +
                            plot_curves(curves)},
                       plot);
  return common::exit_passed;
}

int pack(const harness::LabOptions& options, int n, const std::string& command_line) {
  const harness::Session session(common::pick_device(options.device));
  Json document = harness::result_document("24_nbody", command_line, session.device);
  Nbody problem(n, options.seed);
  problem.upload(session);
  fmt::print("{} bodies on {}\n\n", n, common::describe(session.device));
  harness::Table table({{"step", left}, {"values", left}, {"ms", right}, {"error", right}});
  // 16 bodies for each work-item, whatever their vectors are; c2 and c3 have vectors of 16 and no tiles.
  const std::vector<std::pair<std::string, harness::Values>> trials{{"v13", {}},
                                                                    {"p1", {{"LANES", 2}}},
                                                                    {"p1", {{"LANES", 4}}},
                                                                    {"p1", {{"LANES", 8}}},
                                                                    {"p1", {{"LANES", 16}}},
                                                                    {"c2", {{"WIDTH", 1}}},
                                                                    {"p2", {{"ROUNDED", 0}}},
                                                                    {"p2", {{"ROUNDED", 1}}},
                                                                    {"p2", {{"ROUNDED", 2}}},
                                                                    {"p2", {{"ROUNDED", 3}}}};
  const std::vector<harness::Step> steps = problem.steps();
  for (const auto& [id, changed] : trials) {
    const harness::Step& step = harness::step_named(steps, id);
    for (harness::Values values : step.presets) {
      if (values.count("BODIES") != 0)
        values["BODIES"] = 16;
      std::string text;
      for (const auto& [name, value] : changed) {
        values[name] = value;
        text += fmt::format("{}={}", name, value);
      }
      try {
        if (!step.obstacle(session.device, values).empty())
          continue;
        const auto [ms, error, last] =
            try_step(problem, step, values, session, options.quick ? 1 : 15);
        static_cast<void>(last);
        table.add({id, text, fmt::format("{:.3g}", ms), fmt::format("{:.1e}", error)});
        Json row{{"step", id}, {"values", values}, {"median_ms", ms}, {"error", error}};
        row.update(Json(changed));
        document["rows"].push_back(row);
        break;
      } catch (const common::Skip&) {
        continue;
      }
    }
  }
  fmt::print("{}", table.text());
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  return common::exit_passed;
}

void draw_sizes(const std::string& json, const std::string& svg) {
  const Json document = harness::read_json(json);
  const bool two_cores = document.at("device").at("compute_units") == 2;
  // On a CPU a kernel of 16 bodies takes less time than it takes to wake a thread, and the samples differ by a factor of 40.
  const double smallest = two_cores ? 32.0 : 2.0;
  Json rows = Json::array();
  for (Json row : document.at("peers"))
    if (row.at("name") == "C++ plain") {
      row["step"] = "C++ plain";
      rows.push_back(row);
    }
  for (const Json& row : document.at("rows"))
    rows.push_back(row);
  Json drawn = Json::array();
  for (Json& row : rows) {
    row["size"] = std::stod(row.at("size").get<std::string>());
    if (row["size"].get<double>() >= smallest)
      drawn.push_back(row);
  }
  harness::draw_plot({fmt::format("Time of a step over N, {}",
                                  two_cores ? "PoCL on two cores"
                                            : document.at("device").at("name").get<std::string>()),
                      "set logscale xy\nset logscale x 2\nset format y '%g'\nset xlabel 'N'\n"
                      "set ylabel 'milliseconds'\nset key outside right\n" +
                          plot_curves(harness::curves_of(drawn, "step", "size", "median_ms"))},
                     svg);
}

void draw_cube(const harness::LabOptions& options, const std::string& png) {
  constexpr std::size_t panel = 160, gap = 4, times = 5, planes = 3;
  constexpr std::array shown{0, 19, 22, 47, 99};
  constexpr std::size_t width = times * (panel + gap) - gap;
  constexpr std::size_t height = 2 * planes * (panel + gap) + 2 * gap;
  common::Image sheet{static_cast<int>(width), static_cast<int>(height), 1,
                      std::vector<std::uint8_t>(width * height, 255)};
  const std::size_t n = options.quick ? 500 : 10000;
  const Law law{0.001F, 0.01F};
  for (const bool book : {true, false}) {
    State state = book_cube(static_cast<int>(n), options.seed), next;
    if (!book)
      start_leapfrog(state, law);
    int step = 0;
    for (std::size_t column = 0; column < times; ++column) {
      for (; step < shown[column]; ++step)
        advance(state, next, law, book);
      for (std::size_t plane = 0; plane < planes; ++plane) {
        const std::size_t across = plane == 2 ? 1 : 0, up = plane == 0 ? 1 : 2;
        std::vector<double> mass(panel * panel);
        for (std::size_t i = 0; i < n; ++i) {
          const float x = 0.5F * panel * (1.0F + state[i].s[across]);
          const float y = 0.5F * panel * (1.0F - state[i].s[up]);
          if (x >= 0.0F && x < panel && y >= 0.0F && y < panel)
            mass[static_cast<std::size_t>(y) * panel + static_cast<std::size_t>(x)] +=
                state[i].s[3];
        }
        const std::size_t row = plane + (book ? 0 : planes);
        const std::size_t top = row * (panel + gap) + (book ? 0 : 2 * gap);
        for (std::size_t p = 0; p < panel * panel; ++p) {
          const double light = std::min(std::log1p(4.0 * mass[p]) / std::log1p(4.0 * 16.0), 1.0);
          sheet.pixels[(top + p / panel) * width + column * (panel + gap) + p % panel] =
              static_cast<std::uint8_t>(std::lround(255.0 * light));
        }
      }
    }
  }
  common::save_image(png, sheet);
}

} // namespace nbody
