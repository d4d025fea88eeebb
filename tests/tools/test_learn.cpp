// learn-tool: the contract of each command, most of it with stand-ins for the chapters' programs, so
// that what they are asked and what they answer is known.

#include "tests/support/support.hpp"

#include "common/draw.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tools/check_text/check_text.hpp"
#include "tools/learn/contact_sheet.hpp"
#include "tools/learn/learn.hpp"
#include "tools/learn/packages.hpp"
#include "tools/learn/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>

namespace {

using harness::ProcessOptions;
using harness::ProcessResult;
using nlohmann::json;
using tests::contains;
namespace fs = std::filesystem;

const fs::path tool = fs::path(tests::bin_dir()) / "learn-tool";

ProcessResult run_tool(std::vector<std::string> arguments, const ProcessOptions& options = {}) {
  arguments.insert(arguments.begin(), tool.string());
  return harness::run_process(arguments, options);
}

ProcessOptions with(const tests::Environment& environment) {
  ProcessOptions options;
  options.environment = environment;
  return options;
}

/// A directory with learn-tool and stand-ins for chapters: shell scripts, and nothing else.
struct Stage {
  tests::TemporaryDirectory directory;

  Stage() { fs::copy_file(tool, directory.path / "learn-tool"); }

  void add(const std::string& stem, const std::string& script) const {
    add_damaged(stem, "#!/bin/sh\n" + script);
  }
  void add_damaged(const std::string& stem, const std::string& content) const {
    fs::permissions(directory.write(stem, content), fs::perms::owner_all);
  }
  ProcessResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), (directory.path / "learn-tool").string());
    return harness::run_process(arguments);
  }
};

/// What a small bench records.
json recorded_bench() {
  const auto row = [](const char* step, const char* name, const char* size, double gflops) {
    return json{{"step", step},     {"name", name},   {"size", size}, {"status", "verified"},
                {"gflops", gflops}, {"gbps", gflops}, {"flop", 2e9},  {"bytes", 1e9}};
  };
  json failed = row("v9", "wrong", "64x64x64", 9e9);
  failed["status"] = "failed";
  return {
      {"chapter", "15_matmul"},
      {"device", {{"name", "A \"fast\" <device> & Co's"}, {"platform", "P"}}},
      {"ceilings", {{"copy_gbps", 10.0}, {"fma_gflops", 80.0}}},
      {"rows",
       {row("v1", "naive", "32x32x32", 1.5), row("v2", "accu's", "32x32x32", 2.5),
        row("v1", "naive", "64x64x64", 3.5), row("v2", "accu's", "64x64x64", 4.25), failed}},
      {"peers",
       {{{"name", "C++ plain"}, {"size", "64x64x64"}, {"status", "verified"}, {"gflops", 7.75}},
        {{"name", "absent"}, {"size", "64x64x64"}, {"status", "skipped"}, {"gflops", nullptr}}}}};
}

} // namespace

TEST_CASE("learn: help names every command, and each command explains itself") {
  const ProcessResult help = run_tool({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(run_tool({"help"}).output == help.output);
  CHECK(run_tool({"-h"}).output == help.output);
  for (const std::string name :
       {"tour", "test", "list", "run", "lab", "bench", "plot", "book", "doctor", "coverage"}) {
    CAPTURE(name);
    CHECK(contains(help.output, "./learn " + (name == "tour" ? "[tour]" : name)));
    const ProcessResult own = run_tool({name, "--help"});
    CHECK(own.exit_code == 0);
    CHECK(contains(own.output, "Usage"));
  }
}

TEST_CASE("learn: wrong usage ends with 2 and says what is right") {
  const ProcessResult unknown = run_tool({"teach"});
  CHECK(unknown.exit_code == 2);
  CHECK(contains(unknown.output, "no command 'teach'"));
  for (const char* name : {"tour", "test", "list", "run", "lab", "bench", "book", "doctor"})
    CHECK(contains(unknown.output, name));
  CHECK(run_tool({"exercise", "teach"}).exit_code == 2);
  CHECK(run_tool({"exercise", "check", "no-such-exercise"}).exit_code == 2);
  CHECK(run_tool({""}).exit_code == 2);
  CHECK(run_tool({"--nonsense"}).exit_code == 2);
  CHECK(run_tool({"tour", "more"}).exit_code == 2);
  CHECK(run_tool({"tour", "--timeout", "0"}).exit_code == 2);
  CHECK(run_tool({"list", "more"}).exit_code == 2);
  CHECK(run_tool({"run"}).exit_code == 2);
  CHECK(run_tool({"bench"}).exit_code == 2);
  CHECK(run_tool({"plot"}).exit_code == 2);
  CHECK(run_tool({"plot", "x.json", "--kind", "pie"}).exit_code == 2);
  CHECK(run_tool({"doctor", "more"}).exit_code == 2);
  CHECK(run_tool({"book", "--port", "0"}).exit_code == 2);
}

TEST_CASE("learn: the table of chapters agrees with the lessons") {
  const std::vector<learn::Chapter> all = learn::chapters();
  REQUIRE(all.size() == 30);
  std::set<std::string> stems;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const learn::Chapter& chapter = all[i];
    CAPTURE(chapter.stem);
    CHECK(chapter.number == static_cast<int>(i) + 1);
    CHECK(chapter.stem.rfind(fmt::format("{:02}_", i + 1), 0) == 0);
    CHECK(!chapter.title.empty());
    CHECK(!chapter.topic.empty());
    CHECK(chapter.topic.size() <= 60); // the tour's table has to fit a terminal
    stems.insert(chapter.stem);
    const fs::path lesson =
        fs::path(tests::source_root()) / "chapters" / chapter.stem / "README.md";
    if (!fs::exists(lesson))
      continue;
    const std::string text = common::read_text(lesson);
    CHECK(text.substr(0, text.find('\n')) ==
          fmt::format("# {:02} · {}", chapter.number, chapter.title));
  }
  for (const std::string& built : tests::programs()) {
    CAPTURE(built);
    CHECK(stems.count(built) == 1);
  }
}

TEST_CASE("learn: README and the table of chapters agree about the second way") {
  std::map<int, std::string> places;
  for (const learn::Chapter& chapter : learn::chapters(tests::source_root()))
    if (chapter.kernels_first > 0)
      places[chapter.kernels_first] = fmt::format("chapters/{}/README.md", chapter.stem);
  const std::string readme = common::read_text(fs::path(tests::source_root()) / "README.md");
  const std::size_t begin = readme.find("**Kernels first**");
  REQUIRE(begin != std::string::npos);
  const std::string way = readme.substr(begin, readme.find("\n\n", begin) - begin);
  std::vector<std::string> listed;
  const std::regex link("chapters/[0-9a-z_]+/README.md");
  for (std::sregex_iterator it(way.begin(), way.end(), link), end; it != end; ++it)
    listed.push_back(it->str());
  REQUIRE(listed.size() == places.size());
  for (std::size_t i = 0; i < listed.size(); ++i)
    CHECK(listed[i] == places[static_cast<int>(i) + 1]);
}

/// The stems of the lessons that the head of a page names. What comes after a semicolon is needed for later pages only.
std::set<std::string> needed_by(const std::string& page) {
  std::set<std::string> stems;
  const std::size_t begin = page.find("**What you need:**");
  if (begin == std::string::npos)
    return stems;
  std::string head = page.substr(begin, page.find("\n\n", begin) - begin);
  head.resize(std::min(head.size(), head.find("; ")));
  const std::regex link("\\.\\./([0-9]{2}_[a-z_]+)/");
  for (std::sregex_iterator it(head.begin(), head.end(), link), end; it != end; ++it)
    stems.insert((*it)[1]);
  return stems;
}

TEST_CASE(
    "learn: a lesson uses no helper and no call that neither it nor the lessons it needs explain") {
  std::map<std::string, std::string> pages;
  for (const learn::Chapter& chapter : learn::chapters(tests::source_root()))
    if (chapter.number <= 15) // both ways begin with these
      pages[chapter.stem] = common::read_text(fs::path(tests::source_root()) / "chapters" /
                                              chapter.stem / "README.md");
  const std::regex word("\\w+"),
      used("\\b(?:common::(?!exit_)|cl::(?=[A-Z])|(?=enqueue[A-Z]))(\\w+)");
  for (const auto& [stem, page] : pages) {
    if (stem == "01_hello_opencl") // which teaches by its code
      continue;
    CAPTURE(stem);
    std::set<std::string> lessons = needed_by(page);
    CHECK(!lessons.empty());
    for (std::size_t before = 0; before != lessons.size();) {
      before = lessons.size();
      for (const std::string& lesson : std::set<std::string>(lessons))
        lessons.merge(needed_by(pages.at(lesson)));
    }
    std::set<std::string> known;
    const auto learn_words = [&](const std::string& text) {
      for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it)
        known.insert(it->str());
    };
    for (const std::string& lesson : lessons)
      learn_words(pages.at(lesson));
    std::string code;
    bool fenced = false, folded = false;
    for (const std::string& line : check_text::lines_of(page)) {
      folded = (folded || line.find("<details>") == 0) && line.find("</details>") != 0;
      if (line.rfind("```", 0) == 0)
        fenced = !fenced;
      else if (!fenced)
        learn_words(line);
      else if (!folded)
        code += line + "\n";
    }
    for (std::sregex_iterator it(code.begin(), code.end(), used), end; it != end; ++it)
      CHECK_MESSAGE(known.count((*it)[1]) == 1, it->str());
  }
}

TEST_CASE("learn list: chapters that are there, chapters to come, and steps") {
  const ProcessResult result = run_tool({"list"});
  CHECK(result.exit_code == 0);
  const ProcessResult as_json = run_tool({"list", "--json"});
  CHECK(as_json.exit_code == 0);
  const json document = json::parse(as_json.output); // nothing but JSON on standard output
  CHECK(document.at("exercises").at("done") == 0);
  REQUIRE(document.at("chapters").size() == 30);
  const std::vector<std::string> built = tests::programs();
  for (const json& row : document["chapters"]) {
    const std::string stem = row.at("stem");
    CAPTURE(stem);
    CHECK(contains(result.output, row.at("title").get<std::string>()));
    const bool there = fs::exists(fs::path(tests::bin_dir()) / stem);
    CHECK(there == (std::find(built.begin(), built.end(), stem) != built.end()));
    CHECK(row.at("state") == (there ? "there" : "to come"));
    CHECK(row.at("steps").is_array());
    if (const std::size_t count = row.at("exercises").size(); count > 0)
      CHECK(contains(result.output, fmt::format("exercises: 0 of {} done", count)));
    if (stem == "15_matmul") {
      REQUIRE(row["steps"].size() >= 3);
      CHECK(row["steps"][0].at("id") == "v1");
      CHECK(row["steps"][0].at("kernel") == "15_matmul/v1_naive.cl");
      CHECK(contains(result.output, row["steps"][1].at("change").get<std::string>()));
    }
  }

  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "list.json";
  CHECK(run_tool({"list", "--json", file.string()}).exit_code == 0);
  CHECK(tests::json_from(file) == document);
  CHECK(run_tool({"list", "--json", (directory.path / "no" / "list.json").string()}).exit_code ==
        1);
}

TEST_CASE("learn run: numbers, names and stems, options and exit code are passed on as they are") {
  const Stage stage;
  stage.add("15_matmul", "for word; do echo \"<$word>\"; done\nexit 7\n");
  stage.add("16_convolution", "kill -SEGV $$\n");
  for (const char* name : {"15", "015", "matmul", "15_matmul"}) {
    const ProcessResult result = stage.run({"run", name, "--help", "a b", "", "--device", "*"});
    CAPTURE(name);
    CHECK(result.exit_code == 7);
    CHECK(result.output == "<--help>\n<a b>\n<>\n<--device>\n<*>\n");
  }
  CHECK(stage.run({"run", "16"}).exit_code == 128 + 11); // it is that program now

  stage.add_damaged("16_convolution", ""); // a shell would find nothing wrong with it
  const ProcessResult damaged = stage.run({"run", "16"});
  CHECK(damaged.exit_code == 1);
  CHECK(contains(damaged.output, "cannot start"));

  const ProcessResult to_come = stage.run({"run", "17"});
  CHECK(to_come.exit_code == 2);
  CHECK(contains(to_come.output, "chapter 17 (Images and samplers) is still to come"));
  const auto complaint = [&](const char* name) {
    const ProcessResult result = stage.run({"run", name});
    CHECK(result.exit_code == 2);
    CHECK(contains(result.output, fmt::format("no chapter '{}'", name)));
    return result.output;
  };
  CHECK(contains(complaint("matmull"), "15_matmul"));
  CHECK(contains(complaint("mtmul"), "15_matmul"));
  CHECK(contains(complaint("convolution2"), "16_convolution"));
  CHECK(contains(complaint("conv"), "16_convolution, 18_separable_convolution"));
  CHECK(!contains(complaint("xylophone"), "Near it"));
  CHECK(!contains(complaint("31"), "Near it"));
  CHECK(!contains(complaint("-1"), "matmul"));
  complaint("99999999999999999999");
  complaint("");
}

TEST_CASE("learn lab: passes everything on to the laboratory") {
  const Stage stage;
  stage.add("15_matmul", "exit 3\n");
  stage.add("15_matmul_lab", "for word; do echo \"<$word>\"; done\nexit 7\n");
  const ProcessResult result = stage.run({"lab", "matmul", "--step", "v1,v2", "a b"});
  CHECK(result.exit_code == 7);
  CHECK(result.output == "<--step>\n<v1,v2>\n<a b>\n");
  CHECK(stage.run({"run", "matmul"}).exit_code == 3);
  CHECK(stage.run({"lab", "matmull"}).exit_code == 2);
}

TEST_CASE("learn run and lab: a real chapter, from another directory") {
  const tests::TemporaryDirectory directory;
  ProcessOptions elsewhere;
  elsewhere.directory = directory.path;
  CHECK(run_tool({"run", "hello_opencl"}, elsewhere).exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"01_hello_opencl.png"});
  const ProcessResult result = run_tool({"lab", "matmul", "--step", "v2", "--list"}, elsewhere);
  CHECK(result.exit_code == 0);
  CHECK(result.output == tests::run_lab("15_matmul", {"--step", "v2", "--list"}).output);
  CHECK(run_tool({"lab", "15", "--nonsense"}, elsewhere).exit_code == 2);
}

TEST_CASE("learn tour: verified, skipped, wrong, crashed, endless") {
  const Stage stage;
  stage.add("01_hello_opencl", "echo \"verified, asked: $*\" >&2\n");
  stage.add("02_platforms_and_devices", "echo skipped: this device has no images.\nexit 77\n");
  const tests::TemporaryDirectory results;
  const fs::path file = results.path / "tour.json";

  SUBCASE("all well: skipped with a reason is well, too") {
    const ProcessResult result = stage.run({"--json", file.string(), "--yes"});
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "[1/2] 01_hello_opencl ... verified"));
    CHECK(contains(result.output, "[2/2] 02_platforms_and_devices ... skipped: this device has"));
    CHECK(contains(result.output, "what it showed"));
    CHECK(contains(result.output, learn::chapters().front().topic));
    CHECK(contains(result.output, "./learn run 1"));
    CHECK(contains(result.output, "chapters/01_hello_opencl/README.md"));
    const json document = tests::json_from(file);
    CHECK(document.at("device").contains("name"));
    REQUIRE(document.at("chapters").size() == 2);
    CHECK(document["chapters"][0].at("status") == "verified");
    CHECK(document["chapters"][0].at("seconds").is_number());
    CHECK(document["chapters"][1].at("status") == "skipped");
    CHECK(document["chapters"][1].at("reason") == "this device has no images.");
  }
  SUBCASE("an error of the driver is told at the end, once, and is no failure") {
    stage.add("01_hello_opencl", "echo '  error of the driver X 1.0: it adds wrongly'\n"
                                 "echo '  error of the driver X 1.0: it adds wrongly'\n"
                                 "echo 'verified: no error of the driver at all'\n");
    const ProcessResult result = stage.run({"--json", file.string()});
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "01_hello_opencl ... verified, with an error of the driver ("));
    CHECK(contains(result.output,
                   "\n  01_hello_opencl: error of the driver X 1.0: it adds wrongly\n"));
    const json document = tests::json_from(file);
    CHECK(document["chapters"][0].at("status") == "verified");
    CHECK(document["chapters"][0].at("driver_errors").size() == 1);
    CHECK(document["chapters"][1].at("driver_errors").empty());
  }
  SUBCASE("what a chapter is asked") {
    stage.add("01_hello_opencl", "echo \"asked: $*\"\nexit 1\n");
    CHECK(contains(stage.run({"tour"}).output, "| asked: --quick --output "));
    CHECK(contains(stage.run({"--device", "0"}).output, ".png --device 0\n"));
  }
  SUBCASE("one that fails makes the tour fail, and its last lines are shown") {
    stage.add("15_matmul", "seq 100\necho row 3 is wrong >&2\nexit 1\n");
    stage.add("16_convolution", "kill -ABRT $$\n");
    stage.add("17_images_and_samplers", "sleep 100\n");
    stage.add("18_separable_convolution", "echo still visited, and verified\n");
    const ProcessResult result = stage.run({"tour", "--timeout", "1", "--json", file.string()});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "[3/6] 15_matmul ... FAILED"));
    CHECK(contains(result.output, "  | 100\n  | row 3 is wrong\n"));
    CHECK(!contains(result.output, "  | 1\n"));
    CHECK(contains(result.output, "crashed with signal 6"));
    CHECK(contains(result.output, "no end after 1 s"));
    CHECK(contains(result.output, "[6/6] 18_separable_convolution ... verified"));
    CHECK(contains(result.output, "./learn run 15 --quick"));
    const json document = tests::json_from(file);
    for (const int failed : {2, 3, 4}) {
      CHECK(document.at("chapters")[failed].at("status") == "failed");
      CHECK(document["chapters"][failed].contains("output"));
    }
    CHECK(document["chapters"][5].at("status") == "verified");
  }
  SUBCASE("one that does not say that its results are right has not passed") {
    stage.add("15_matmul", "echo done\n");
    stage.add_damaged("16_convolution", "");
    const ProcessResult result = stage.run({"tour"});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "[3/4] 15_matmul ... FAILED"));
    CHECK(contains(result.output, "[4/4] 16_convolution ... FAILED"));
    CHECK(contains(result.output, "did not say that its results are verified"));
    CHECK(contains(result.output, "cannot be started"));
  }
  SUBCASE("a file that cannot be written is complained about before anything runs") {
    const ProcessResult result = stage.run({"--json", (results.path / "no" / "x").string()});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "cannot write"));
    CHECK(!contains(result.output, "[1/"));
  }
  SUBCASE("a device that is not there is complained about once, before anything runs") {
    const ProcessResult result = stage.run({"--device", "abacus"});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "abacus"));
    CHECK(!contains(result.output, "[1/"));
  }
  SUBCASE("no chapter at all is no success") {
    fs::remove(stage.directory.path / "01_hello_opencl");
    fs::remove(stage.directory.path / "02_platforms_and_devices");
    CHECK(stage.run({}).exit_code == 1);
  }
}

TEST_CASE(
    "learn tour: the contact sheet shows each picture in its frame, and leaves out what is none") {
  const tests::TemporaryDirectory directory;
  const auto paint = [&](const char* name, int width, int height, common::Colour colour) {
    common::save_image(directory.path / name, common::canvas(width, height, colour));
    return directory.path / name;
  };
  const fs::path red = paint("red.png", 600, 450, {200, 0, 0});
  const fs::path blue = paint("blue.png", 10, 10, {0, 0, 200});
  const fs::path text = directory.write("text.png", "no picture");
  CHECK(learn::contact_sheet({{text, "A"}, {directory.path / "none.png", "B"}}).pixels.empty());

  const common::Image sheet = learn::contact_sheet({{red, "RED"}, {text, "A"}, {blue, "BLUE"}});
  const auto count = [&](int r, int g, int b) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < sheet.pixels.size(); i += 3)
      found += sheet.pixels[i] == r && sheet.pixels[i + 1] == g && sheet.pixels[i + 2] == b ? 1 : 0;
    return found;
  };
  CHECK(count(200, 0, 0) == 324 * 243); // scaled down in both directions
  CHECK(count(0, 0, 200) == 10 * 10);   // never enlarged
  CHECK(count(common::ink.red, common::ink.green, common::ink.blue) > 0); // the captions
}

TEST_CASE("learn tour: under a picture of the contact sheet is room for every chapter's title") {
  const tests::TemporaryDirectory directory;
  const fs::path file = directory.path / "picture.png";
  common::save_image(file, common::canvas(4, 3));
  for (const learn::Chapter& chapter : learn::chapters()) {
    const std::string caption = fmt::format("{:02} {}", chapter.number, chapter.title);
    CAPTURE(caption);
    const std::string shorter = caption.substr(0, caption.size() - 1);
    CHECK(learn::contact_sheet({{file, caption}}).pixels !=
          learn::contact_sheet({{file, shorter}}).pixels); // the last letter is there
  }
}

TEST_CASE("learn tour: the real chapters, and a broken kernel among them" * tests::long_tier) {
  const tests::TemporaryDirectory kernels;
  std::string source = common::read_text(fs::path(tests::source_root()) / "kernels" /
                                         "01_hello_opencl" / "vector_add.cl");
  const std::string sum = "a[i] + b[i]";
  REQUIRE(contains(source, sum + ";"));
  kernels.write("01_hello_opencl/vector_add.cl",
                source.replace(source.find(sum + ";"), sum.size(), "a[i] - b[i]"));
  const fs::path file = kernels.path / "tour.json";
  const ProcessResult result = run_tool({"tour", "--json", file.string()},
                                        with({{"OCL_KERNEL_PATH", kernels.path.string()}}));
  CHECK(result.exit_code == 1);
  const json document = tests::json_from(file);
  for (const json& row : document.at("chapters")) {
    CAPTURE(row.dump());
    if (row.at("chapter") == "01_hello_opencl") {
      CHECK(row.at("status") == "failed");
      CHECK(contains(row.at("output").get<std::string>(), "sums are wrong"));
    } else {
      CHECK(row.at("status") != "failed");
    }
  }
  CHECK(contains(result.output, "FAILED"));
}

TEST_CASE("learn bench: table, results, plots, exit code") {
  const Stage stage;
  const tests::TemporaryDirectory results;
  const fs::path recorded = results.write("recorded.json", recorded_bench().dump());
  const fs::path file = results.path / "my results.json";
  // Writes what it was told to write, and says what it was asked.
  stage.add("15_matmul", "exit 9\n"); // the ladder is the laboratory's, not the program's
  stage.add("15_matmul_lab", fmt::format("case $1 in --help) echo '--bench'; exit;; esac\n"
                                         "echo \"asked: $*\"\n"
                                         "for word; do last=$word; done\n"
                                         "cp '{}' \"$last\"\nexit 1\n",
                                         recorded.string()));
  stage.add("01_hello_opencl", "exit 9\n");
  stage.add("01_hello_opencl_lab", "echo no ladder\n");

  const ProcessResult result = stage.run({"bench", "15", "--step", "v1", "--json", file.string()});
  CHECK(result.exit_code == 1); // the chapter's
  CHECK(contains(result.output, "asked: --bench --step v1 --json " + file.string()));
  CHECK(tests::json_from(file) == recorded_bench());
  if (harness::can_plot()) {
    CHECK(results.files() == std::vector<std::string>{"my results.json", "my results.svg",
                                                      "my results_roofline.svg",
                                                      "my results_sizes.svg", "recorded.json"});
  } else {
    CHECK(contains(result.output, "gnuplot"));
  }

  const ProcessResult without = stage.run({"bench", "hello_opencl"});
  CHECK(without.exit_code == 2);
  CHECK(
      contains(without.output, "01_hello_opencl has no ladder to measure; these have: 15_matmul"));
  CHECK(stage.run({"bench", "3"}).exit_code == 2);
}

TEST_CASE("learn bench: results of earlier runs are neither taken for this one's nor replaced") {
  const Stage stage;
  const tests::TemporaryDirectory results;
  const fs::path old = results.write("old.json", recorded_bench().dump());
  stage.add("15_matmul", "");
  const std::string help = "case $1 in --help) echo '--bench'; exit;; esac\n";
  stage.add("15_matmul_lab", help + "echo error: no such device\nexit 1\n");
  const ProcessResult failed = stage.run({"bench", "15", "--json", old.string()});
  CHECK(failed.exit_code == 1);
  CHECK(!contains(failed.output, "results:"));
  CHECK(results.files() == std::vector<std::string>{"old.json"});

  // Without --json the device names the file.
  json recorded = recorded_bench();
  std::string device = results.path.filename().string(); // nobody else's; files have small letters
  std::transform(device.begin(), device.end(), device.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  recorded["device"]["name"] = device;
  results.write("recorded.json", recorded.dump());
  stage.add("15_matmul_lab",
            help + fmt::format("for word; do last=$word; done\ncp '{}' \"$last\"\n",
                               (results.path / "recorded.json").string()));
  std::set<std::string> files;
  for (int run = 0; run < 3; ++run) {
    const std::string output = stage.run({"bench", "15"}).output;
    CAPTURE(output);
    std::smatch match;
    REQUIRE(std::regex_search(output, match, std::regex("\nresults: (.*)\n")));
    CHECK(contains(match.str(1), device));
    CHECK(tests::json_from(match.str(1)) == recorded);
    files.insert(match.str(1));
  }
  CHECK(files.size() == 3);
  for (const std::string& file : files) {
    const fs::path base = fs::path(file).parent_path() / fs::path(file).stem();
    for (const char* ending : {".json", ".svg", "_sizes.svg", "_roofline.svg"})
      fs::remove(base.string() + ending);
  }
}

TEST_CASE("learn bench: after a Ctrl-C it still shows where the results are") {
  const Stage stage;
  const tests::TemporaryDirectory results;
  const fs::path recorded = results.write("recorded.json", recorded_bench().dump());
  // A terminal sends the signal to both.
  stage.add("15_matmul", "");
  stage.add("15_matmul_lab", fmt::format("case $1 in --help) echo '--bench'; exit;; esac\n"
                                         "trap '' INT\nkill -INT $PPID\n"
                                         "for word; do last=$word; done\n"
                                         "cp '{}' \"$last\"\nexit 130\n",
                                         recorded.string()));
  const fs::path file = results.path / "out.json";
  const ProcessResult result = stage.run({"bench", "15", "--json", file.string()});
  CHECK(result.exit_code == 130);
  CHECK(contains(result.output, "results: " + file.string()));
}

TEST_CASE("learn bench: a real one") {
  const tests::TemporaryDirectory results;
  const fs::path file = results.path / "bench.json";
  const ProcessResult result =
      run_tool({"bench", "matmul", "--size", "16", "--step", "v1", "--json", file.string()});
  CHECK(result.exit_code == 0);
  const json document = tests::json_from(file);
  CHECK(document.at("ceilings").at("copy_gbps") > 0.0);
  CHECK(document.at("rows").at(0).at("status") == "verified");
  CHECK(fs::exists(results.path / "bench.svg") == harness::can_plot());
  CHECK(run_tool({"bench", "matmul", "--size", "nonsense"}).exit_code == 2);
}

TEST_CASE("learn plot: scripts show what was verified, and only that") {
  using learn::PlotKind;
  const json bench = recorded_bench();
  CHECK(learn::kinds_of(bench) == std::vector{PlotKind::bars, PlotKind::sizes, PlotKind::roofline});
  const std::string bars = harness::plot_script(learn::plot_of(bench, PlotKind::bars), "out.svg");
  CHECK(contains(bars, "'v2 accu''s' 1"));
  CHECK(contains(bars, "4.25"));
  CHECK(contains(bars, "7.75"));  // the peer
  CHECK(!contains(bars, "2.5 ")); // a smaller size
  CHECK(!contains(bars, "wrong"));
  CHECK(!contains(bars, "absent"));
  CHECK(contains(bars, "GFLOP/s"));
  const std::string sizes = harness::plot_script(learn::plot_of(bench, PlotKind::sizes), "out.svg");
  CHECK(contains(sizes, "('32' 32"));
  CHECK(contains(sizes, "'64' 64"));
  const std::string roofline = learn::plot_of(bench, PlotKind::roofline).commands;
  CHECK(contains(roofline, "roof(x) = x * 10 < 80"));
  for (const char* name : {"'v1 naive'", "'v2 accu''s'"}) // each has a name beside its point
    CHECK(contains(roofline, name));
  CHECK(contains(roofline, "set yrange [1.75:160]"));
  // What fits a cache has the roof of its size.
  json by_size = bench;
  by_size["ceilings"]["by_size"] =
      json::array({json{{"size", "32x32x32"}, {"copy_gbps", 77}, {"fma_gflops", 88}}});
  CHECK(contains(learn::plot_of(by_size, PlotKind::roofline).commands, "roof(x) = x * 10 < 80"));
  by_size["ceilings"]["by_size"][0]["size"] = "64x64x64";
  CHECK(contains(learn::plot_of(by_size, PlotKind::roofline).commands, "roof(x) = x * 77 < 88"));
  json tensor_cores = bench; // what is faster than multiply-adds belongs into the picture
  tensor_cores["rows"][2]["gflops"] = 1000.0;
  CHECK(contains(learn::plot_of(tensor_cores, PlotKind::roofline).commands, ":2000]"));

  json one_size = bench;
  one_size["rows"].erase(0);
  one_size["rows"].erase(0);
  one_size.erase("ceilings");
  CHECK(learn::kinds_of(one_size) == std::vector{PlotKind::bars});
  CHECK_THROWS_AS(harness::plot_script(learn::plot_of(one_size, PlotKind::roofline), "out.svg"),
                  common::Error);
  json nothing = bench;
  nothing["rows"] = json::array();
  nothing["peers"] = json::array();
  CHECK_THROWS_AS(learn::kinds_of(nothing), common::Error);
  CHECK_THROWS_AS(harness::plot_script(learn::plot_of(nothing, PlotKind::bars), "out.svg"),
                  common::Error);
  // Names come from drivers and files: none of them is a command of gnuplot, or ends a line or a block of data.
  json hostile = bench;
  const std::string command = "'\nEOD\nsystem(\"id\")\n";
  hostile["chapter"] = hostile["device"]["name"] = command;
  hostile["rows"][2]["name"] = hostile["rows"][3]["step"] = command;
  for (const PlotKind kind : learn::kinds_of(hostile)) {
    const std::string script = harness::plot_script(learn::plot_of(hostile, kind), "out.svg");
    CHECK(contains(script, "system"));
    CHECK(!contains(script, "\nsystem"));
    CHECK(!contains(script, "\nEOD\nsystem"));
  }
  // A transfer has no arithmetic: then the bandwidth is the speed.
  json transfer = bench;
  for (json& row : transfer["rows"])
    row["gflops"] = nullptr;
  CHECK(
      contains(harness::plot_script(learn::plot_of(transfer, PlotKind::bars), "out.svg"), "GB/s"));
}

TEST_CASE("learn plot: figures are whole, or there is none") {
  const tests::TemporaryDirectory directory;
  const fs::path results = directory.write("r.json", recorded_bench().dump());
  {
    const tests::ScopedEnvironment no_programs("PATH", std::nullopt);
    CHECK_THROWS_AS(harness::draw_plot(learn::plot_of(recorded_bench(), learn::PlotKind::bars),
                                       directory.path / "x.svg"),
                    common::Skip);
  }
  CHECK(run_tool({"plot", (directory.path / "missing.json").string()}).exit_code == 1);
  CHECK(run_tool({"plot", directory.write("bad.json", "{\"rows\"").string()}).exit_code == 1);
  CHECK(run_tool({"plot", directory.write("other.json", "[]").string()}).exit_code == 1);
  const ProcessResult same = run_tool({"plot", results.string(), "--output", results.string()});
  CHECK(same.exit_code == 2);
  CHECK(contains(same.output, "the same file"));
  CHECK(tests::json_from(results) == recorded_bench());
  if (!harness::can_plot())
    SKIP_TEST("gnuplot is not installed");

  CHECK(run_tool({"plot", results.string()}).exit_code == 0);
  for (const char* name : {"r.svg", "r_sizes.svg", "r_roofline.svg"}) {
    CAPTURE(name);
    const std::string svg = common::read_text(directory.path / name);
    check_text::Problems problems;
    check_text::check_svg(name, svg, problems);
    for (const check_text::Problem& problem : problems)
      FAIL_CHECK(problem.what);
    CHECK(contains(svg, "rx=\"12\""));
    CHECK(contains(svg, "<title>15_matmul"));
  }
  const std::string bars = common::read_text(directory.path / "r.svg");
  CHECK(contains(bars, "&lt;device"));
  CHECK(contains(bars, "&amp; Co's"));
  const fs::path chosen = directory.path / "chosen.svg";
  CHECK(run_tool({"plot", results.string(), "--kind", "sizes", "--output", chosen.string()})
            .exit_code == 0);
  CHECK(fs::exists(chosen));
  CHECK(run_tool({"plot", results.string(), "--output", (directory.path / "no" / "x.svg").string()})
            .exit_code == 1);
  const std::vector<std::string> files = directory.files();
  CHECK(std::none_of(files.begin(), files.end(), [](const std::string& file) {
    return contains(file, ".raw") || contains(file, ".gp") || contains(file, ".part");
  }));
}

TEST_CASE("learn test: options reach ctest, no test is no success") {
  const ProcessResult listed = run_tool({"test", "-N", "-R", "^unit: launch$"});
  CHECK(listed.exit_code == 0);
  CHECK(contains(listed.output, "Total Tests: 1"));
  CHECK(run_tool({"test", "-R", "no test has this name"}).exit_code == 1);
}

TEST_CASE("learn test: what was skipped, and why") {
  const auto skipped = learn::skipped_tests(
      "<testsuite>\n<testcase name=\"unit:a &amp;lt; b\" status=\"notrun\">\n"
      "<skipped message=\"SKIP_RETURN_CODE=77\"/>\n<system-out>x\nskipped: needs &lt;two&gt; "
      "&quot;devices&quot;\n"
      "more\n</system-out>\n</testcase>\n"
      "<testcase name=\"passes\" status=\"run\">\n<system-out>skipped: a "
      "step\n</system-out>\n</testcase>\n"
      "<testcase name=\"silent\" status=\"notrun\">\n<skipped message=\"SKIP_RETURN_CODE=77\"/>\n"
      "<system-out>\n</system-out>\n</testcase>\n</testsuite>\n");
  REQUIRE(skipped.size() == 2);
  CHECK(skipped[0].first == "unit:a &lt; b");
  CHECK(skipped[0].second == "needs <two> \"devices\"");
  CHECK(skipped[1].first == "silent");
  CHECK(skipped[1].second == "it gives no reason");
  // A report as ctest writes it: this machine has a test that finds nothing to try here, or has none.
  const ProcessResult result = run_tool({"test", "-R", "^unit: launch$"});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "(Skipped)") == contains(result.output, "Skipped, and why:\n"));
  CHECK_FALSE(contains(result.output, "it gives no reason"));
}

TEST_CASE("learn doctor: a healthy machine") {
  const ProcessResult result = run_tool({"doctor"});
  CHECK(result.exit_code == 0);
  for (const char* part :
       {"Loader", "libOpenCL", "Environment", "Drivers", "Platforms", "GPUs", "results right",
        "programs take device", "Oclgrind", "gnuplot", "OpenCL works here"}) {
    CAPTURE(part);
    CHECK(contains(result.output, part));
  }
  CHECK(run_tool({"doctor", "--device", "0"}).exit_code == 0);
}

TEST_CASE("learn doctor: what is broken, and what mends it") {
  const tests::TemporaryDirectory directory;
  const auto doctor = [](const tests::Environment& environment) {
    return run_tool({"doctor"}, with(environment));
  };
  // Sends the loader to one place, and keeps it from all others that it may know.
  const auto doctor_with_drivers_in = [&](const std::string& place) {
    return doctor(
        {{"OCL_ICD_FILENAMES", ""}, {"OPENCL_VENDOR_PATH", ""}, {"OCL_ICD_VENDORS", place}});
  };
  SUBCASE("a variable leads nowhere") {
    const ProcessResult result = doctor_with_drivers_in("/nonexistent");
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "OCL_ICD_VENDORS=/nonexistent"));
    CHECK(contains(result.output, "* unset OCL_ICD_VENDORS"));
    const ProcessResult other = doctor({{"OCL_ICD_FILENAMES", ""},
                                        {"OCL_ICD_VENDORS", ""},
                                        {"OPENCL_VENDOR_PATH", "/nonexistent"}});
    CHECK(other.exit_code == 1);
    CHECK(contains(other.output, "* unset OPENCL_VENDOR_PATH"));
  }
  SUBCASE("no driver has registered") {
    const ProcessResult result = doctor_with_drivers_in(directory.path.string());
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "no .icd file"));
    for (const learn::Package& package : learn::packages())
      if (package.what == "PoCL")
        CHECK(contains(result.output, learn::install_command(package)));
  }
  SUBCASE("the registered library is missing") {
    const fs::path icd = directory.write("ghost.icd", "libghost.so.1\n");
    for (const fs::path& place : {directory.path, icd}) {
      const ProcessResult result = doctor_with_drivers_in(place.string());
      CHECK(result.exit_code == 1);
      CHECK(contains(result.output, "ghost.icd names libghost.so.1"));
      CHECK(contains(result.output, "cannot open shared object file"));
    }
  }
  SUBCASE("a driver loads, but the loader may look elsewhere") {
    directory.write("odd.icd", "libm.so.6\n"); // it loads, and is no driver
    const std::string place = directory.path.string();
    const auto says_slash = [&](const std::string& vendors) {
      return contains(doctor_with_drivers_in(vendors).output, "with a slash at its end");
    };
    CHECK(says_slash(place));
    CHECK(says_slash(place + "/odd.icd"));
    CHECK_FALSE(says_slash(place + "/"));
  }
  SUBCASE("a driver is chosen by the name of its file") {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator("/etc/OpenCL/vendors", none)) {
      const std::string said = doctor_with_drivers_in(entry.path().filename().string()).output;
      CHECK(contains(said, entry.path().string() + " names "));
      CHECK_FALSE(contains(said, "* unset OCL_ICD_VENDORS"));
    }
  }
  SUBCASE("one driver is broken and another one works") {
    directory.write("ghost.icd", "libghost.so.1\n");
    for (const auto& entry : fs::directory_iterator("/etc/OpenCL/vendors"))
      fs::copy_file(entry.path(), directory.path / entry.path().filename());
    // Some loaders put a name right behind what they are given.
    const ProcessResult result = doctor_with_drivers_in(directory.path.string() + "/");
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "It could do more"));
    CHECK(contains(result.output, "ghost.icd names a driver that does not load"));
  }
  SUBCASE("a device computes nonsense") {
    directory.write("common/doctor.cl",
                    "__kernel void doctor(__global const int* in, __global int* out, int factor,\n"
                    "                     int count) { out[get_global_id(0)] = 0; }\n");
    const ProcessResult result = doctor({{"OCL_KERNEL_PATH", directory.path.string()}});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "wrong results"));
    CHECK(contains(result.output, "does not work here yet"));
  }
  SUBCASE("the chosen device is not there") {
    const ProcessResult result = doctor({{"OCL_DEVICE", "abacus"}});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, "* unset OCL_DEVICE"));
    CHECK(run_tool({"doctor", "--device", "abacus"}).exit_code == 1);
  }
}

#ifdef NO_DEVICES_DRIVER
TEST_CASE("learn doctor: a driver that crashes is named, and takes nobody with it") {
  const tests::TemporaryDirectory directory;
  const std::string driver = tests::test_bin_dir() + "/" NO_DEVICES_DRIVER;
  directory.write("one.icd", driver + "\n");
  const ProcessResult result =
      run_tool({"doctor"}, with({{"OCL_ICD_FILENAMES", ""},
                                 {"OPENCL_VENDOR_PATH", ""},
                                 {"OCL_ICD_VENDORS", directory.path.string() + "/"},
                                 {"TEST_CRASH", "1"}}));
  CAPTURE(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "crashed (signal 6) while loading " + driver));
  CHECK(contains(result.output, "Verdict"));
}

TEST_CASE("learn doctor: a driver without a device is explained") {
  struct Machine {
    std::string name, driver,
        platform;        // the library's name, and that of its platform, if it offers one
    std::string rusticl; // RUSTICL_ENABLE
    std::vector<std::string> files; // in /dev; those with a '!' may be opened by nobody
    std::string vendor;             // of the GPU on the PCI bus
    std::vector<std::string> says;
    bool may_install = false; // another driver for that GPU is advised
  };
  const std::string rusticl = "libRusticlOpenCL.so.1", usermod = "sudo usermod -a -G ";
  const std::vector<Machine> machines{
      {"rusticl, not told of any GPU",
       rusticl,
       "rusticl",
       "",
       {"dri/renderD128"},
       "0x1002",
       {"NO  platform rusticl", "RUSTICL_ENABLE, which must name one of Mesa's drivers, is not set",
        "* rusticl: export RUSTICL_ENABLE=radeonsi"}},
      {"rusticl, told another GPU",
       rusticl,
       "rusticl",
       "iris",
       {"dri/renderD128"},
       "0x1002",
       {"RUSTICL_ENABLE=iris: no GPU here is one for that driver",
        "export RUSTICL_ENABLE=radeonsi"}},
      {"rusticl in a container without the GPU",
       rusticl,
       "rusticl",
       "radeonsi",
       {},
       "0x1002",
       {"there is no /dev/dri/renderD*", "--device /dev/dri"}},
      {"rusticl, and the GPU is for others",
       rusticl,
       "rusticl",
       "radeonsi:0",
       {"dri/!renderD128"},
       "0x1002",
       {"you may not open /dev/dri/renderD128, which belongs to the group ", usermod}},
      {"rusticl without any GPU",
       rusticl,
       "rusticl",
       "",
       {},
       "",
       {"export RUSTICL_ENABLE=llvmpipe"}},
      {"rusticl with a GPU that is too new",
       rusticl,
       "rusticl",
       "radeonsi",
       {"dri/renderD128"},
       "0x1002",
       {"update Mesa: it does not know this GPU"}},
      {"ROCm without the kernel's driver",
       "libamdocl64.so",
       "AMD Accelerated Parallel Processing",
       "",
       {},
       "0x1002",
       {"there is no /dev/kfd*", "sudo modprobe amdgpu", "--device /dev/kfd --device /dev/dri"}},
      {"ROCm whose display device is for others",
       "libamdocl64.so",
       "AMD Accelerated Parallel Processing",
       "",
       {"kfd", "dri/!renderD128"},
       "0x1002",
       {"you may not open /dev/dri/renderD128", usermod}},
      {"NVIDIA's driver without the kernel's",
       "libnvidia-opencl.so.1",
       "",
       "",
       {},
       "0x10de",
       {"libnvidia-opencl.so.1, which offers no platform", "there is no /dev/nvidia*",
        "sudo modprobe nvidia (container: start it with --gpus all)"}},
      {"NVIDIA's container without OpenCL",
       "",
       "",
       "",
       {"nvidiactl", "nvidia0"},
       "0x10de",
       {"NVIDIA_DRIVER_CAPABILITIES=compute,utility"}},
      {"Intel's driver without the kernel's",
       "libigdrcl.so",
       "",
       "",
       {},
       "0x8086",
       {"libigdrcl.so, which offers no platform", "there is no /dev/dri/renderD*",
        "sudo modprobe i915"}},
      {"Intel's platform, for others",
       "libigdrcl.so",
       "Intel(R) OpenCL Graphics",
       "",
       {"dri/!renderD128"},
       "0x8086",
       {"you may not open /dev/dri/renderD128", usermod}},
      {"a driver that nobody knows",
       "libunknown.so",
       "Platform of nobody",
       "",
       {"dri/renderD128"},
       "0x1002",
       {"NO  platform Platform of nobody", "its driver finds no device that it supports"},
       true}};
  for (const Machine& machine : machines)
    for (const bool with_pocl : {false, true}) {
      CAPTURE(machine.name);
      CAPTURE(with_pocl);
      const tests::TemporaryDirectory directory;
      const fs::path library = directory.path / machine.driver,
                     dev = directory.path / "machine/dev";
      if (!machine.driver.empty())
        fs::copy_file(tests::test_bin_dir() + "/" NO_DEVICES_DRIVER, library);
      directory.write("vendors/one.icd", machine.driver.empty() ? "libnvidia-opencl.so.1-not-here\n"
                                                                : library.string() + "\n");
      bool pocl = false;
      if (with_pocl)
        for (const auto& entry : fs::directory_iterator("/etc/OpenCL/vendors"))
          if (contains(entry.path().filename().string(), "pocl"))
            pocl = fs::copy_file(entry.path(), directory.path / "vendors/pocl.icd");
      for (std::string file : machine.files) {
        const std::size_t mark = file.find('!');
        if (mark != file.npos)
          file.erase(mark, 1);
        const fs::path made = directory.write("machine/dev/" + file, "");
        fs::permissions(made, mark == file.npos ? fs::perms(0660) : fs::perms::none);
      }
      if (!machine.vendor.empty()) {
        directory.write("machine/sys/bus/pci/devices/0/class", "0x030000\n");
        directory.write("machine/sys/bus/pci/devices/0/vendor", machine.vendor + "\n");
      }
      const ProcessResult result =
          run_tool({"doctor", "--machine", (directory.path / "machine").string()},
                   with({{"OCL_ICD_FILENAMES", ""},
                         {"OPENCL_VENDOR_PATH", ""},
                         {"OCL_ICD_VENDORS", (directory.path / "vendors").string() + "/"},
                         {"OCL_DEVICE", ""},
                         {"RUSTICL_ENABLE", machine.rusticl},
                         {"TEST_PLATFORM", machine.platform}}));
      CAPTURE(result.output);
      CHECK(result.exit_code == (pocl ? 0 : 1));
      for (const std::string& words : machine.says)
        CHECK(contains(result.output, words));
      if (!machine.vendor.empty())
        CHECK(contains(result.output, " GPU, install ") == machine.may_install);
      CHECK(contains(result.output, "pocl-opencl-icd") == !pocl);
    }
}
#endif

namespace {

/// The script `learn` alone, in a place with nothing to build.
struct Script {
  tests::TemporaryDirectory directory;
  fs::path root; ///< its directory

  explicit Script(const std::string& name = "project") : root(directory.path / name) {
    fs::create_directories(root / "tools/setup");
    for (const char* file : {"learn", "tools/setup/packages.txt"})
      fs::copy_file(fs::path(tests::source_root()) / file, root / file);
  }
  ProcessResult run(std::vector<std::string> arguments, tests::Environment environment = {}) const {
    arguments.insert(arguments.begin(), {"bash", (root / "learn").string()});
    environment.push_back({"CI", ""}); // it would install without asking
    return harness::run_process(arguments, with(environment));
  }
  /// Writes a script of the shell; `file` is relative to the root.
  fs::path add(const std::string& file, const std::string& script) const {
    const fs::path made = directory.write(root / file, "#!/bin/sh\n" + script);
    fs::permissions(made, fs::perms::owner_all);
    return made;
  }
};

} // namespace

TEST_CASE("learn: help comes first, and builds nothing") {
  const Script script;
  // Nothing is built: the script knows the commands.
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"help"}, {"test", "--help"}}) {
    const ProcessResult result = script.run(words);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "./learn test"));
    CHECK(!contains(result.output, "Configuring"));
  }
  // Everything is built, and nothing to build with is left.
  script.add("build/default/bin/learn-tool", "echo \"tool: $*\"\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"help"}, {"-h"}, {"test", "--help"}, {"run", "-h"}}) {
    const ProcessResult result = script.run(words);
    CHECK(result.exit_code == 0);
    CHECK(result.output == fmt::format("tool: {}\n", fmt::join(words, " ")));
  }
  // Help of a chapter's program is that program's business, which has to be built for it.
  CHECK(contains(script.run({"run", "15", "--help"}).output, "Configuring failed"));
  script.add("build/default/bin/learn-tool", "exit 127\n"); // a library is gone
  CHECK(contains(script.run({"--help"}).output, "./learn test"));
}

TEST_CASE("learn: an empty program is built again, and is no success") {
  const Script script;
  const fs::path tool_file = script.root / "build/default/bin/learn-tool";
  const fs::path other = script.root / "build/default/bin/15_matmul";
  for (const fs::path& file : {tool_file, other}) {
    script.directory.write(file, "");
    fs::permissions(file, fs::perms::owner_all);
  }
  script.directory.write(script.root / "build/default/build.ninja", "");
  // Like a build tool, it makes what is not there.
  script.add("programs/cmake",
             fmt::format("case $1 in --version) echo cmake version 3.99.0; exit;; esac\n"
                         "[ -e '{0}' ] || printf '#!/bin/sh\\necho new' > '{0}'\n"
                         "chmod +x '{0}'\n",
                         tool_file.string()));
  const ProcessResult result = script.run(
      {"list"}, {{"PATH", (script.root / "programs").string() + ":" + std::getenv("PATH")}});
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "new"));
  CHECK(!fs::exists(other));
}

TEST_CASE("learn: a build directory that is damaged is named, with what mends it") {
  const Script script;
  script.directory.write(script.root / "build/default/build.ninja", "damaged");
  const ProcessResult result = script.run({"list"});
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "the build failed"));
  CHECK(contains(result.output, "rm -rf " + (script.root / "build/default").string()));
}

TEST_CASE("learn: a path that CMake cannot deal with is told in one sentence") {
  for (const char* name : {"a\"b", "a;b", "a#b", "a\\b", "a[b", "a]b"}) {
    CAPTURE(name);
    const Script script(name);
    const ProcessResult result = script.run({"list"});
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, script.root.string()));
    CHECK(std::count(result.output.begin(), result.output.end(), '\n') == 1);
    CHECK(!fs::exists(script.root / "build"));
  }
}

TEST_CASE("learn: drivers that a variable hides are not installed once more") {
  const Script script;
  const auto learn = [&](const std::string& command, const tests::Environment& environment) {
    return script.run({command}, environment);
  };
  const fs::path empty = script.directory.path / "nothing here";
  fs::create_directories(empty);
  for (const char* variable : {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"})
    for (const char* command : {"run", "test"}) {
      CAPTURE(variable);
      CAPTURE(command);
      tests::Environment environment{
          {"OCL_ICD_VENDORS", ""}, {"OPENCL_VENDOR_PATH", ""}, {"OCL_ICD_FILENAMES", ""}};
      environment.push_back({variable, empty.string()});
      const ProcessResult result = learn(command, environment);
      CHECK(result.exit_code == 1);
      CHECK(contains(result.output, std::string(variable) + "=" + empty.string()));
      CHECK(contains(result.output, "./learn doctor"));
      CHECK(contains(result.output, "with a slash at its end"));
      CHECK(!contains(result.output, "Missing on this machine"));
    }
  // Without such a variable, and for what needs no driver, it goes on.
  for (const char* command : {"run", "doctor"}) {
    const ProcessResult result =
        learn(command, {{"OCL_ICD_VENDORS", command == std::string("run") ? "" : empty.string()}});
    CHECK(contains(result.output, "Configuring failed"));
    CHECK(!contains(result.output, "OCL_ICD_VENDORS="));
  }
}

TEST_CASE("learn: the table of packages") {
  const std::set<std::string> needs{"build", "run", "test", "book", "option"};
  const std::set<std::string> checks{"compiler", "cmake",  "program", "header", "library",
                                     "platform", "config", "node",    "font"};
  std::set<std::string> names;
  for (const learn::Package& package : learn::packages()) {
    CAPTURE(package.what);
    CHECK(needs.count(package.need) == 1);
    CHECK(checks.count(package.check.substr(0, package.check.find(' '))) == 1);
    CHECK(!package.why.empty());
    CHECK(names.insert(package.what).second);
    if (package.what == "Ninja")
      CHECK(!learn::find_package(package).empty()); // or this would not have been built
    if (package.check == "font") {
      const tests::ScopedEnvironment chosen("OCL_FONT", "/a/font.ttf");
      CHECK(learn::find_package(package) == "/a/font.ttf");
      const tests::ScopedEnvironment dots("OCL_FONT", "dots");
      CHECK(learn::find_package(package).empty());
    }
  }
  CHECK(names.count("PoCL") == 1); // the doctor recommends it
  CHECK(names.count("Oclgrind") == 1);
  CHECK(names.count("DejaVu font") == 1);
  CHECK(learn::find_package({"x", "option", "program no-such-program", "", ""}).empty());
  CHECK(learn::find_package({"x", "option", "library no_such_library", "", ""}).empty());
  CHECK(contains(learn::install_command({"x", "option", "", "", "-"}), "by hand"));
}
