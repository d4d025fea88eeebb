#pragma once

#include "common/timing.hpp"

#include <string>

namespace harness::ladder {

/// Has the user pressed Ctrl-C while an Interruptible lived?
bool is_interrupted();

/// While one of these lives, the first Ctrl-C empties every Budget, and the second ends the program.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  void (*before_)(int);
};

/// So many seconds, from now on.
class Budget {
 public:
  explicit Budget(double seconds) : seconds_(seconds) {}
  double left() const { return is_interrupted() ? 0.0 : seconds_ - watch_.seconds(); }
  /// For a line of progress; empty where there is no end.
  std::string text() const;

 private:
  double seconds_;
  common::Stopwatch watch_;
};

} // namespace harness::ladder
