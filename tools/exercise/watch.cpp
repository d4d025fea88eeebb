// The screen that checks at each save. It polls the file, because that works on every system, over
// ssh and with every editor.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <thread>

#if __has_include(<termios.h>)
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#define HAVE_TERMINAL
#endif

namespace exercise {
namespace {

#ifdef HAVE_TERMINAL

// Keys come one by one and are not shown, until the end of the scope.
class RawKeys {
 public:
  RawKeys() {
    tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawKeys() { tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  /// The next key, or 0 if none comes within `milliseconds`; 'q' where the input has ended.
  static char next(int milliseconds) {
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    if (::poll(&waiting, 1, milliseconds) <= 0)
      return 0;
    char key = 0;
    return ::read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
  }

 private:
  termios before_{};
};

bool is_terminal() {
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

#else

bool is_terminal() {
  return false;
}

#endif

// A line of blocks: how far one is.
std::string progress_line(const Workshop& workshop) {
  std::size_t done = 0;
  for (const Exercise& e : workshop.all)
    done += workshop.progress.of(e).passed.empty() ? 0 : 1;
  constexpr std::size_t width = 30;
  const std::size_t filled = workshop.all.empty() ? 0 : done * width / workshop.all.size();
  std::string bar;
  for (std::size_t i = 0; i < width; ++i)
    bar += i < filled ? "█" : "░";
  return fmt::format("{}  {} of {} exercises done\n", bar, done, workshop.all.size());
}

// What is on the screen: one exercise, its last verdict, and what a key has asked for.
struct Screen {
  const Exercise* exercise;
  std::optional<Verdict> verdict;
  std::string extra;

  void draw(const Workshop& workshop) const {
    fmt::print("\033[2J\033[H{}\n{}{}", progress_line(workshop), introduction(workshop, *exercise),
               std::string(72, '-') + "\n");
    fmt::print("{}", verdict ? verdict_text(*verdict, true) : "checking ...\n");
    if (!extra.empty())
      fmt::print("\n{}", extra);
    fmt::print("\n[n] next  [h] hint  [l] list  [r] reset  [s] solution  [q] quit\n");
    std::fflush(stdout);
  }
};

// What changes when the learner saves. An editor may write a new file in the old one's place, and
// for a moment there is none.
std::string state_of(const fs::path& file) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  const auto size = fs::file_size(file, gone);
  return gone ? "" : fmt::format("{} {}", time.time_since_epoch().count(), size);
}

std::string solution_text(const Workshop& workshop, const Exercise& exercise) {
  const Progress::Entry entry = workshop.progress.of(exercise);
  if (entry.passed.empty() && entry.hints < 3)
    return "The solution is shown when you have passed, or after the third hint.\n";
  std::string text = entry.passed.empty()
                         ? "You have not solved it yet. Read, close, and write it yourself.\n\n"
                         : "";
  return text + common::read_text(workshop.court.places.solution(exercise)) + "\n" +
         common::read_text(workshop.court.places.why(exercise));
}

void reset(const Workshop& workshop, const Exercise& exercise, std::string& note) {
  const fs::path file = workshop.file_of(exercise);
  const fs::path copy = workshop.progress.back_up(exercise, file);
  fs::copy_file(workshop.court.places.starter(exercise), file,
                fs::copy_options::overwrite_existing);
  note = fmt::format("Back at the starter. Your text is kept as {}\n", copy.string());
}

} // namespace

int watch(Workshop& workshop, const Exercise* first) {
  const Exercise* exercise = first != nullptr ? first : workshop.next();
  if (exercise == nullptr) {
    fmt::print("All {} exercises are done.\n", workshop.all.size());
    return common::exit_passed;
  }
  if (!is_terminal()) { // one check, in plain words
    fmt::print("{}", introduction(workshop, *exercise));
    const Verdict verdict = judge(workshop.court, *exercise, workshop.file_of(*exercise));
    fmt::print("{}", verdict_text(verdict, false));
    if (verdict.outcome == Outcome::passed)
      workshop.progress.pass(*exercise);
    return exit_code_of(verdict.outcome);
  }
#ifdef HAVE_TERMINAL
  const RawKeys keys;
  Screen screen{exercise, std::nullopt, ""};
  std::string seen;
  for (;;) {
    const fs::path file = workshop.file_of(*screen.exercise);
    if (const std::string now = state_of(file); now != seen && !now.empty()) {
      seen = now;
      screen.verdict.reset();
      screen.draw(workshop);
      screen.verdict = judge(workshop.court, *screen.exercise, file);
      screen.extra.clear();
      if (screen.verdict->outcome == Outcome::passed) {
        workshop.progress.pass(*screen.exercise);
        screen.extra = "[n] goes on, [s] compares with our solution.\n";
      }
      screen.draw(workshop);
    }
    const char key = RawKeys::next(200);
    const auto go_to = [&](const Exercise* other) {
      screen = {other, std::nullopt, ""};
      seen.clear();
    };
    switch (key) {
    case 0:
      continue;
    case 'q':
      return common::exit_passed;
    case 'n': {
      const auto after = screen.exercise - workshop.all.data() + 1;
      if (after < static_cast<std::ptrdiff_t>(workshop.all.size()))
        go_to(&workshop.all[static_cast<std::size_t>(after)]);
      else
        screen.extra = "This is the last one.\n";
      break;
    }
    case 'h': {
      const int level = std::min(3, workshop.progress.of(*screen.exercise).hints + 1);
      workshop.progress.hint(*screen.exercise, level);
      screen.extra.clear();
      for (int i = 1; i <= level; ++i)
        screen.extra += hint_text(*screen.exercise, i);
      break;
    }
    case 'l':
      screen.extra = list_text(workshop);
      break;
    case 'r':
      reset(workshop, *screen.exercise, screen.extra);
      break;
    case 's':
      screen.extra = solution_text(workshop, *screen.exercise);
      break;
    default:
      continue;
    }
    if (!seen.empty())
      screen.draw(workshop);
  }
#else
  return common::exit_passed;
#endif
}

} // namespace exercise
