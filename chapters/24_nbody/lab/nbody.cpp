// The problem of this chapter: a step in time, and how to see that it is right.

#include "nbody.hpp"

#include "common/error.hpp"
#include "peers.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace nbody {
State random_cube(int n, unsigned seed) {
  const auto count = static_cast<std::size_t>(n);
  const std::vector<float> places = common::random_floats(6 * count, seed);
  const std::vector<float> masses = common::random_floats(count, seed + 1, 0.0F, 2.0F);
  State state(2 * count);
  for (std::size_t i = 0; i < 2 * count; ++i)
    state[i] = {{places[3 * i], places[3 * i + 1], places[3 * i + 2],
                 i < count ? masses[i] / static_cast<float>(n) : 0.0F}};
  return state;
}

Nbody::Nbody(int n, unsigned seed) : n_(n), seed_(seed) {}

std::string Nbody::size() const {
  return fmt::format("{}", n_);
}

// [cost]
// 20 for a pair is what everybody counts, so that numbers can be compared: a root is taken for more than one operation.
harness::Cost Nbody::cost() const {
  const double n = n_;
  return {20.0 * n * n, 2.0 * 2.0 * sizeof(cl_float4) * n};
}
// [/cost]

std::size_t Nbody::output_bytes() const {
  return 2 * sizeof(cl_float4) * static_cast<std::size_t>(n_);
}

void Nbody::upload(const harness::Session& session) {
  const auto n = static_cast<std::size_t>(n_);
  harness::require_device_memory(session.device,
                                 {2 * 16 * n, 2 * 12 * n, 4 * n, output_bytes(), output_bytes()});
  state_ = random_cube(n_, seed_);
  // 2^27 pairs: a second or so.
  const auto samples = static_cast<int>(std::clamp<std::int64_t>(
      (std::int64_t{1} << 27) / std::max<std::int64_t>(n_, 1), 2, std::max(n_, 2)));
  sample_.clear();
  for (int s = 0; s < std::min(samples, n_); ++s) // the first, the last, and others between
    sample_.push_back(static_cast<int>(std::int64_t{s} * (n_ - 1) / std::max(samples - 1, 1)));
  reference_ = pulls_in_double(state_, law_.softening2, sample_);
  largest_scale_ = 0.0;
  for (const Pull& pull : reference_)
    largest_scale_ = std::max(largest_scale_, pull.scale);

  std::vector<float> packed, masses;
  for (std::size_t i = 0; i < 2 * n; ++i) {
    packed.insert(packed.end(), state_[i].s, state_[i].s + 3);
    if (i < n)
      masses.push_back(state_[i].s[3]);
  }
  const auto on_device = [&](const auto& values) {
    const std::size_t bytes = values.size() * sizeof(values[0]);
    const cl::Buffer made(session.context, CL_MEM_READ_ONLY, bytes);
    session.queue.enqueueWriteBuffer(made, CL_TRUE, 0, bytes, values.data());
    return made;
  };
  packed_ = on_device(packed);
  slots_ = on_device(state_);
  masses_ = on_device(masses);
}

common::Comparison Nbody::check(std::span<const std::byte> output) const {
  return check_as(Layout::slots, true, 0.0, output);
}

// [check]
common::Comparison Nbody::check_as(Layout layout, bool masses, double more,
                                   std::span<const std::byte> output) const {
  const auto* values = reinterpret_cast<const float*>(output.data());
  const std::size_t n = state_.size() / 2, pitch = layout == Layout::packed ? 3 : 4;
  std::vector<float> got;
  std::vector<double> want;
  // A sum of N terms of all directions errs like a random walk; a term, by some roundings. u: the unit roundoff.
  constexpr double u = 0x1p-24;
  const double relative_error = u * (16.0 + 2.0 * std::sqrt(static_cast<double>(n))) + more;
  const double tolerance = law_.dt * largest_scale_ * relative_error + 4.0 * u;

  // The velocities of the sample.
  for (std::size_t s = 0; s < sample_.size(); ++s) {
    const auto i = static_cast<std::size_t>(sample_[s]);
    const double pull[] = {reference_[s].x, reference_[s].y, reference_[s].z};
    for (std::size_t k = 0; k < 3; ++k) {
      got.push_back(values[pitch * (n + i) + k]);
      want.push_back(state_[n + i].s[k] + double{law_.dt} * pull[k]);
    }
  }
  // All positions must follow from the velocities, whatever those are.
  double momentum[3] = {};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const double v = values[pitch * (n + i) + k];
      got.push_back(values[pitch * i + k]);
      want.push_back(state_[i].s[k] + law_.dt * v);
      momentum[k] += state_[i].s[3] * (v - state_[n + i].s[k]);
    }
  // No body outside the sample may have been forgotten: forces cancel, so the momentum stays. Errors of the single bodies
  // shrink in the sum by the root of N.
  if (more == 0.0)
    for (const double sum : momentum) {
      got.push_back(static_cast<float>(sum * std::sqrt(static_cast<double>(n))));
      want.push_back(0.0);
    }
  if (masses)
    for (std::size_t i = 0; i < n; ++i) {
      got.push_back(values[4 * i + 3] * static_cast<float>(n));
      want.push_back(double{state_[i].s[3]} * static_cast<double>(n));
    }
  return common::compare(got, want, {tolerance, 4.0 * u, false});
}
// [/check]

std::string Nbody::place(std::size_t index) const {
  const std::size_t n = static_cast<std::size_t>(n_), velocities = 3 * sample_.size();
  const auto of = [](const char* what, std::size_t body, std::size_t component) {
    return fmt::format("{} {} of body {}", what, "xyz"[component], body);
  };
  if (index < velocities)
    return of("velocity", static_cast<std::size_t>(sample_[index / 3]), index % 3);
  if (index < velocities + 3 * n)
    return of("position", (index - velocities) / 3, index % 3);
  return fmt::format("number {} of the momentum or the masses", index - velocities - 3 * n);
}

Operands Nbody::operands() const {
  return {n_, law_, &state_, packed_, slots_, masses_};
}

std::vector<harness::Step> Nbody::steps() const {
  return steps_for(*this);
}

std::vector<harness::Peer> Nbody::peers(const harness::Session& session) const {
  return peers_for(*this, session);
}

harness::CaseStudy case_study() {
  return {.chapter = "24_nbody",
          .quick_sizes = {"257"},
          .default_sizes = {"4096"},
          .check_sizes = {"1", "2", "31", "255", "256", "257", "1000", "1023"},
          .bench_sizes = {"1024", "8192", "65536"},
          .tiny_size = "67", // more than a tile
          .make = [](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
            return std::make_unique<Nbody>(harness::parse_size(size, 1)[0], seed);
          }};
}

} // namespace nbody
