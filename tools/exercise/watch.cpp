// The screen that checks at each save. It polls the file, because that works on every system, over
// ssh and with every editor.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <utility>

#if __has_include(<termios.h>)
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#define HAVE_TERMINAL
#endif

namespace exercise {
namespace {

#ifdef HAVE_TERMINAL

// Keys come one by one and are not shown, until the end of the scope. Ctrl-C is a key too: a learner's
// program that runs is then still waited for, and the terminal put back.
class RawKeys {
 public:
  RawKeys() {
    tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
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
    constexpr char control_c = 3, control_d = 4;
    char key = 0;
    const bool got = ::read(STDIN_FILENO, &key, 1) == 1;
    return !got || key == control_c || key == control_d ? 'q' : key;
  }

 private:
  termios before_{};
};

bool is_terminal() {
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

// A line of blocks: how far one is.
std::string progress_line(const Workshop& workshop, const Style& style) {
  constexpr std::size_t width = 30;
  const std::size_t done = workshop.passed_count();
  const std::size_t filled = workshop.all.empty() ? 0 : done * width / workshop.all.size();
  std::string bar;
  for (std::size_t i = 0; i < width; ++i)
    bar += i < filled ? "█" : "░";
  return fmt::format("{}{}{}  {} of {} exercises done\n", style.colour ? "\033[32m" : "", bar,
                     style.colour ? "\033[0m" : "", done, workshop.all.size());
}

// The last line, in several where the terminal is narrow.
std::string keys_text(int hints, const Style& style) {
  std::string text;
  std::size_t used = 0;
  for (const std::string& key :
       {std::string("[n]ext"), fmt::format("[h]int {}/3", hints), std::string("[l]ist"),
        std::string("[r]eset"), std::string("[s]olution"), std::string("[q]uit"),
        std::string("  checked at each save")}) {
    const bool fits = used == 0 || used + 2 + key.size() <= style.width;
    text += used == 0 ? "" : fits ? "  " : "\n";
    text += key;
    used = fits ? used + 2 + key.size() : key.size();
  }
  return text + '\n';
}

// What is on the screen: one exercise, its last verdict, and what a key has asked for.
struct Screen {
  const Exercise* exercise;
  std::optional<Verdict> verdict;
  std::string extra;
  std::string news; // for `extra` when the file is checked next

  void draw(const Workshop& workshop) const {
    const Style style = style_of_output();
    const char* terminal = std::getenv("TERM");
    const bool can_clear = terminal != nullptr && std::string(terminal) != "dumb";
    const std::string rule = [&] {
      std::string line;
      for (std::size_t i = 0; i < style.width; ++i)
        line += "─";
      return line + '\n';
    }();
    std::string text = can_clear ? "\033[H\033[2J" : "\n";
    text += progress_line(workshop, style) + '\n' + introduction(workshop, *exercise, style) + '\n';
    text += rule + (verdict ? verdict_text(*verdict, style) : "... checking\n");
    if (!extra.empty())
      text += '\n' + extra;
    const int hints = workshop.progress.of(*exercise).hints;
    const std::string keys = keys_text(hints, style);
    text += '\n' + (style.colour ? "\033[2m" + keys + "\033[0m" : keys);
    fmt::print("{}", text);
    std::fflush(stdout);
  }
};

// What changes when the learner saves. An editor may write a new file in the old one's place, and
// for a moment there is none.
std::string state_of(const fs::path& file) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  if (gone)
    return "";
  const auto size = fs::file_size(file, gone);
  return gone ? "" : fmt::format("{} {}", time.time_since_epoch().count(), size);
}

#else

bool is_terminal() {
  return false;
}

#endif

} // namespace

int watch(Workshop& workshop, const Exercise* first) {
  const Exercise* exercise = first != nullptr ? first : workshop.next();
  if (exercise == nullptr) {
    fmt::print("All {} exercises are done.\n", workshop.all.size());
    return common::exit_passed;
  }
  if (!is_terminal()) { // one check, in plain words
    const Style style = style_of_output();
    fmt::print("{}\n", introduction(workshop, *exercise, style));
    const Verdict verdict = workshop.check(*exercise);
    fmt::print("{}", verdict_text(verdict, style));
    return exit_code_of(verdict.outcome);
  }
#ifdef HAVE_TERMINAL
  const RawKeys keys;
  Screen screen{exercise, std::nullopt, "", ""};
  std::string seen;  // state of the file that was checked last
  std::string hints; // stay on the screen from save to save
  for (;;) {
    if (const std::string now = state_of(workshop.file_of(*screen.exercise));
        now != seen && !now.empty()) {
      seen = now;
      screen.verdict.reset();
      screen.extra = std::exchange(screen.news, "") + hints;
      screen.draw(workshop);
      try {
        screen.verdict = workshop.check(*screen.exercise);
      } catch (const std::exception& error) { // of the checker's; the screen stays
        screen.verdict = Verdict{Outcome::skipped, error.what(), 0.0, ""};
      }
      if (screen.verdict->outcome == Outcome::passed)
        screen.extra = workshop.next() == nullptr
                           ? "That was the last one: all exercises are done. [s] our solution.\n"
                           : "[n] goes on, [s] shows our solution and its reasons.\n";
      screen.draw(workshop);
    }
    const char key = RawKeys::next(200);
    switch (key) {
    case 0:
      continue;
    case 'q':
      return common::exit_passed;
    case 'n':
      if (const Exercise* other = workshop.next(screen.exercise);
          other != nullptr && other != screen.exercise) {
        screen = {other, std::nullopt, "", ""};
        seen.clear();
        hints.clear();
        continue;
      }
      screen.extra = "There is no other exercise that you have not passed.\n";
      break;
    case 'h':
      screen.extra = hints = workshop.hint(*screen.exercise);
      break;
    case 'l':
      screen.extra = map_text(workshop, screen.exercise, style_of_output());
      break;
    case 'r':
      screen.news = reset_text(workshop, *screen.exercise);
      seen.clear();
      hints.clear();
      continue;
    case 's':
      screen.extra = workshop.solution(*screen.exercise);
      break;
    default:
      continue;
    }
    screen.draw(workshop);
  }
#else
  return common::exit_passed;
#endif
}

} // namespace exercise
