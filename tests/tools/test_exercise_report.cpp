// `./learn exercise report`: the folders of a class, judged into one table.

#include "tests/support/support.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>

namespace {

using exercise::Report;
using exercise::Workshop;
using tests::contains;
namespace fs = std::filesystem;

const std::string chapter = "01_hello_opencl";
const std::string exercise_path = "/" + chapter + "/01_scale_and_add/exercise.cl";
const std::string starter = tests::source_root() + "/exercises" + exercise_path;
const std::string solution = tests::source_root() + "/solutions" + exercise_path;

// A class whose folders are in a directory that vanishes.
struct Class {
  tests::TemporaryDirectory directory;
  tests::ScopedEnvironment state{"XDG_STATE_HOME", (directory.path / "state").string()};
  Workshop workshop{tests::source_root(), fs::path(tests::bin_dir()).parent_path()};
  Report wanted;

  void hand_in(const std::string& where, const std::string& text) const {
    directory.write(fs::path("class") / where, text);
  }
  std::string folder(const std::string& name) const {
    return (directory.path / "class" / name).string();
  }
  std::string run() {
    return tests::output_of([&] { CHECK(exercise::report(workshop, wanted) == 0); });
  }
};

nlohmann::json row_of(const nlohmann::json& document, const std::string& student,
                      const std::string& id) {
  for (const nlohmann::json& row : document.at("rows"))
    if (row.at("student") == student && row.at("exercise") == id)
      return row;
  return {};
}

} // namespace

TEST_CASE("report: each student's files are rows with state and reason, in CSV and JSON") {
  Class all;
  const std::string file = chapter + "/scale-and-add.cl", right = common::read_text(solution);
  all.hand_in("ada/mine/" + file, right);
  all.hand_in("ada/mine/" + chapter + "/divisions.txt",
              common::read_text(tests::source_root() + "/solutions/" + chapter +
                                "/07_divisions/exercise.txt"));
  all.hand_in("=ben, \"B\"/" + file, "kernel void scale_and_add(global float* a) { oops; }\n");
  all.hand_in("cy/mine/" + file, common::read_text(starter));
  all.hand_in("dan/mine/notes.txt", "ill");
  fs::create_directories(fs::path(all.folder("eve")) / "mine" / chapter);
  fs::create_symlink(solution, fs::path(all.folder("eve")) / "mine" / file);
  for (const char* name : {"ada", "=ben, \"B\"", "cy", "dan", "eve/mine"})
    all.wanted.folders.push_back(all.folder(name));
  all.wanted.csv_file = all.folder("table.csv");
  all.wanted.json_file = all.folder("table.json");
  const std::string summary = all.run();
  INFO(summary);
  CHECK(contains(summary, "student"));

  const nlohmann::json document = tests::json_from(all.wanted.json_file);
  CHECK(document.at("rows").size() == 10); // what somebody has handed in: two exercises of five
  const auto state = [&](const char* student, const char* id) {
    return row_of(document, student, id).at("state").get<std::string>();
  };
  const std::string device_has_none = state("ada", "scale-and-add");
  if (device_has_none == "skipped")
    SKIP_TEST("there is no device");
  CHECK(state("ada", "scale-and-add") == "passed");
  CHECK(row_of(document, "ada", "scale-and-add").at("seconds") > 0.0);
  CHECK(state("ada", "divisions") == "passed");
  const nlohmann::json ben = row_of(document, "=ben, \"B\"", "scale-and-add");
  CHECK(ben.at("state") == "build");
  CHECK(contains(ben.at("reason").get<std::string>(), "scale-and-add.cl:1:"));
  CHECK(!contains(ben.at("reason").get<std::string>(), "\n"));
  CHECK(contains(ben.at("message").get<std::string>(), "^"));
  CHECK(state("cy", "scale-and-add") == "unchanged");
  CHECK(state("dan", "scale-and-add") == "missing");
  CHECK(state("eve", "scale-and-add") == "wrong"); // a link to our solution
  CHECK(contains(row_of(document, "eve", "scale-and-add").at("reason").get<std::string>(),
                 "plain file"));

  const std::string csv = common::read_text(all.wanted.csv_file);
  INFO(csv);
  CHECK(contains(csv, "student,chapter,exercise,stars,state,reason,seconds\n"));
  CHECK(contains(csv, harness::oclgrind_available()
                          ? "\nada,1,scale-and-add,1,passed,,"
                          : "\nada,1,scale-and-add,1,passed,\"Oclgrind is not"));
  CHECK(contains(
      csv, "\n\"'=ben, \"\"B\"\"\",1,scale-and-add,1,build,scale-and-add.cl:1:")); // no formula
  CHECK(contains(csv, "\ncy,1,scale-and-add,1,unchanged,,0.00\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 11);
  CHECK(!fs::exists(all.folder("ada/mine/" + chapter + "/scale-and-add.cl.orig")));
  CHECK(all.workshop.passed_count() == 0); // it is not the teacher's progress
}

TEST_CASE("report: --only names what is judged, and what nobody has handed in is missing") {
  Class all;
  all.hand_in("a/mine/" + chapter + "/scale-and-add.cl", common::read_text(starter));
  all.hand_in("b/mine/" + chapter + "/scale-and-add.cl", common::read_text(starter));
  all.wanted.folders = {all.folder("a"), all.folder("b")};
  all.wanted.only = {"who-am-i", chapter + "/07"};
  all.wanted.csv_file = "-";
  all.wanted.jobs = 2;
  const std::string csv = all.run();
  CHECK(
      contains(csv, "\na,1,who-am-i,1,missing,,0.00\na,1,divisions,1,missing,,0.00\nb,1,who-am-i"));
  CHECK(!contains(csv, "scale-and-add"));
}

TEST_CASE("report: folders and exercises that do not exist are errors, and so are folders of "
          "something else") {
  Class all;
  all.hand_in("a/mine/" + chapter + "/scale-and-add.cl", "");
  all.hand_in("b/letters.txt", "");
  const auto complaint = [&](const std::string& folder, const std::vector<std::string>& only) {
    all.wanted.folders = {folder};
    all.wanted.only = only;
    try {
      tests::output_of([&] { exercise::report(all.workshop, all.wanted); });
    } catch (const common::UsageError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  CHECK(contains(complaint(all.folder("none"), {}), "is not a directory"));
  CHECK(contains(complaint(all.folder("a"), {"scale-and-ad"}), "Did you mean: scale-and-add"));
  CHECK(contains(complaint(all.folder("b"), {}), "DIR/mine/NN_topic/ID.cl"));
}
