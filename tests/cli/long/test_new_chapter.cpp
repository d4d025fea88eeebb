// A new chapter is its folders and one line: four tiny files in a copy of the project, an entry in chapters.json, and it is
// found by the build, the list, the tour, the tests, the coverage map, the book, the editor's settings and the README.

#include "common/files.hpp"
#include "harness/system/text.hpp"
#include "tests/support/support.hpp"

using tests::contains;
namespace fs = std::filesystem;

namespace {

const std::string stem = "99_four_files";

const char* const lesson = R"(# 99 · Four files

What is twice a number?
)";

const char* const program = R"(// Chapter 99: twice a number.
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** words) {
    CLI::App app{"Twice a number."};
    common::ProgramOptions options;
    common::add_program_options(app, options);
    std::string output;
    app.add_option("--output", output);
    common::parse(app, count, words);
    const cl::Device device = common::pick_device(options.device);
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    cl::Kernel kernel(common::build_kernel_file(context, device, "99_four_files/twice.cl", "-DFACTOR=2"), "twice");
    const cl::Buffer number(context, CL_MEM_READ_WRITE, sizeof(cl_int));
    cl_int value = 21;
    queue.enqueueFillBuffer(number, value, 0, sizeof value);
    kernel.setArg(0, number);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, 1);
    queue.enqueueReadBuffer(number, CL_TRUE, 0, sizeof value, &value);
    if (value != 42)
      return common::exit_failed;
    fmt::print("verified: twice 21 is {}\n", value);
    return common::exit_passed;
  });
}
)";

const char* const laboratory = R"(// Chapter 99's laboratory: one question.
#include "harness/lab/lab.hpp"

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {"99_four_files", "Twice a number.",
       {{"answer", "What is the answer?", [](const harness::Lab&) { return nlohmann::json(42); }}},
       {}});
}
)";

const char* const kernel = R"(// Multiplies one number. One work-item: a load and a store.
// build: -DFACTOR=2
kernel void twice(global int* number) {
  *number *= FACTOR;
}
)";

/// The project as git would track it, in another place.
struct Copy {
  tests::TemporaryDirectory directory;
  fs::path root = directory.path / "project";
  fs::path bin = root / "build/default/bin";

  Copy() {
    const fs::path from = tests::source_root();
    const auto git =
        harness::run_process({"git", "-C", from.string(), "-c", "core.quotePath=off", "ls-files",
                              "--cached", "--others", "--exclude-standard"});
    if (git.exit_code != 0)
      return;
    for (const std::string& file : harness::lines_of(git.output))
      if (fs::exists(from / file)) {
        fs::create_directories((root / file).parent_path());
        fs::copy_file(from / file, root / file);
      }
  }
  std::string read(const std::string& file) const { return common::read_text(root / file); }
  void add(const std::string& file, const std::string& text) const {
    fs::create_directories((root / file).parent_path());
    common::write_text(root / file, text);
  }
  /// What a command in it prints. Fails the test case where it fails, unless it `may_fail`.
  std::string run(const std::vector<std::string>& command, bool may_fail = false) const {
    harness::ProcessOptions options;
    options.directory = root;
    options.timeout_seconds = 1200;
    const harness::ProcessResult result = harness::run_process(command, options);
    CAPTURE(command.back());
    CAPTURE(result.output);
    REQUIRE((may_fail || result.exit_code == 0));
    return result.output;
  }
  std::string learn(std::vector<std::string> words, bool may_fail = false) const {
    words.insert(words.begin(), (bin / "learn-tool").string());
    return run(words, may_fail);
  }
};

} // namespace

TEST_CASE("a new chapter is four files and one line in chapters.json") {
  const Copy copy;
  if (!fs::exists(copy.root))
    SKIP_TEST("the project is no clone of git here");
  copy.add("chapters/" + stem + "/README.md", lesson);
  copy.add("chapters/" + stem + "/main.cpp", program);
  copy.add("chapters/" + stem + "/lab/main.cpp", laboratory);
  copy.add("kernels/" + stem + "/twice.cl", kernel);
  nlohmann::json parts = nlohmann::json::parse(copy.read("chapters/chapters.json"));
  parts.back()["chapters"].push_back({{"stem", stem},
                                      {"title", "Four files"},
                                      {"topic", "a number, doubled"},
                                      {"lab", "one question"}});
  copy.add("chapters/chapters.json", parts.dump(2));

  // The build finds program and laboratory.
  copy.run({"cmake", "--preset", "default"});
  copy.run({"cmake", "--build", "build/default", "--target", stem, stem + "_lab", "learn-tool",
            "check_text"});
  CHECK(contains(copy.run({(copy.bin / (stem + "_lab")).string(), "--quick"}),
                 "What is the answer?"));

  // The list and the tour: only this chapter has been built here.
  CHECK(contains(copy.learn({"list"}), "Four files"));
  const fs::path table = copy.directory.path / "tour.json";
  copy.learn({"tour", "--json", table.string()});
  const auto visited = tests::json_from(table).at("chapters");
  REQUIRE(visited.size() == 1);
  CHECK(visited[0].at("chapter") == stem);
  CHECK(visited[0].at("status") == "verified");

  // The tests.
  const std::string tests = copy.run({"ctest", "--test-dir", "build/default", "-N"});
  CHECK(contains(tests, "short: " + stem));
  CHECK(contains(tests, "text: " + stem));

  // The coverage map.
  bool shows = false;
  const auto map = nlohmann::json::parse(copy.learn({"coverage", "--json"}));
  for (const auto& function : map.at("functions"))
    if (function.at("function") == "clEnqueueFillBuffer")
      for (const auto& use : function.at("uses"))
        shows = shows || use.at("lesson") == stem;
  CHECK(shows);

  // README.md and the editor's settings, which ./learn fix writes.
  const std::string row =
      "| 99 | [Four files](chapters/" + stem + "/README.md) | a number, doubled | one question |";
  CHECK_FALSE(contains(copy.read("README.md"), row));
  copy.learn({"fix", "--no-run"},
             true); // the lesson lacks what lessons have, and the checker says so
  CHECK(contains(copy.read("README.md"), row));
  CHECK(contains(copy.read(".clangd"), "PathMatch: kernels/" + stem +
                                           "/twice\\.cl\nCompileFlags:\n  Add: [\"-DFACTOR=2\"]"));

  // The contents of the book.
  if (harness::find_program("node").empty())
    return;
  const std::string contents =
      copy.run({"node", "--input-type=module", "-e",
                "import { chapters, route } from './book/tools/site.mjs'\n"
                "for (const { stem, title } of chapters()) console.log(title, "
                "route(`chapters/${stem}/README.md`))"});
  CHECK(contains(contents, "Four files /chapters/" + stem + "/"));
}
