#include "tools/exercise/catalogue.hpp"

#include "common/error.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

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

// Reads one file. What is unknown is an error too: a misspelt key would be a silent default.
class Reader {
 public:
  explicit Reader(const fs::path& file) : file_(file) {
    try {
      table_ = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
      throw common::Error(fmt::format("{}:{}: {}", file.string(), error.source().begin.line,
                                      std::string(error.description())));
    }
  }

  template <typename T>
  std::optional<T> get(const char* key) {
    known_.insert(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr)
      return std::nullopt;
    const std::optional<T> value = node->value<T>();
    if (!value)
      complain(fmt::format("'{}' has a value of another type", key));
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
    if (const toml::array* array = table_.get_as<toml::array>(key))
      for (const toml::node& node : *array) {
        const std::optional<std::string> value = node.value<std::string>();
        if (!value)
          complain(fmt::format("'{}' is not a list of texts", key));
        values.push_back(*value);
      }
    return values;
  }
  template <typename Value>
  Value one_of(const std::map<std::string, Value>& names, const char* key) {
    const std::string name = need<std::string>(key);
    const auto found = names.find(name);
    if (found == names.end())
      complain(fmt::format("'{}' is no '{}'", name, key));
    return found->second;
  }
  void end() const {
    for (const auto& [key, value] : table_)
      if (known_.count(std::string(key.str())) == 0)
        complain(fmt::format("'{}' is not known", std::string(key.str())));
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
  Reader reader(directory / "exercise.toml");
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
  e.seconds = static_cast<int>(reader.get<std::int64_t>("seconds").value_or(e.seconds));
  reader.end();
  e.file = e.kind == Kind::host      ? "exercise.cpp"
           : e.kind == Kind::predict ? "exercise.txt"
                                     : "exercise.cl";
  if (e.hints.size() != 3)
    reader.complain(fmt::format("there are {} hints, and not three", e.hints.size()));
  if (e.stars < 1 || e.stars > 3)
    reader.complain("'stars' goes from 1 to 3");
  if (e.fails_with == Outcome::passed || e.fails_with == Outcome::skipped)
    reader.complain("a starter has to fail");
  return e;
}

} // namespace

std::string name_of(Kind kind) {
  return name_in(kinds, kind);
}

std::string name_of(Outcome outcome) {
  return name_in(outcomes, outcome);
}

std::vector<fs::path> Places::mutants(const Exercise& e) const {
  std::vector<fs::path> files;
  const fs::path directory = root / "tests" / "exercises" / e.path;
  if (fs::is_directory(directory))
    for (const auto& entry : fs::directory_iterator(directory))
      if (entry.path().filename().string().rfind("mutant_", 0) == 0)
        files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
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

const Exercise& find(const std::vector<Exercise>& all, const std::string& wanted) {
  const auto fits = [&](const Exercise& e) {
    const std::string name = e.path.substr(e.path.find('/') + 1); // "01_guard"
    return e.id == wanted || e.path == wanted ||
           name.substr(std::min<std::size_t>(3, name.size())) == wanted ||
           fmt::format("{}/{}", e.chapter(), std::atoi(name.c_str())) == wanted;
  };
  const auto found = std::find_if(all.begin(), all.end(), fits);
  if (found != all.end())
    return *found;
  std::string near;
  for (const Exercise& e : all)
    if (e.id.find(wanted) != std::string::npos || e.path.find(wanted) != std::string::npos)
      near += (near.empty() ? "" : ", ") + e.id;
  throw common::UsageError(fmt::format("there is no exercise '{}'.{} `./learn exercise list` shows "
                                       "all of them.",
                                       wanted, near.empty() ? "" : " Did you mean: " + near + "?"));
}

} // namespace exercise
