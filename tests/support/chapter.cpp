#include "tests/support/chapter.hpp"

#include "tests/support/short_run.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace tests {
namespace {

// Does the text contain `words`, where "a|b" means a or b?
bool says(const std::string& text, const std::string& words) {
  const std::size_t bar = words.find('|');
  return contains(text, words.substr(0, bar)) ||
         (bar != std::string::npos && says(text, words.substr(bar + 1)));
}

const fs::path kernels_directory = fs::path(tests::source_root()) / "kernels";

fs::path original_kernel(const std::string& chapter, const std::string& file) {
  const fs::path own = kernels_directory / chapter / file;
  return fs::exists(own) ? own : kernels_directory / file;
}

std::string changed(const fs::path& file, const std::string& from, const std::string& to) {
  std::string source = common::read_text(file);
  const std::size_t at = source.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "no '" << from << "' in " << file);
  return source.replace(at, from.size(), to);
}

// Runs `program` with a kernel in which the first `from` is `to`; all others are found where they are.
harness::ProcessResult run_with_kernel(const std::string& program, const std::string& chapter,
                                       const std::string& file, const std::string& from,
                                       const std::string& to, const Words& arguments) {
  const fs::path original = original_kernel(chapter, file);
  const TemporaryDirectory directory;
  directory.write(fs::relative(original, kernels_directory), changed(original, from, to));
  harness::ProcessOptions options;
  options.environment = {{"OCL_KERNEL_PATH", directory.path.string()}};
  options.directory = directory.path; // a picture that it writes by default is thrown away
  return run_program(program, arguments, options);
}

} // namespace

const std::vector<Environment> any_group_size{{}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}}};

bool on_pocl() {
  const cl::Platform platform(common::pick_device().getInfo<CL_DEVICE_PLATFORM>());
  return contains(platform.getInfo<CL_PLATFORM_NAME>(), "Portable Computing Language");
}

Program::Program(std::string chapter) : name(std::move(chapter)) {}

harness::ProcessResult Program::run(const Words& arguments, const Environment& environment) const {
  const TemporaryDirectory directory; // where the picture goes that nobody asks for
  harness::ProcessOptions options;
  options.environment = environment;
  options.directory = directory.path;
  return run_program(name, arguments, options);
}

common::Image Program::picture(Words arguments, const Words& says,
                               const Environment& environment) const {
  const TemporaryDirectory directory;
  const fs::path file = directory.path / "picture.png";
  arguments.insert(arguments.end(), {"--output", file.string()});
  const auto result = run(arguments, environment);
  INFO(result.output);
  REQUIRE(result.exit_code == 0);
  for (const std::string& words : says) {
    CAPTURE(words);
    CHECK(contains(result.output, words));
  }
  CHECK(directory.files() == std::vector<std::string>{"picture.png"});
  return common::load_image(file);
}

void Program::refuses(const std::vector<Refusal>& refusals) const {
  for (const Refusal& each : refusals) {
    const TemporaryDirectory directory;
    harness::ProcessOptions options;
    options.directory = directory.path;
    const auto result = run_program(name, each.arguments, options);
    INFO(fmt::format("{} {}\n{}", name, fmt::join(each.arguments, " "), result.output));
    CHECK(result.exit_code == each.code);
    CHECK(contains(result.output, each.says));
    CHECK(result.output.starts_with("error: "));
    // What comes behind the sentence for a value that an option does not take.
    const bool names_help = result.output.ends_with("\nRun with --help for more information.\n");
    CHECK(std::count(result.output.begin(), result.output.end(), '\n') == (names_help ? 2 : 1));
    CHECK(directory.files().empty());
  }
}

void Program::notices(const std::vector<WrongKernel>& wrong) const {
  for (const WrongKernel& each : wrong) {
    const auto result = run_with_kernel(name, name, each.file, each.from, each.to, {"--quick"});
    INFO(each.file, ": ", each.to, "\n", result.output);
    CHECK(result.exit_code == 1);
    CHECK(tests::says(result.output, each.says));
  }
}

Lab::Lab(std::string chapter) : name(std::move(chapter)), kernels(kernels_directory / name) {}

harness::ProcessResult Lab::run(const Words& arguments, const Environment& environment) const {
  harness::ProcessOptions options;
  options.environment = environment;
  return run_lab(name, arguments, options);
}

namespace {

// Which short run was made in this environment, if one was.
std::optional<Groups> groups_in(const Environment& environment) {
  if (environment == any_group_size.front())
    return Groups::of_any_size;
  if (environment == any_group_size.back())
    return Groups::of_one;
  return std::nullopt;
}

} // namespace

Json Lab::results(Words arguments, const Environment& environment) const {
  Json document;
  if (const auto groups = groups_in(environment); groups && arguments == Words{"--quick"}) {
    document = json_from(short_run(name + "_lab", *groups).directory / "out.json");
  } else {
    const TemporaryDirectory directory;
    const fs::path file = directory.path / "result.json";
    arguments.insert(arguments.end(), {"--json", file.string()});
    const auto result = run(arguments, environment);
    INFO(result.output);
    REQUIRE(result.exit_code == 0);
    document = json_from(file);
  }
  CHECK(document.at("chapter") == name);
  CHECK(document.at("device").contains("driver"));
  CHECK(document.at("date").get<std::string>().size() == 10);
  CHECK(contains(document.at("command").get<std::string>(), name));
  return document;
}

Json Lab::experiment(const std::string& only, const Environment& environment) const {
  if (groups_in(environment)) {
    const Json document = results({"--quick"}, environment);
    if (document.contains(only)) // some experiments are no part of a run of all
      return document.at(only);
  }
  return results({"--quick", "--only", only}, environment).at(only);
}

Json Lab::full_experiment(const std::string& only, const Environment& environment) const {
  return results({"--only", only}, environment).at(only);
}

void Lab::says(const Words& words) const {
  for (const Groups groups : {Groups::of_any_size, Groups::of_one}) {
    const std::string output = short_run(name + "_lab", groups).output;
    CAPTURE(output);
    for (const std::string& each : words) {
      CAPTURE(each);
      CHECK(contains(output, each));
    }
  }
}

std::string Lab::changed_kernel(const std::string& file, const std::string& from,
                                const std::string& to) const {
  return changed(original_kernel(name, file), from, to);
}

harness::ProcessResult Lab::run_changed(const std::string& file, const std::string& from,
                                        const std::string& to, const Words& arguments) const {
  return run_with_kernel(name + "_lab", name, file, from, to, arguments);
}

void Lab::notices(const std::vector<WrongKernel>& wrong) const {
  for (const WrongKernel& each : wrong) {
    const auto result =
        run_changed(each.file, each.from, each.to, {"--quick", "--only", each.only});
    INFO(each.file, ": ", each.to, "\n", result.output);
    CHECK(result.exit_code == 1);
    CHECK(tests::says(result.output, each.says));
  }
}

void Lab::shows(const std::vector<Mistake>& mistakes, const Words& options,
                const Environment& environment) const {
  for (const Mistake& mistake : mistakes) {
    Words arguments{"--demo", mistake.name};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = run(arguments, environment);
    INFO(mistake.name, "\n", result.output);
    CHECK(contains(result.output, "The mistake: "));
    const bool must =
        mistake.where == Shows::everywhere || (mistake.where == Shows::on_pocl && on_pocl());
    if (result.exit_code == 77 && !must) {
      CHECK(contains(result.output, "skipped: "));
      continue;
    }
    CHECK(result.exit_code == 0);
    CHECK(tests::says(result.output, mistake.says));
    CHECK(contains(result.output, "What to learn: "));
  }
}

} // namespace tests
