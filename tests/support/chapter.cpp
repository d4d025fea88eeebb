#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"

namespace tests {
namespace {

// Does the text contain `words`, where "a|b" means a or b?
bool says(const std::string& text, const std::string& words) {
  const std::size_t bar = words.find('|');
  return contains(text, words.substr(0, bar)) ||
         (bar != std::string::npos && says(text, words.substr(bar + 1)));
}

} // namespace

const std::vector<Environment> any_group_size{{}, {{"POCL_MAX_WORK_GROUP_SIZE", "1"}}};

bool on_pocl() {
  const cl::Platform platform(common::pick_device().getInfo<CL_DEVICE_PLATFORM>());
  return contains(platform.getInfo<CL_PLATFORM_NAME>(), "Portable Computing Language");
}

Lab::Lab(std::string chapter)
    : name(std::move(chapter)), kernels(fs::path(SOURCE_ROOT) / "kernels" / name) {}

harness::ProcessResult Lab::run(const Words& arguments, const Environment& environment) const {
  harness::ProcessOptions options;
  options.environment = environment;
  return run_lab(name, arguments, options);
}

fs::path Lab::original(const std::string& file) const {
  return fs::exists(kernels / file) ? kernels / file : kernels.parent_path() / file;
}

Json Lab::results(Words arguments, const Environment& environment) const {
  const TemporaryDirectory directory;
  const fs::path file = directory.path / "result.json";
  arguments.insert(arguments.end(), {"--json", file.string()});
  const auto result = run(arguments, environment);
  INFO(result.output);
  REQUIRE(result.exit_code == 0);
  Json document = json_from(file);
  CHECK(document.at("chapter") == name);
  CHECK(document.at("device").contains("driver"));
  CHECK(document.at("date").get<std::string>().size() == 10);
  CHECK(contains(document.at("command").get<std::string>(), name));
  return document;
}

Json Lab::experiment(const std::string& only, const Environment& environment) const {
  return results({"--quick", "--only", only}, environment).at(only);
}

Json Lab::full_experiment(const std::string& only, const Environment& environment) const {
  return results({"--only", only}, environment).at(only);
}

void Lab::passes(const Words& says) const {
  for (const Environment& environment : any_group_size) {
    const auto result = run({"--quick"}, environment);
    INFO(result.output);
    CHECK(result.exit_code == 0);
    for (const std::string& words : says) {
      CAPTURE(words);
      CHECK(contains(result.output, words));
    }
  }
}

std::string Lab::changed_kernel(const std::string& file, const std::string& from,
                                const std::string& to) const {
  std::string source = common::read_text(original(file));
  const std::size_t at = source.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "no '" << from << "' in " << file);
  return source.replace(at, from.size(), to);
}

harness::ProcessResult Lab::run_changed(const std::string& file, const std::string& from,
                                        const std::string& to, const Words& arguments) const {
  const TemporaryDirectory directory; // all other files are found where they are
  directory.write(fs::relative(original(file), kernels.parent_path()),
                  changed_kernel(file, from, to));
  return run(arguments, {{"OCL_KERNEL_PATH", directory.path.string()}});
}

void Lab::notices(const std::vector<WrongKernel>& wrong) const {
  for (const WrongKernel& each : wrong) {
    const auto result =
        run_changed(each.file, each.from, each.to, {"--quick", "--only", each.only});
    INFO(each.file, ": ", each.to, "\n", result.output);
    CHECK(result.exit_code == 1);
    CHECK(says(result.output, each.says));
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
    CHECK(says(result.output, mistake.says));
    CHECK(contains(result.output, "What to learn: "));
  }
}

} // namespace tests
