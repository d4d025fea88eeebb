#pragma once

#include "harness/lab/session.hpp"
#include "harness/ladder/ladder.hpp"

#include <span>
#include <vector>

/// A case study whose steps are wrong on purpose, each in one of the ways that the harness promises
/// to notice. The problem: out[i] = 3 in[i].
namespace planted {

class Triple : public harness::Problem {
 public:
  Triple(int count, unsigned seed);

  std::string size() const override { return std::to_string(count_); }
  /// With $PLANTED_COST so many times what it is: every step seems to do better than the device can.
  harness::Cost cost() const override;
  std::size_t output_bytes() const override { return sizeof(float) * in_.size(); }
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::vector<harness::Step> steps() const override;
  std::vector<harness::Peer> peers(const harness::Session& session) const override;

 protected:
  const cl::Buffer& in_on_device() const { return in_on_device_; }

 private:
  int count_;
  std::vector<float> in_;
  cl::Buffer in_on_device_;
  cl::Buffer never_written_;
};

/// Integers, where the poison -1 may be a right value: out[i] = i % 3 - 1. The one step leaves
/// every third element, whose value is -1, unwritten.
class Thirds : public harness::Problem {
 public:
  std::string size() const override { return std::to_string(count); }
  harness::Cost cost() const override { return {0.0, sizeof(int) * count}; }
  std::size_t output_bytes() const override { return sizeof(int) * count; }
  bool output_is_floating_point() const override { return false; }
  void upload(const harness::Session&) override {}
  common::Comparison check(std::span<const std::byte> output) const override;
  std::vector<harness::Step> steps() const override;

 private:
  static constexpr std::size_t count = 100;
};

harness::CaseStudy case_study();

} // namespace planted
