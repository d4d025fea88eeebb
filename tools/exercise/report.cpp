// The files of a class, judged one after the other: one row for each student and exercise.

#include "harness/system/report.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/cores.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

namespace exercise {
namespace {

using Json = nlohmann::json;

struct Student {
  std::string name;
  Places places; ///< its root is above the directory mine
};

// What a file is called that is not judged.
constexpr const char* missing = "missing";
constexpr const char* unchanged = "unchanged";

struct Row {
  std::string student;
  const Exercise* exercise = nullptr;
  std::string state, reason, message;
  double seconds = 0.0;
};

// A folder that holds mine/, or is called mine, or holds what is in mine.
fs::path directory_of_files(const fs::path& folder) {
  return fs::is_directory(folder / "mine") ? folder / "mine" : folder;
}

std::string name_of_student(const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(folder);
  return (whole.filename() == "mine" ? whole.parent_path() : whole).filename().string();
}

std::vector<Student> students_in(const std::vector<std::string>& folders) {
  std::map<std::string, int> names;
  for (const std::string& folder : folders) {
    if (!fs::is_directory(folder))
      throw common::UsageError(
          fmt::format("'{}' is not a directory: name the folder of each student.", folder));
    ++names[name_of_student(folder)];
  }
  std::vector<Student> students;
  for (const std::string& folder : folders) {
    const std::string name = name_of_student(folder);
    students.push_back({names.at(name) == 1 ? name : folder, {directory_of_files(folder)}});
  }
  return students;
}

// Under its id, or one that it had once. Empty: there is none.
fs::path handed_in(const Student& student, const Exercise& e) {
  std::vector<std::string> ids{e.id};
  ids.insert(ids.end(), e.was.begin(), e.was.end());
  for (const std::string& id : ids)
    if (const fs::path file =
            student.places.root / e.stem() / (id + fs::path(e.file).extension().string());
        fs::exists(fs::symlink_status(file)))
      return file;
  return {};
}

// The message in one line, without lines of source.
std::string in_one_line(const std::string& message) {
  constexpr std::size_t most = 240;
  std::istringstream lines(message);
  std::string text;
  for (std::string line; std::getline(lines, line) && text.size() < most;) {
    const std::size_t begin = line.find_first_not_of(" -\t");
    if (begin == std::string::npos || line.find(" | ") != std::string::npos)
      continue;
    text += (text.empty() ? "" : " ") + line.substr(begin);
  }
  if (text.size() > most) {
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
      --end;
    text = text.substr(0, end) + "...";
  }
  return text;
}

Row judged(const JudgeOptions& judging, const Student& student, const Exercise& e) {
  Row row{student.name, &e, missing, "", "", 0.0};
  const fs::path file = handed_in(student, e);
  if (file.empty())
    return row;
  // A link may lead to anything, such as our solution.
  if (!fs::is_regular_file(fs::symlink_status(file))) {
    row.state = name_of(Outcome::wrong);
    row.reason = row.message = "It is not a plain file.";
    return row;
  }
  if (common::read_text(file) == common::read_text(judging.places.starter(e))) {
    row.state = unchanged;
    return row;
  }
  try {
    const Verdict verdict = judge(judging, e, file);
    row.state = name_of(verdict.outcome);
    row.message = verdict.message;
    if (!verdict.left_out.empty())
      row.message += (row.message.empty() ? "" : "\n") + verdict.left_out;
    row.seconds = verdict.seconds;
  } catch (const std::exception& error) { // not the student's fault
    row.state = name_of(Outcome::skipped);
    row.message = error.what();
  }
  row.reason = in_one_line(row.message);
  return row;
}

// A field of a CSV file. What a spreadsheet would take for a formula gets an apostrophe.
std::string csv_field(std::string text) {
  if (!text.empty() && std::string("=+-@").find(text.front()) != std::string::npos)
    text.insert(text.begin(), '\'');
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string csv_of(const std::vector<Row>& rows) {
  std::string text = "student,chapter,exercise,stars,state,reason,seconds\n";
  for (const Row& row : rows)
    text += fmt::format("{},{},{},{},{},{},{:.2f}\n", csv_field(row.student),
                        row.exercise->chapter(), row.exercise->id, row.exercise->stars, row.state,
                        csv_field(row.reason), row.seconds);
  return text;
}

Json json_of(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows)
    list.push_back({{"student", row.student},
                    {"chapter", row.exercise->chapter()},
                    {"exercise", row.exercise->id},
                    {"stars", row.exercise->stars},
                    {"state", row.state},
                    {"reason", row.reason},
                    {"message", row.message},
                    {"seconds", row.seconds}});
  return {{"rows", list}};
}

std::string summary_of(const std::vector<Student>& students, const std::vector<Row>& rows) {
  using Align = harness::Table::Align;
  harness::Table table({{"student"},
                        {"passed", Align::right},
                        {"stars", Align::right},
                        {"failed", Align::right},
                        {"skipped", Align::right},
                        {"unchanged", Align::right},
                        {"missing", Align::right}});
  for (const Student& student : students) {
    int passed = 0, stars = 0, failed = 0, skipped = 0, same = 0, none = 0;
    for (const Row& row : rows) {
      if (row.student != student.name)
        continue;
      if (row.state == name_of(Outcome::passed)) {
        ++passed;
        stars += row.exercise->stars;
      } else
        ++(row.state == missing                     ? none
           : row.state == unchanged                 ? same
           : row.state == name_of(Outcome::skipped) ? skipped
                                                    : failed);
    }
    table.add({student.name, std::to_string(passed), std::to_string(stars), std::to_string(failed),
               std::to_string(skipped), std::to_string(same), std::to_string(none)});
  }
  return table.text();
}

} // namespace

int report(const Workshop& workshop, const Report& wanted) {
  const std::vector<Student> students = students_in(wanted.folders);
  std::vector<const Exercise*> chosen;
  for (const Exercise& e : workshop.all) {
    const bool named = std::any_of(wanted.only.begin(), wanted.only.end(), [&](const auto& name) {
      return e.path.rfind(name, 0) == 0 || e.id == name;
    });
    const bool there = wanted.only.empty() &&
                       std::any_of(students.begin(), students.end(), [&](const Student& student) {
                         return !handed_in(student, e).empty();
                       });
    if (named || there)
      chosen.push_back(&e);
  }
  for (const std::string& name : wanted.only) // throws where there is no such exercise
    if (std::none_of(chosen.begin(), chosen.end(),
                     [&](const Exercise* e) { return e->path.rfind(name, 0) == 0; }))
      find(workshop.all, name);
  if (chosen.empty())
    throw common::UsageError("no folder holds a file of an exercise: they are expected in "
                             "DIR/mine/NN_topic/ID.cl (or .cpp, .txt), or in DIR/NN_topic.");

  JudgeOptions judging = workshop.judging;
  judging.reasons = true;
  std::vector<Row> rows;
  harness::Progress progress("report");
  std::mutex telling, compiling; // host programs come from one build directory
  for (std::size_t s = 0; s < students.size(); ++s) {
    std::vector<Row> own(chosen.size());
    std::size_t done = 0;
    harness::on_threads(wanted.jobs, static_cast<int>(chosen.size()), [&](int i) {
      std::unique_lock turn(compiling, std::defer_lock);
      if (chosen[i]->is_host())
        turn.lock();
      own[i] = judged(judging, students[s], *chosen[i]);
      const std::lock_guard lock(telling);
      progress.show(fmt::format("{} ({} of {}): {} of {} exercises", students[s].name, s + 1,
                                students.size(), ++done, chosen.size()));
    });
    rows.insert(rows.end(), own.begin(), own.end());
    // After each student: what was judged is not lost when somebody ends the program.
    if (!wanted.csv_file.empty() && wanted.csv_file != "-")
      common::write_text(wanted.csv_file, csv_of(rows));
    if (!wanted.json_file.empty() && wanted.json_file != "-")
      harness::write_json(wanted.json_file, json_of(rows));
  }
  progress.show("");
  if (wanted.json_file == "-")
    harness::write_json("-", json_of(rows));
  else if (wanted.csv_file == "-")
    fmt::print("{}", csv_of(rows));
  else
    fmt::print("{}", summary_of(students, rows));
  return common::exit_passed;
}

} // namespace exercise
