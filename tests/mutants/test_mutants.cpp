// Breaking a kernel turns the tests red. Every kernel file of every ladder is broken in many ways,
// one at a time, in a directory of its own that comes first in OCL_KERNEL_PATH; the chapter's own
// check must notice. What a CPU does not show (a dropped barrier) Oclgrind must.

#include "common/kernel_io.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "harness/lab/cores.hpp"
#include "tests/support/mutants.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

using tests::contains;
using tests::Mutant;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

bool oclgrind_usable() {
#ifdef SANITIZED
  return false;
#else
  return harness::oclgrind_available();
#endif
}

// Red: the check says so with 1, or the kernel crashed the program.
bool is_red(const harness::ProcessResult& run) {
  return run.exit_code == 1 || run.exit_code > 128;
}

// PoCL's compiler is done in a third of the time. What is right and wrong stays the same: the kernels
// as they are have to pass with it.
const tests::Environment unoptimised{{"POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable"}};

struct Step {
  std::string id;
  std::string kernel;
};

struct Task {
  Step step;
  Mutant mutant;
  bool noticed = false;
};

harness::ProcessOptions with_kernels(const tests::TemporaryDirectory& kernels) {
  harness::ProcessOptions options;
  options.environment = unoptimised;
  options.environment.emplace_back("OCL_KERNEL_PATH", kernels.path.string());
  return options;
}

// At a tiny size, with all mutants at once, of which no two are of one kernel: PoCL needs half a second
// before it compiles the first kernel of a process. Where they crash the program nothing is known.
void notice_together(const std::string& chapter, const std::vector<Task*>& round) {
  const tests::TemporaryDirectory kernels;
  std::vector<std::string> steps;
  for (const Task* task : round) {
    kernels.write(task->step.kernel, task->mutant.source);
    steps.push_back(task->step.id);
  }
  const auto run = tests::run_lab(
      chapter, {"--check", "--size", "tiny", "--step", fmt::format("{}", fmt::join(steps, ","))},
      with_kernels(kernels));
  for (Task* task : round)
    task->noticed = run.exit_code == 1 && contains(run.output, "failed: " + task->step.id + " (");
}

// Alone: at a tiny size, there under Oclgrind, at the chapter's own awkward sizes, and with other problems.
bool is_noticed(const std::string& chapter, const Step& step, const Mutant& mutant) {
  const tests::TemporaryDirectory kernels;
  kernels.write(step.kernel, mutant.source);
  const auto run_with = [&](std::vector<std::string> arguments,
                            const harness::ProcessOptions& options) {
    arguments.insert(arguments.end(), {"--step", step.id});
    return tests::run_lab(chapter, arguments, options);
  };
  const auto run = [&](const std::vector<std::string>& arguments) {
    return is_red(run_with(arguments, with_kernels(kernels)));
  };
  if (run({"--check", "--size", "tiny"}) || run({"--oclgrind", "--size", "tiny"}))
    return true;
  // A variable that is not set: the compiler may put any number there, unless it leaves the variable in memory, where the
  // simulator watches it. (What else it says of such a program, its counts for instance, proves nothing.)
  harness::ProcessOptions in_memory = with_kernels(kernels);
  in_memory.environment.emplace_back("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable");
  if (contains(run_with({"--oclgrind", "--size", "tiny"}, in_memory).output, "Uninitialized value"))
    return true;
  if (run({"--check"}))
    return true;
  // What else the kernels are for: code that the chapter's first problem does not reach at a tiny size.
  const auto problems =
      tests::about_ladder(chapter).value("problems", std::vector<std::vector<std::string>>{});
  return std::any_of(problems.begin(), problems.end(), run);
}

std::vector<Step> steps_of(const std::string& chapter) {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "steps.json";
  REQUIRE(tests::run_lab(chapter, {"--list", "--json", file.string()}).exit_code == 0);
  std::vector<Step> steps;
  const auto document = tests::json_from(file);
  for (const auto& step : document.at("steps"))
    steps.push_back({step.at("id"), step.at("kernel")});
  const Json headers = tests::about_ladder(chapter).value("headers", Json::object());
  for (const auto& [header, step] : headers.items())
    steps.push_back({step, chapter + "/" + header});
  return steps;
}

// False for steps that need another device than this one; the others pass as long as they are not
// broken.
bool runs_here(const std::string& chapter, const Step& step) {
  harness::ProcessOptions options;
  options.environment = unoptimised;
  const auto run = tests::run_lab(chapter, {"--check", "--step", step.id}, options);
  CHECK((run.exit_code == 0 || run.exit_code == 77));
  return run.exit_code == 0;
}

// Mutants that are as right as the original: the ladder to which the kernel belongs says which, and why.
bool is_harmless(const Step& step, const Mutant& mutant) {
  const fs::path kernel(step.kernel); // 15_matmul/v12_one_barrier.cl
  const auto harmless =
      tests::about_ladder(kernel.parent_path().string()).value("harmless", Json::array());
  return std::any_of(harmless.begin(), harmless.end(), [&](const Json& entry) {
    const auto& kernels = entry.at("kernels");
    return contains(mutant.what, entry.at("mutant").get<std::string>()) &&
           std::any_of(kernels.begin(), kernels.end(), [&](const Json& beginning) {
             return kernel.filename().string().starts_with(beginning.get<std::string>());
           });
  });
}

void check_all_mutants(const std::string& chapter) {
  if (!oclgrind_usable())
    SKIP_TEST("only the simulator notices some of the broken kernels");
  std::vector<Task> tasks;
  std::set<std::string> seen;
  for (const Step& step : steps_of(chapter)) {
    if (!seen.insert(step.kernel).second || !runs_here(chapter, step))
      continue;
    CAPTURE(step.kernel);
    const auto mutants = tests::mutants_of(common::read_text(common::find_kernel(step.kernel)));
    // Fewer than these: the kernel is written in a way that the mutator does not understand.
    const std::string definitions = tests::about_ladder(chapter).value("definitions", "");
    if (definitions.empty() ||
        !contains(common::read_text(common::find_kernel(step.kernel)), definitions)) {
      CHECK(std::any_of(mutants.begin(), mutants.end(),
                        [](const Mutant& m) { return contains(m.what, "NaN stored"); }));
      CHECK(mutants.size() >= 2); // where loops and barriers are in a file of several steps
    }
    for (const Mutant& mutant : mutants)
      if (!is_harmless(step, mutant))
        tasks.push_back({step, mutant});
  }
  REQUIRE_FALSE(tasks.empty());

  // Round n has the mutant number n of each step.
  std::map<std::string, std::size_t> mutants_so_far;
  std::vector<std::vector<Task*>> rounds;
  for (Task& task : tasks) {
    const std::size_t round = mutants_so_far[task.step.id]++;
    rounds.resize(std::max(rounds.size(), round + 1));
    rounds[round].push_back(&task);
  }
  harness::on_threads(2, static_cast<int>(rounds.size()),
                      [&](int i) { notice_together(chapter, rounds[i]); });
  harness::on_threads(2, static_cast<int>(tasks.size()), [&](int i) {
    if (!tasks[i].noticed)
      tasks[i].noticed = is_noticed(chapter, tasks[i].step, tasks[i].mutant);
  });
  for (const Task& task : tasks)
    CHECK_MESSAGE(task.noticed, chapter << " does not notice that " << task.step.kernel
                                        << " is broken: " << task.mutant.what);
}

} // namespace

// CTest runs this once for each ladder ($LADDER), so that they run side by side.
TEST_CASE("mutants: every broken kernel of the ladder is noticed") {
  const char* ladder = std::getenv("LADDER");
  REQUIRE_MESSAGE(ladder != nullptr, "which one? LADDER=15_matmul");
  check_all_mutants(ladder);
}
