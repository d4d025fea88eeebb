#pragma once

#include <filesystem>
#include <string>

namespace harness {

/// Notices when a file is saved. It has to be asked again and again, a few times a second, because that works on every
/// system, over ssh and with every editor.
class SavedFile {
 public:
  explicit SavedFile(std::filesystem::path file) : path(std::move(file)) {}

  enum class News { none, saved, gone };
  /// What has happened since it last told news; the first time the file counts as saved. An editor may put a new file in
  /// the old one's place: only after five times in a row without a file it is gone.
  News look();
  /// Whether the file is another one than at the last news.
  bool is_other() const;
  /// The file counts as saved the next time.
  void forget() { seen_.clear(); }

  const std::filesystem::path path;

 private:
  std::string seen_; // its state at the last news; empty: none, or no file
  int missing_ = 0;  // how often in a row it was not there
};

} // namespace harness
