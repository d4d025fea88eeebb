// .clangd, made of what each chapter says in its own folders.

#include "common/error.hpp"
#include "common/files.hpp"
#include "harness/system/text.hpp"
#include "tools/learn/learn.hpp"

#include <fmt/format.h>

#include <regex>
#include <set>

namespace learn {
namespace {

/// A block of .clangd for the files whose path this pattern describes; "suppress=*" among the flags: no complaints.
std::string block(const std::string& pattern, const std::vector<std::string>& flags) {
  std::vector<std::string> added;
  std::string suppressed;
  for (const std::string& flag : flags)
    if (flag.starts_with("suppress="))
      suppressed = flag.substr(flag.find('=') + 1);
    else
      added.push_back(fmt::format("\"{}\"", flag));
  if (!suppressed.empty())
    added.emplace_back("-ferror-limit=0");
  std::string text = fmt::format("---\nIf:\n  PathMatch: {}\nCompileFlags:\n  Add: [{}]\n", pattern,
                                 fmt::join(added, ", "));
  if (!suppressed.empty())
    text += fmt::format("Diagnostics:\n  Suppress: \"{}\"\n", suppressed);
  return text;
}

std::string escaped(const std::string& path) {
  return std::regex_replace(path, std::regex(R"([.+])"), R"(\$&)");
}

std::vector<fs::path> sorted(const fs::path& directory, bool directories) {
  std::set<fs::path> found;
  if (fs::is_directory(directory))
    for (const auto& entry : fs::directory_iterator(directory))
      if (entry.is_directory() == directories)
        found.insert(entry.path());
  return {found.begin(), found.end()};
}

/// "// build: -DTILE=16" in the comment that begins a kernel.
std::vector<std::string> flags_in_head(const fs::path& kernel) {
  for (const std::string& line : harness::lines_of(common::read_text(kernel))) {
    if (!line.starts_with("//"))
      break;
    if (const std::string mark = "// build: "; line.starts_with(mark))
      return harness::split(line.substr(mark.size()), " ");
  }
  return {};
}

} // namespace

std::string editor_settings(const fs::path& root) {
  const fs::path file = root / ".clangd";
  const std::string mark = "# ./learn fix writes what follows.\n";
  const std::string text = common::read_text(file);
  const std::size_t at = text.find(mark);
  if (at == text.npos)
    throw common::Error(fmt::format("{} has lost its line '{}': put it where the blocks of the "
                                    "chapters begin.",
                                    file.string(), harness::trimmed(mark)));
  std::string settings = text.substr(0, at + mark.size());
  for (const auto& [tree, trees] : {std::pair{"exercises", "(exercises|solutions|mine)"}, //
                                    std::pair{"kernels", "kernels"}})
    for (const fs::path& directory : sorted(root / tree, true)) {
      const std::string place = fmt::format("{}/{}/", trees, directory.filename().string());
      if (const fs::path said = directory / "editor.txt"; fs::exists(said))
        for (const std::string& line : harness::lines_of(common::read_text(said))) {
          std::vector<std::string> words = harness::split(line, " ");
          if (words.empty() || words.front().starts_with("#"))
            continue;
          const std::string pattern = place + words.front();
          words.erase(words.begin());
          settings += block(pattern, words);
        }
      for (const fs::path& kernel : sorted(directory, false))
        if (kernel.extension() == ".cl" || kernel.extension() == ".clh")
          if (const auto flags = flags_in_head(kernel); !flags.empty())
            settings += block(place + escaped(kernel.filename().string()), flags);
    }
  return settings;
}

} // namespace learn
