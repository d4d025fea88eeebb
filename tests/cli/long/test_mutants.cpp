// Breaking a kernel turns the tests red. Every kernel file of every ladder is broken in many ways,
// one at a time, in a directory of its own that comes first in OCL_KERNEL_PATH; the chapter's own
// check must notice. What a CPU does not show (a dropped barrier) Oclgrind must.

#include "common/kernel_io.hpp"
#include "harness/inspect/oclgrind.hpp"
#include "tests/support/mutants.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

using tests::contains;
using tests::Mutant;

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
  const auto run = tests::run_lab(chapter,
                                  {"--check", "--size", tests::tiny_size(chapter), "--step",
                                   fmt::format("{}", fmt::join(steps, ","))},
                                  with_kernels(kernels));
  for (Task* task : round)
    task->noticed = run.exit_code == 1 && contains(run.output, "failed: " + task->step.id + " (");
}

// What else a chapter's kernels are for: code that its first problem does not reach at a tiny size.
const std::map<std::string, std::vector<std::vector<std::string>>> other_problems{
    {"18_separable_convolution",
     {{"--check", "--radius", "16", "--size", "300x9"}}}, // the whole halo
    {"19_geometric_transforms",
     {{"--check", "--size", "33x17", "--transform", "perspective"},
      {"--check", "--size", "33x17", "--filter", "cubic"},
      {"--check", "--size", "33x17", "--filter", "nearest"},
      {"--check", "--size", "33x17", "--filter", "area"},
      {"--check", "--size", "33x17", "--channels", "4"},
      {"--check", "--size", "33x17", "--filter", "spline"}}},
    // a group too small for its tile
    {"20_image_filters", {{"--check", "--size", "33x17", "--set", "LX=1,LY=2"}}},
    {"21_reduction_and_scan",
     {{"--check", "--size", "300", "--operation", "argmax"},
      {"--check", "--size", "300", "--operation", "max", "--type", "int"},
      {"--check", "--size", "300", "--operation", "min", "--type", "int"}}},
    // every value occurs
    {"22_histogram",
     {{"--check", "--size", "129x130", "--data", "random"}, {"--oclgrind", "--size", "97x70"}}},
    // more than one tile; a filter smaller than a group
    {"23_fourier", {{"--oclgrind", "--size", "300"}, {"--oclgrind", "--size", "1"}}},
    // more tiles than one for each of the groups that share a sum
    {"24_nbody", {{"--oclgrind", "--size", "67", "--set", "GROUP=32,SPLIT=2"}}}};

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
  const std::string tiny = tests::tiny_size(chapter);
  if (run({"--check", "--size", tiny}) || run({"--oclgrind", "--size", tiny}))
    return true;
  // A variable that is not set: the compiler may put any number there, unless it leaves the variable in memory, where the
  // simulator watches it. (What else it says of such a program, its counts for instance, proves nothing.)
  harness::ProcessOptions in_memory = with_kernels(kernels);
  in_memory.environment.emplace_back("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable");
  if (contains(run_with({"--oclgrind", "--size", tiny}, in_memory).output, "Uninitialized value"))
    return true;
  if (run({"--check"}))
    return true;
  const auto others = other_problems.find(chapter);
  return others != other_problems.end() &&
         std::any_of(others->second.begin(), others->second.end(), run);
}

std::vector<Step> steps_of(const std::string& chapter) {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "steps.json";
  REQUIRE(tests::run_lab(chapter, {"--list", "--json", file.string()}).exit_code == 0);
  std::vector<Step> steps;
  const auto document = tests::json_from(file);
  for (const auto& step : document.at("steps"))
    steps.push_back({step.at("id"), step.at("kernel")});
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

// Mutants that are as right as the original, and why.
bool is_harmless(const Step& step, const Mutant& mutant) {
  const auto is_one_of = [&](const std::vector<std::string>& kernels) {
    return std::any_of(kernels.begin(), kernels.end(),
                       [&](const std::string& kernel) { return contains(step.kernel, kernel); });
  };
  // They fetch a tile beyond the end of K, which reads as zeros, and never use it.
  if (is_one_of({"15_matmul/v12_", "15_matmul/v13_", "15_matmul/v14_"}) &&
      contains(mutant.what, "'if (k0 + BK < K' -> 'if (k0 + BK <= K'"))
    return true;
  // Padding behind the bodies: a leaf of it has no body, and its reaction is 0.
  if (is_one_of({"24_nbody/v17_", "24_nbody/b3_"}) && contains(mutant.what, "guard one wide"))
    return true;
  // In its first round each work-item meets the body that it fetched itself, and a barrier follows.
  if (is_one_of({"24_nbody/v17_"}) && contains(mutant.what, "line 76: barrier dropped"))
    return true;
  // The last round would have nothing to combine: the stride before was half a group.
  if (is_one_of({"21_reduction_and_scan/v2_"}) &&
      contains(mutant.what, "'for (uint stride = 1; stride < GROUP;'"))
    return true;
  // 0.25 becomes 0 in an integer.
  if (is_one_of({"21_reduction_and_scan/v9_"}) && contains(mutant.what, "' 0' -> ' 0.25f'"))
    return true;
  // A block that begins where the row ends has no float to write, and writes none.
  if (is_one_of({"16_convolution/v11_", "16_convolution/v12_", "16_convolution/v13_",
                 "16_convolution/v14_", "16_convolution/v15_", "16_convolution/v16_",
                 "16_convolution/v17_", "16_convolution/c1_", "16_convolution/c2_",
                 "18_separable_convolution/c1_"}) &&
      contains(mutant.what, "'if (out_x >= out_width' -> 'if (out_x > out_width'"))
    return true;
  if (is_one_of({"18_separable_convolution/v9_", "18_separable_convolution/v10_"}) &&
      contains(mutant.what, "guard one wide"))
    return true; // the same; v10's rows end in padding
  // A rectangle that begins where the picture ends has a sum of 0; four outputs that begin there are none.
  if ((is_one_of({"19_geometric_transforms/a3_"}) && contains(mutant.what, "'if (left < width'")) ||
      (is_one_of({"19_geometric_transforms/i3_", "19_geometric_transforms/v6_"}) &&
       contains(mutant.what, "'if (x >= out_width'")))
    return true;
  // The first power of two that is not less than a power of two is not less than one less.
  if (is_one_of({"19_geometric_transforms/i5_"}) && contains(mutant.what, "1 << bit < LX"))
    return true;
  // An output more through the sampler: it has the same value on both ways.
  if (is_one_of({"19_geometric_transforms/i6_"}) && contains(mutant.what, "'if (k < SAMPLED'"))
    return true;
  // The upper half of a convolution is not asked for.
  if (is_one_of({"23_fourier/m4_"}) && contains(mutant.what, "line 72: loop one short"))
    return true;
  // The same as i3's: a block of 16 pixels.
  if (is_one_of({"20_image_filters/c1_"}) && contains(mutant.what, "guard one wide"))
    return true;
  // The window is rounded up to whole float4s: with a filter of 7 columns its last float is unused.
  return is_one_of({"16_convolution/v12_", "16_convolution/v13_", "16_convolution/v14_",
                    "16_convolution/v16_", "18_separable_convolution/v10_"}) &&
         contains(mutant.what,
                  "'for (int k = 0; k < WINDOW;' -> 'for (int k = 0; k < WINDOW - 1;'");
}

// work(0), ... work(count - 1) on two threads.
void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++)
      work(i);
  };
  std::thread helper(take);
  take();
  helper.join();
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
    // Fewer than these: the kernel is written in a way that the mutator does not understand. Many files of chapter 23 have
    // little but definitions, and include the kernel.
    const bool includes_kernel =
        chapter == "23_fourier" &&
        contains(common::read_text(common::find_kernel(step.kernel)), "#include \"line.clh\"");
    if (!includes_kernel) {
      CHECK(std::any_of(mutants.begin(), mutants.end(),
                        [](const Mutant& m) { return contains(m.what, "NaN stored"); }));
      CHECK(mutants.size() >= 2); // where loops and barriers are in a file of several steps
    }
    for (const Mutant& mutant : mutants)
      if (!is_harmless(step, mutant))
        tasks.push_back({step, mutant});
  }
  REQUIRE_FALSE(tasks.empty());

  // Round n has the mutant number n of each kernel.
  std::map<std::string, std::size_t> mutants_so_far;
  std::vector<std::vector<Task*>> rounds;
  for (Task& task : tasks) {
    const std::size_t round = mutants_so_far[task.step.kernel]++;
    rounds.resize(std::max(rounds.size(), round + 1));
    rounds[round].push_back(&task);
  }
  side_by_side(rounds.size(), [&](std::size_t i) { notice_together(chapter, rounds[i]); });
  side_by_side(tasks.size(), [&](std::size_t i) {
    if (!tasks[i].noticed)
      tasks[i].noticed = is_noticed(chapter, tasks[i].step, tasks[i].mutant);
  });
  for (const Task& task : tasks)
    CHECK_MESSAGE(task.noticed, chapter << " does not notice that " << task.step.kernel
                                        << " is broken: " << task.mutant.what);
}

} // namespace

TEST_CASE("mutants: what the mutator makes of a kernel") {
  const auto mutants =
      tests::mutants_of("// sum[row * N + col] barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "#define CELL(row) [row * N + col]\n"
                        "__kernel void k(__global const float* A, __global float* C,\n"
                        "                int N) {\n"
                        "  if (row >= N)\n"
                        "    return;\n"
                        "  for (int k = 0; k < N; ++k)\n"
                        "    sum += A[row * N + k];\n"
                        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "  C[row * N + col] = sum;\n"
                        "}\n");
  std::map<std::string, int> kinds;
  for (const Mutant& mutant : mutants)
    ++kinds[mutant.what.substr(mutant.what.find(": ") + 2)];
  const std::map<std::string, int> want{
      {"row and column swapped: '[row * N + k]' -> '[k * N + row]'", 1},
      {"row and column swapped: '[row * N + col]' -> '[col * N + row]'", 1},
      {"barrier dropped: 'barrier(CLK_LOCAL_MEM_FENCE);' -> ';'", 1},
      {"NaN stored: ' sum' -> ' NAN'", 1},
      {"constant stored: ' sum' -> ' 0.25f'", 1},
      {"loop one short: 'for (int k = 0; k < N;' -> 'for (int k = 0; k < N - 1;'", 1},
      {"guard one wide: 'if (row >= N' -> 'if (row > N'", 1}};
  CHECK(kinds == want);
  CHECK(contains(mutants.front().what, "line 8: "));
}

TEST_CASE("mutants: stores through a function, and conditions with &&") {
  const auto mutants = tests::mutants_of("kernel void k(global float* restrict out, int n) {\n"
                                         "  if (x < n && y < n)\n"
                                         "    write_float4(out + i, n, i, sum[j]);\n"
                                         "}\n");
  const auto has = [&](const std::string& source) {
    return std::any_of(mutants.begin(), mutants.end(),
                       [&](const Mutant& m) { return contains(m.source, source); });
  };
  CHECK(has("write_float4(out + i, n, i, NAN);"));
  CHECK(has("write_float4(out + i, n, i, 0.25f);"));
  CHECK(has("if (x <= n && y < n)"));
}

// One test case for each ladder, so that they run side by side.
TEST_CASE("mutants: every broken kernel of 15_matmul is noticed") {
  check_all_mutants("15_matmul");
}

TEST_CASE("mutants: every broken kernel of 16_convolution is noticed") {
  check_all_mutants("16_convolution");
}

TEST_CASE("mutants: every broken kernel of 17_images_and_samplers is noticed") {
  check_all_mutants("17_images_and_samplers");
}

TEST_CASE("mutants: every broken kernel of 18_separable_convolution is noticed") {
  check_all_mutants("18_separable_convolution");
}

TEST_CASE("mutants: every broken kernel of 19_geometric_transforms is noticed") {
  check_all_mutants("19_geometric_transforms");
}

TEST_CASE("mutants: every broken kernel of 20_image_filters is noticed") {
  check_all_mutants("20_image_filters");
}

TEST_CASE("mutants: every broken kernel of 21_reduction_and_scan is noticed") {
  check_all_mutants("21_reduction_and_scan");
}

TEST_CASE("mutants: every broken kernel of 22_histogram is noticed") {
  check_all_mutants("22_histogram");
}

TEST_CASE("mutants: every broken kernel of 23_fourier is noticed") {
  check_all_mutants("23_fourier");
}

TEST_CASE("mutants: every broken kernel of 24_nbody is noticed") {
  check_all_mutants("24_nbody");
}

TEST_CASE("mutants: no ladder is left out") {
  const std::string here =
      common::read_text(tests::source_root() + "/tests/cli/long/test_mutants.cpp");
  for (const std::string& chapter : tests::case_studies())
    CHECK_MESSAGE(contains(here, "  check_all_mutants(\"" + chapter + "\");"),
                  chapter << " has no test case of its own in this file");
}
