#pragma once

#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nbody {

/// N positions, whose w is the mass, then N velocities, whose w is 0: what the kernels call a state.
using State = std::vector<cl_float4>;

/// What a step in time needs to know beside the state. G is 1.
struct Law {
  float dt = 0.125F;
  float softening2 =
      0.0025F; ///< the square of Plummer's softening: a distance at which gravity fades
};

/// Random positions and velocities in [-1, 1)³, masses in [0, 2/n): together about 1 whatever n is, so that accelerations
/// are about 1.
State random_cube(int n, unsigned seed);

/// What pulls one body, in double.
struct Pull {
  double x = 0.0, y = 0.0, z = 0.0; ///< the acceleration
  double scale = 0.0; ///< the sum of all accelerations' magnitudes, without their directions
};

/// Runs task(0) ... task(count - 1) on all cores; each takes the next task when it is done with one.
void on_all_cores(int count, const std::function<void(int)>& task);

/// The definition, accumulated in double, for the bodies of these numbers. All cores.
std::vector<Pull> pulls_in_double(const State& state, double softening2,
                                  const std::vector<int>& bodies);

/// Where the numbers of a body are in the output of a step.
enum class Layout {
  packed, ///< 3 floats each: v1. The rest of the output stays unwritten
  slots   ///< 4 floats each; up to v5 the fourth is a gap
};

/// A state on the host, and in the forms that the kernels read.
struct Operands {
  int n = 0;
  Law law;
  const State* state = nullptr;
  cl::Buffer packed; ///< v1's: 6 N floats
  cl::Buffer slots;  ///< 2 N float4s, with masses
  cl::Buffer masses; ///< N floats
};

/// One step in time of n random bodies.
class Nbody : public harness::Problem {
 public:
  Nbody(int n, unsigned seed);

  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  /// For other layouts, for outputs without masses, and for errors of an acceleration of up to `more` of Pull::scale that are
  /// meant (Barnes-Hut); those conserve no momentum.
  common::Comparison check_as(Layout layout, bool masses, double more,
                              std::span<const std::byte> output) const;
  std::string place(std::size_t index) const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;
  /// Without buffers and state before upload().
  Operands operands() const;

 private:
  int n_;
  unsigned seed_;
  Law law_;
  State state_;
  std::vector<int>
      sample_; ///< bodies whose accelerations are compared: all of them, or some of very many
  std::vector<Pull> reference_;
  double largest_scale_ = 0.0;
  cl::Buffer packed_;
  cl::Buffer slots_;
  cl::Buffer masses_;
};

/// The ladder. The steps refer to `problem`, which must outlive them.
std::vector<harness::Step> steps_for(const Nbody& problem);

/// The chapter: its sizes, and how to make its problem.
harness::CaseStudy case_study();

} // namespace nbody
