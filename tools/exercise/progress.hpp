// What a learner has done: a versioned file in the user's state directory.
#pragma once

#include "tools/exercise/catalogue.hpp"

#include <functional>
#include <map>

namespace exercise {

/// $XDG_STATE_HOME/opencl-step-by-step, or below ~/.local/state. Throws common::Error where neither
/// variable names a directory.
fs::path state_directory();

class Progress {
 public:
  struct Entry {
    std::string passed; ///< the date; empty: not yet
    int hints = 0;      ///< how many have been shown
  };

  /// Reads progress.json of the directory; a missing file is a new learner. One of a newer version,
  /// or a damaged one, is kept aside as progress.json.KEPT, never overwritten.
  explicit Progress(fs::path directory);

  /// Entries follow an exercise that has got a new id.
  Entry of(const Exercise& exercise) const;
  // These read the file again before they change it, because another program may have written it, and
  // keep other programs from it until they are done. They throw common::Error if it cannot be written.
  void pass(const Exercise& exercise);
  /// Notes that one more hint, of three, is shown; returns how many that makes.
  int hint(const Exercise& exercise);
  void forget(const Exercise& exercise);

  /// Copies a learner's file to a place of its own below the directory, and returns where. Throws
  /// common::Error where that fails.
  fs::path back_up(const Exercise& exercise, const fs::path& file) const;

 private:
  void read();
  /// Changes the entry of an exercise, in the file too.
  void change(const Exercise& exercise, const std::function<void(Entry&)>& how);
  void save() const;

  fs::path directory_;
  std::map<std::string, Entry> entries_;
};

/// Makes a directory and those above it. Throws common::Error that says what to do.
void make_directory(const fs::path& directory);

} // namespace exercise
