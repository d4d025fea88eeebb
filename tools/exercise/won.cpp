#include "tools/exercise/won.hpp"

#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace exercise {
namespace {

// What `costs` says of the same thing as `cost`.
std::string same_in(const std::vector<Cost>& costs, const Cost& cost) {
  const auto found = std::find_if(costs.begin(), costs.end(), [&](const Cost& other) {
    return other.kernel == cost.kernel && other.what == cost.what;
  });
  return found == costs.end() ? "" : std::to_string(found->count);
}

std::string time_text(const Verdict& verdict) {
  return verdict.kernel_milliseconds > 0.0 ? harness::duration_text(verdict.kernel_milliseconds)
                                           : "";
}

} // namespace

Won what_was_won(const JudgeOptions& judging, const Exercise& exercise, const fs::path& file,
                 const Verdict& mine) {
  Won won;
  const bool faster = exercise.kind == Kind::faster;
  // A program in C++ would have to be compiled twice for that.
  if (exercise.is_host() || (mine.costs.empty() && !faster))
    return won;
  JudgeOptions again = judging;
  again.reasons = false;
  again.timed = faster;
  const Verdict ours = judge(again, exercise, judging.places.solution(exercise));
  const Verdict starter =
      faster ? judge(again, exercise, judging.places.starter(exercise)) : Verdict();
  again.simulator = false; // that has been counted
  const Verdict timed = faster ? judge(again, exercise, file) : Verdict();
  if (judging.give_up && judging.give_up())
    return won;
  const bool several = std::any_of(mine.costs.begin(), mine.costs.end(), [&](const Cost& cost) {
    return cost.kernel != mine.costs.front().kernel;
  });
  for (const Cost& cost : mine.costs) {
    std::string what = cost.what;
    if (const std::size_t number = what.find("{} "); number != std::string::npos)
      what.erase(number, 3);
    won.rows.push_back({several ? cost.kernel + ' ' + what : what, same_in(starter.costs, cost),
                        std::to_string(cost.count), std::to_string(cost.allowed),
                        same_in(ours.costs, cost)});
  }
  if (timed.kernel_milliseconds > 0.0)
    won.rows.push_back(
        {"device time, large data", time_text(starter), time_text(timed), "", time_text(ours)});
  if (timed.kernel_milliseconds > 0.0 && ours.kernel_milliseconds >= starter.kernel_milliseconds)
    won.remark =
        "On this device our solution is not faster than the starter either. The budget counts.";
  return won;
}

} // namespace exercise
