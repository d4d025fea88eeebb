#pragma once

#include "harness/ladder/ladder.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

// What is tested of every ladder (tests/ladder_suite.cpp). The tests of a chapter with a ladder say which problems it is tried
// with, and beyond that hold what only this chapter can know.

namespace tests {

/// One problem of a case study.
struct Ladder {
  using Maker = std::function<std::unique_ptr<harness::Problem>()>;

  std::string name;
  Maker
      awkward; ///< a size at which tiles are left over in each direction, and work-groups are cut off
  std::vector<Maker>
      usual; ///< sizes that are measured: the presets, which are compared, may depend on them
  /// Ids of steps that every device runs at the awkward size.
  std::vector<std::string> always{"v1"};
  /// What every preset of every step is tried with; that takes minutes, so in chapters 15 and 16 only.
  std::vector<Maker> for_presets = {};
};

/// Every chapter with a ladder defines it.
std::vector<Ladder> ladders();

/// For `awkward` and `usual`: makes a problem of this type.
template <typename Problem, typename... Arguments>
Ladder::Maker making(Arguments... arguments) {
  return [=] { return std::make_unique<Problem>(arguments...); };
}

} // namespace tests
