// A reader's own kernel in every ladder: a copy of a step's, in another directory, is right, and is what is built.

#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>

using tests::contains;
using Json = nlohmann::json;

namespace {

struct Ladder {
  std::string chapter;
  std::vector<std::string> options; ///< that choose it, where the chapter has several
};

std::vector<Ladder> ladders() {
  std::vector<Ladder> all;
  for (const std::string& chapter : tests::case_studies()) {
    all.push_back({chapter, {}});
    for (const Json& options : tests::about_ladder(chapter).value("others", Json::array()))
      all.push_back({chapter, options});
  }
  return all;
}

std::vector<Json> steps_of(const Ladder& ladder) {
  const tests::TemporaryDirectory directory;
  const auto file = directory.path / "steps.json";
  std::vector<std::string> arguments{"--list", "--json", file.string()};
  arguments.insert(arguments.end(), ladder.options.begin(), ladder.options.end());
  CHECK(tests::run_lab(ladder.chapter, arguments).exit_code == 0);
  return tests::json_from(file).at("steps").get<std::vector<Json>>();
}

std::string source_of(const Json& step) {
  return common::read_text(common::find_kernel(step.at("kernel").get<std::string>()));
}

// False: this device cannot run the step.
bool check_step(const Ladder& ladder, const Json& step) {
  CAPTURE(ladder.chapter);
  CAPTURE(step.at("id").get<std::string>());
  const tests::TemporaryDirectory directory;
  const auto run = [&](const std::string& source) {
    directory.write("two blanks/my own.cl", source);
    std::vector<std::string> arguments{"--kernel", "my own.cl", "--step", step.at("id"),
                                       "--check",  "--size",    "tiny"};
    arguments.insert(arguments.end(), ladder.options.begin(), ladder.options.end());
    harness::ProcessOptions options;
    options.directory = directory.path / "two blanks";
    return tests::run_lab(ladder.chapter, arguments, options);
  };
  const auto right = run(source_of(step));
  CAPTURE(right.output);
  if (right.exit_code == 77)
    return false;
  CHECK(right.exit_code == 0);
  CHECK(contains(right.output, "verified: mine\n"));
  const auto broken = run("#error this is mine\n" + source_of(step));
  CAPTURE(broken.output);
  CHECK(broken.exit_code == 1);
  CHECK(contains(broken.output, "my own.cl:1"));
  return true;
}

} // namespace

TEST_CASE("cli: --kernel in every ladder with what the step's kernel includes" * tests::covered) {
  for (const Ladder& ladder : ladders()) {
    std::vector<Json> steps = steps_of(ladder);
    std::stable_partition(steps.begin(), steps.end(), [](const Json& step) {
      return contains(source_of(step), "#include \"");
    });
    bool any_run = false;
    for (std::size_t i = 0; i < steps.size() && !any_run; ++i)
      any_run = check_step(ladder, steps[i]);
    CHECK(any_run);
  }
}

TEST_CASE("cli: --kernel in the place of every step of every ladder" * tests::long_tier) {
  for (const Ladder& ladder : ladders())
    for (const Json& step : steps_of(ladder))
      check_step(ladder, step);
}
