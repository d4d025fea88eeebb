// What a learner has done: a versioned file in the user's state directory.
#pragma once

#include "tools/exercise/catalogue.hpp"

#include <functional>
#include <map>
#include <optional>

namespace exercise {

/// $XDG_STATE_HOME/opencl-step-by-step, or below ~/.local/state. Throws common::Error where neither
/// variable names a directory.
fs::path state_directory();

class Progress {
 public:
  /// What a reset has taken away, for those who want it back.
  struct Reset {
    std::string copy; ///< where the learner's text is kept; empty: it was the starter
    std::string passed;
    int hints = 0;
  };
  struct Entry {
    std::string passed; ///< the date; empty: not yet
    int hints = 0;      ///< how many have been shown
    std::optional<Reset> reset = {};
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
  /// Back to the beginning; `copy` is where the learner's text is kept.
  void forget(const Exercise& exercise, const fs::path& copy = {});
  /// Takes back the last forget().
  void remember(const Exercise& exercise);
  /// This is the one that the learner works on now.
  void visit(const Exercise& exercise);
  /// Its id; empty: there is none yet.
  const std::string& last() const { return last_; }

  /// Copies a learner's file to a place of its own below the directory, and returns where. Throws
  /// common::Error where that fails.
  fs::path back_up(const Exercise& exercise, const fs::path& file) const;

 private:
  void read();
  /// Changes the file, which no other program writes meanwhile.
  void change(const std::function<void()>& how);
  /// Changes the entry of an exercise, in the file too.
  void change(const Exercise& exercise, const std::function<void(Entry&)>& how);
  void save() const;

  fs::path directory_;
  std::map<std::string, Entry> entries_;
  std::string last_;
};

/// Makes a directory and those above it. Throws common::Error that says what to do.
void make_directory(const fs::path& directory);

} // namespace exercise
