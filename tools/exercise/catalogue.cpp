#include "tools/exercise/catalogue.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/options.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace exercise {
namespace {

const std::map<std::string, Kind> kinds{{"kernel", Kind::kernel},
                                        {"host", Kind::host},
                                        {"find-bug", Kind::find_bug},
                                        {"faster", Kind::faster},
                                        {"predict", Kind::predict}};
const std::map<std::string, Outcome> outcomes{
    {"passed", Outcome::passed},       {"wrong", Outcome::wrong},   {"build", Outcome::build},
    {"sanitizer", Outcome::sanitizer}, {"budget", Outcome::budget}, {"timeout", Outcome::timeout},
    {"skipped", Outcome::skipped}};

template <typename Value>
std::string name_in(const std::map<std::string, Value>& names, Value wanted) {
  for (const auto& [name, value] : names)
    if (value == wanted)
      return name;
  throw std::logic_error("a value without a name");
}

toml::table parse(const fs::path& file) {
  try {
    return toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    throw common::Error(fmt::format("{}:{}: {}.", file.string(), error.source().begin.line,
                                    std::string(error.description())));
  }
}

// Reads one table. What is unknown is an error too: a misspelt key would be a silent default.
class Reader {
 public:
  Reader(const fs::path& file, toml::table table) : file_(file), table_(std::move(table)) {}

  template <typename T>
  std::optional<T> get(const char* key) {
    known_.insert(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr)
      return std::nullopt;
    const std::optional<T> value = node->value<T>();
    if (!value)
      complain(fmt::format("'{}' has a value of the wrong type", key));
    return value;
  }
  template <typename T>
  T need(const char* key) {
    const std::optional<T> value = get<T>(key);
    if (!value)
      complain(fmt::format("'{}' is missing", key));
    return *value;
  }
  std::vector<std::string> list(const char* key) {
    known_.insert(key);
    std::vector<std::string> values;
    const toml::node* node = table_.get(key);
    if (node == nullptr)
      return values;
    if (!node->is_array())
      complain(fmt::format("'{}' is not a list", key));
    for (const toml::node& element : *node->as_array()) {
      const std::optional<std::string> value = element.value<std::string>();
      if (!value)
        complain(fmt::format("'{}' is not a list of strings", key));
      values.push_back(*value);
    }
    return values;
  }
  template <typename Value>
  Value one_of(const std::map<std::string, Value>& names, const char* key) {
    const std::string name = need<std::string>(key);
    const auto found = names.find(name);
    if (found == names.end())
      complain(fmt::format("'{}' is not a valid '{}'", name, key));
    return found->second;
  }
  void end() const {
    for (const auto& [key, value] : table_)
      if (known_.count(std::string(key.str())) == 0)
        complain(fmt::format("the key '{}' is unknown", std::string(key.str())));
  }
  [[noreturn]] void complain(const std::string& what) const {
    throw common::Error(fmt::format("{}: {}.", file_.string(), what));
  }

 private:
  fs::path file_;
  toml::table table_;
  std::set<std::string> known_;
};

Exercise read(const fs::path& directory) {
  Reader reader(directory / "exercise.toml", parse(directory / "exercise.toml"));
  Exercise e;
  e.path = (directory.parent_path().filename() / directory.filename()).string();
  e.id = reader.need<std::string>("id");
  e.was = reader.list("was");
  e.title = reader.need<std::string>("title");
  e.kind = reader.one_of(kinds, "kind");
  e.stars = static_cast<int>(reader.need<std::int64_t>("stars"));
  e.minutes = static_cast<int>(reader.need<std::int64_t>("minutes"));
  e.fails_with = reader.one_of(outcomes, "fails_with");
  e.says = reader.get<std::string>("says").value_or("");
  e.hints = reader.list("hints");
  e.requires_ = reader.list("requires");
  e.teaches = reader.list("teaches");
  e.section = reader.get<std::string>("section").value_or("");
  e.seconds = static_cast<int>(reader.get<std::int64_t>("seconds").value_or(e.seconds));
  reader.end();
  for (const char* file : {"exercise.cl", "exercise.cpp", "exercise.txt"})
    if (fs::is_regular_file(directory / file)) {
      if (!e.file.empty())
        reader.complain(fmt::format("there are two starters, {} and {}", e.file, file));
      e.file = file;
    }
  if (e.file.empty())
    reader.complain("there is no starter beside it: exercise.cl, exercise.cpp or exercise.txt");
  const std::string fitting = e.kind == Kind::kernel    ? "exercise.cl"
                              : e.kind == Kind::host    ? "exercise.cpp"
                              : e.kind == Kind::predict ? "exercise.txt"
                                                        : e.file;
  if (e.file != fitting || (e.kind != Kind::predict && e.file == "exercise.txt"))
    reader.complain(
        fmt::format("an exercise of kind '{}' cannot start from {}", name_of(e.kind), e.file));
  if (e.hints.size() != 3)
    reader.complain(fmt::format("there are {} hints instead of three", e.hints.size()));
  if (e.stars < 1 || e.stars > 3)
    reader.complain("'stars' must be from 1 to 3");
  if (e.fails_with == Outcome::passed || e.fails_with == Outcome::skipped)
    reader.complain("a starter must fail");
  if (e.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos ||
      e.id.empty())
    reader.complain(
        fmt::format("the id '{}' may contain only lower-case letters, digits and '-'", e.id));
  return e;
}

// The headings of a page, without their marks.
std::vector<std::string> headings(const fs::path& page) {
  std::vector<std::string> found;
  if (!fs::is_regular_file(page))
    return found;
  std::istringstream lines(common::read_text(page));
  bool fenced = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```"))
      fenced = !fenced;
    const std::size_t text = line.find_first_not_of('#');
    if (!fenced && text != std::string::npos && text > 0 && line[text] == ' ')
      found.push_back(line.substr(text + 1));
  }
  return found;
}

// How often `part` is in `text`.
std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

struct Concept {
  int chapter = 0; // whose lesson teaches it
  std::vector<std::string> code;
};

std::map<std::string, Concept> concepts(const fs::path& file) {
  std::map<std::string, Concept> all;
  if (!fs::is_regular_file(file))
    return all;
  for (const auto& [name, node] : parse(file)) {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      throw common::Error(
          fmt::format("{}: '{}' is not a table.", file.string(), std::string(name.str())));
    Reader reader(file, *table);
    all[std::string(name.str())] = {static_cast<int>(reader.need<std::int64_t>("chapter")),
                                    reader.list("code")};
    reader.end();
  }
  return all;
}

} // namespace

std::string name_of(Kind kind) {
  return name_in(kinds, kind);
}

std::string name_of(Outcome outcome) {
  return name_in(outcomes, outcome);
}

Lesson lesson_of(const Places& places, const Exercise& exercise) {
  const fs::path chapter = fs::path("chapters") / exercise.stem();
  Lesson lesson{(chapter / "README.md").string(), ""};
  if (exercise.section.empty() || !fs::is_directory(places.root / chapter))
    return lesson;
  std::vector<fs::path> pages{"README.md"};
  for (const auto& entry : fs::directory_iterator(places.root / chapter))
    if (entry.path().extension() == ".md")
      pages.push_back(entry.path().filename());
  std::sort(pages.begin() + 1, pages.end());
  for (const fs::path& page : pages)
    for (const std::string& heading : headings(places.root / chapter / page))
      if (heading == exercise.section)
        return {(chapter / page).string(), heading};
  return lesson;
}

std::string chapter_title(const Places& places, const Exercise& exercise) {
  const fs::path page = places.root / "chapters" / exercise.stem() / "README.md";
  if (const std::vector<std::string> found = headings(page); !found.empty())
    if (const std::size_t dot = found[0].find("· "); dot != std::string::npos)
      return found[0].substr(dot + std::string("· ").size());
  return exercise.stem();
}

std::vector<Mutant> mutants(const Places& places, const Exercise& exercise) {
  const fs::path file = places.root / "tests" / "exercises" / exercise.path / "mutants.toml";
  std::vector<Mutant> all;
  if (!fs::is_regular_file(file))
    return all;
  const std::string solution = common::read_text(places.solution(exercise));
  const toml::table document = parse(file);
  for (const auto& [name, node] : document) {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      throw common::Error(
          fmt::format("{}: '{}' is not a table.", file.string(), std::string(name.str())));
    Reader reader(file, *table);
    Mutant mutant{std::string(name.str()), solution, {}};
    const auto old = reader.need<std::string>("replace");
    const auto other = reader.need<std::string>("with");
    if (const auto outcome = reader.get<std::string>("fails_with"))
      mutant.fails_with = reader.one_of(outcomes, "fails_with");
    reader.end();
    if (const std::size_t times = count_of(solution, old); times != 1)
      reader.complain(
          fmt::format("the text that '{}' replaces occurs {} times in the solution instead of once",
                      mutant.name, times));
    mutant.text.replace(solution.find(old), old.size(), other);
    all.push_back(std::move(mutant));
  }
  return all;
}

std::vector<std::string> order_problems(const Places& places, const std::vector<Exercise>& all) {
  const std::map<std::string, Concept> known = concepts(places.root / "exercises/concepts.toml");
  std::vector<std::string> problems;
  std::set<std::string> taught; // by exercises
  for (const Exercise& e : all) {
    const auto has_been_taught = [&](const std::string& name) {
      const auto found = known.find(name);
      return taught.count(name) > 0 ||
             (found != known.end() && found->second.chapter <= e.chapter());
    };
    for (const std::string& name : e.requires_)
      if (!has_been_taught(name))
        problems.push_back(fmt::format(
            "{} requires '{}', which no earlier chapter or exercise teaches.", e.path, name));
    taught.insert(e.teaches.begin(), e.teaches.end());
    const std::string code =
        common::read_text(places.starter(e)) + common::read_text(places.solution(e));
    for (const auto& [name, what] : known)
      if (!has_been_taught(name))
        for (const std::string& word : what.code)
          if (code.find(word) != std::string::npos)
            problems.push_back(fmt::format("{} uses '{}': '{}' is taught in chapter {}.", e.path,
                                           word, name, what.chapter));
  }
  return problems;
}

std::vector<Exercise> catalogue(const fs::path& root) {
  std::vector<fs::path> directories;
  if (fs::is_directory(root / "exercises"))
    for (const auto& entry : fs::recursive_directory_iterator(root / "exercises"))
      if (entry.path().filename() == "exercise.toml")
        directories.push_back(entry.path().parent_path());
  std::sort(directories.begin(), directories.end()); // the numbers are the order
  std::vector<Exercise> all;
  std::set<std::string> ids;
  for (const fs::path& directory : directories) {
    all.push_back(read(directory));
    for (std::vector<std::string> names = all.back().was; const std::string& name : names)
      if (!ids.insert(name).second)
        throw common::Error(fmt::format("the id '{}' is used twice.", name));
    if (!ids.insert(all.back().id).second)
      throw common::Error(fmt::format("the id '{}' is used twice.", all.back().id));
  }
  return all;
}

const Exercise& find(const std::vector<Exercise>& all, std::string_view reference) {
  const std::string wanted(reference);
  const std::size_t slash = wanted.find('/');
  const auto number_at = [&](std::size_t i) { return std::atoi(wanted.c_str() + i); };
  const auto fits = [&](const Exercise& e) {
    const std::string name = e.path.substr(e.path.find('/') + 1); // "01_guard"
    return e.id == wanted || e.path == wanted ||
           name.substr(std::min<std::size_t>(3, name.size())) == wanted ||
           (wanted.find_first_not_of("0123456789/") == std::string::npos && wanted.size() < 8 &&
            slash != std::string::npos && number_at(0) == e.chapter() &&
            number_at(slash + 1) == std::atoi(name.c_str()));
  };
  const auto found = std::find_if(all.begin(), all.end(), fits);
  if (found != all.end())
    return *found;
  std::string near;
  for (const Exercise& e : all)
    if (harness::is_near(wanted, e.id) || harness::is_near(wanted, e.path))
      near += (near.empty() ? "" : ", ") + e.id;
  throw common::UsageError(fmt::format("there is no exercise '{}'.{} `./learn exercise list` shows "
                                       "all of them.",
                                       wanted, near.empty() ? "" : " Did you mean: " + near + "?"));
}

} // namespace exercise
