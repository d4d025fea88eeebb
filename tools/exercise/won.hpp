// What the learner sees after a pass: what it has brought, beside the starter and our solution.
#pragma once

#include "tools/exercise/judge.hpp"

#include <string>
#include <vector>

namespace exercise {

struct Won {
  struct Row {
    std::string what;                        ///< "reads values"
    std::string starter, mine, budget, ours; ///< empty: nothing to say
  };
  std::vector<Row> rows;
  std::string remark; ///< a sentence about them, or nothing
};

/// Judges our solution, and where the exercise is about speed the starter, too, as the learner's `file` was, whose
/// verdict is `mine`. Takes as long as these checks; what `judging.give_up` ends is empty.
Won what_was_won(const JudgeOptions& judging, const Exercise& exercise, const fs::path& file,
                 const Verdict& mine);

} // namespace exercise
