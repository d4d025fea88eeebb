#include "tools/check_text/check_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

namespace check_text {

std::vector<std::string> project_files(const fs::path& root) {
  std::vector<std::string> files;
  const harness::ProcessResult git =
      harness::run_process({"git", "-C", root.string(), "-c", "core.quotePath=off", "ls-files",
                            "--cached", "--others", "--exclude-standard"});
  if (git.exit_code == 0) {
    files = lines_of(git.output);
  } else {
    for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it); ++it) {
      const std::string name = it->path().filename().string();
      if (it->is_directory() && (name[0] == '.' || name == "build" || name == "out"))
        it.disable_recursion_pending();
      else if (it->is_regular_file())
        files.push_back(it->path().lexically_relative(root).generic_string());
    }
  }
  files.erase(std::remove_if(files.begin(), files.end(), // deleted, but still known to git
                             [&](const std::string& file) { return !fs::exists(root / file); }),
              files.end());
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

namespace {

constexpr size_t longest_main = 150;

/// `id == "v3"`, `step.id[0] != 'c'`, `id.starts_with("v")`
const std::regex compared_id(
    R"re(\bid(\.front\(\)|\[0\])? *[!=]= *["']|\bid\.(starts_with|substr|compare)\()re");

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Does `path` occur in `line` as the start of an absolute path with something behind it?
bool has_absolute_path(const std::string& line, const std::string& path) {
  for (size_t at = line.find(path); at != std::string::npos; at = line.find(path, at + 1)) {
    // `../work/`, `${HOME}/work/` and `docs/home/` are no absolute paths.
    const bool begins =
        at == 0 ||
        (!is_word(line[at - 1]) && std::string(".-~)}>*/").find(line[at - 1]) == std::string::npos);
    const size_t behind = at + path.size();
    if (begins && (path.back() != '/' || (behind < line.size() && is_word(line[behind]))))
      return true;
  }
  return false;
}

bool has_word(const std::string& line, const std::string& word) {
  for (size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1))
    if ((at == 0 || !is_word(line[at - 1])) &&
        (at + word.size() == line.size() || !is_word(line[at + word.size()])))
      return true;
  return false;
}

/// Is `path` = folder/*/name, where an empty name means any with this extension?
bool is_in(const fs::path& path, const char* folder, const char* name, const char* extension = "") {
  return std::distance(path.begin(), path.end()) == 3 && *path.begin() == folder &&
         (*name != '\0' ? path.filename() == name : path.extension() == extension);
}

} // namespace

void check_house(const fs::path& root, const std::string& file, Problems& problems) {
  const std::string text = read_text(root / file);
  if (text.find('\0') != std::string::npos)
    return; // not a text
  const Lines lines = lines_of(text);
  const fs::path path(file);

  // Written so that this file obeys its own rule.
  Lines machine_paths;
  for (const char* name : {"home", "Users", "root", "work"})
    machine_paths.push_back(fmt::format("/{}/", name));
  if (const fs::path here = fs::weakly_canonical(root); here.has_relative_path())
    machine_paths.push_back(here.generic_string());
  const Lines open_ends = {"TO"
                           "DO",
                           "FIX"
                           "ME"};
  const bool exercise = *path.begin() == "exercises";
  const bool lab = *path.begin() == "chapters" && path.parent_path().filename() == "lab" &&
                   path.extension() != ".md";

  for (size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    for (const std::string& machine_path : machine_paths)
      if (has_absolute_path(lines[i], machine_path)) {
        problems.push_back({file, number,
                            fmt::format("'{}' is a path of one machine: use a path relative to the "
                                        "project",
                                        machine_path)});
        break;
      }
    for (const std::string& word : open_ends)
      if (!exercise && has_word(lines[i], word))
        problems.push_back({file, number, fmt::format("{} is an open end: do it now", word)});
    if (lab && std::regex_search(lines[i], compared_id))
      problems.push_back({file, number,
                          "asks for a step's id: what a step is goes into its row (an experiment "
                          "gets the steps that it names from step_named())"});
  }
  if (is_in(path, "chapters", "main.cpp") && lines.size() > longest_main)
    problems.push_back(
        {file, static_cast<int>(longest_main) + 1,
         fmt::format("the program has {} lines and may have {}: move the problem and "
                     "its steps to a library of the chapter",
                     lines.size(), longest_main)});
  if (const auto markers =
          std::count_if(lines.begin(), lines.end(),
                        [](const std::string& line) { return !region_marker(line).empty(); });
      is_in(path, "chapters", "main.cpp") && 10 * markers > std::ssize(lines))
    problems.push_back({file, 1,
                        fmt::format("{} of {} lines are markers of regions: show whole functions, "
                                    "which need none",
                                    markers, lines.size())});
  if (is_in(path, "kernels", "", ".cl")) {
    const std::string start = trimmed(text).substr(0, 2);
    if (start != "//" && start != "/*")
      problems.push_back(
          {file, 1, "the kernel file has no contract: open it with a comment that states it"});
  }
}

} // namespace check_text
