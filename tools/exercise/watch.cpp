// The screen that checks at each save.

#include "harness/watch.hpp"
#include "common/error.hpp"
#include "harness/report.hpp"
#include "tools/exercise/exercise.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#if __has_include(<termios.h>)
#include <csignal>
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#define HAVE_TERMINAL
#endif

namespace exercise {
namespace {

#ifdef HAVE_TERMINAL

// False: a terminal that only writes one line after the other.
bool can_move() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

volatile std::sig_atomic_t told_to_end = 0; // by a signal
termios before{};                           // what the terminal was, for the end of this program

constexpr std::string_view no_brackets = "\033[?2004l";

// A crash of this program leaves the terminal as it was, too.
void put_back(int signal) {
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  [[maybe_unused]] const ssize_t written =
      can_move() ? ::write(STDOUT_FILENO, no_brackets.data(), no_brackets.size()) : 0;
  raise(signal); // which now does what it does without us
}

constexpr char control_c = 3, control_d = 4, control_z = 26, escape = 27;

// Keys come one by one and are not shown, until the end of the scope. Ctrl-C is a key too: then the
// learner's program that runs is ended first, and the terminal put back.
class RawKeys {
 public:
  RawKeys() {
    tcgetattr(STDIN_FILENO, &before);
    for (const int signal : {SIGHUP, SIGINT, SIGTERM})
      std::signal(signal, [](int) { told_to_end = 1; });
    static std::array<char, 65536> stack; // the other one may be full
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    sigaltstack(&other, nullptr);
    struct sigaction crash {};
    crash.sa_handler = put_back;
    crash.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
    for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV})
      sigaction(signal, &crash, nullptr);
    begin();
  }
  ~RawKeys() { end(); }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

  /// The next key, or 0 if none comes within `milliseconds`; 'q' where the input has ended. Pasted
  /// text and keys that send several characters, arrows for instance, are none.
  static char next(int milliseconds) {
    if (told_to_end != 0)
      return 'q';
    if (!waiting(milliseconds))
      return 0;
    char key = 0;
    if (::read(STDIN_FILENO, &key, 1) != 1 || key == control_c || key == control_d)
      return 'q';
    if (key != escape)
      return key;
    for (char ignored = 0; waiting(20) && ::read(STDIN_FILENO, &ignored, 1) == 1;) {
    }
    return 0;
  }

  /// Stops this program until the shell lets it go on.
  static void suspend() {
    end();
    kill(0, SIGTSTP);
    begin();
  }

 private:
  static bool waiting(int milliseconds) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, milliseconds) > 0;
  }
  static void begin() {
    tcgetattr(STDIN_FILENO, &before);
    termios raw = before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    // The terminal puts an escape in front of what is pasted.
    std::printf("%s", can_move() ? "\033[?2004h" : "");
    std::fflush(stdout);
  }
  // Keys that nobody has read are not for the shell.
  static void end() {
    std::printf("%s", can_move() ? no_brackets.data() : "");
    std::fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  }
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
        std::string("[r]eset"), std::string("[s]olution"), std::string("[q]uit")}) {
    const bool fits = used == 0 || used + 2 + key.size() <= style.width;
    text += used == 0 ? "" : fits ? "  " : "\n";
    text += key;
    used = fits ? used + 2 + key.size() : key.size();
  }
  return faint(style, text);
}

// "── name ───────"
std::string rule(const std::string& name, const Style& style) {
  std::string line = "── " + name + ' ';
  for (std::size_t i = harness::display_width(line); i < style.width; ++i)
    line += "─";
  return line + '\n';
}

// How many lines of the terminal it takes: long ones go on in the next.
std::size_t count_lines(const std::string& text, const Style& style) {
  std::size_t lines = 0, column = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') {
      lines += 1 + (column > 0 ? (column - 1) / style.columns : 0);
      column = 0;
    } else if (text[i] == '\033') { // a colour
      i = text.find('m', i);
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) { // not inside of a character
      ++column;
    }
  return lines;
}

// What is on the screen: one exercise, its last verdict, and what a key has asked for.
struct Screen {
  const Exercise* exercise;
  fs::path file;
  std::optional<Verdict> verdict;
  std::string when;  // it was checked
  std::string doing; // before there is a verdict
  std::string extra;
  std::string page; // in place of all this: what needs much room
  std::string news; // for `extra` when the file is checked next
  Style style;      // of the last drawing

  Screen(const Workshop& workshop, const Exercise* shown)
      : exercise(shown), file(workshop.file_of(*shown)) {}

  void begin_check(const std::string& hints) {
    verdict.reset();
    doing = "Checking ...";
    page.clear();
    extra = std::exchange(news, "") + hints;
  }

  void end_check(const Workshop& workshop, const Verdict& found) {
    verdict = found;
    when = fmt::format(", checked at {:%H:%M:%S}", fmt::localtime(std::time(nullptr)));
    if (found.outcome == Outcome::passed)
      extra = workshop.next() == nullptr
                  ? "That was the last one: you have done all exercises. [s] shows our solution.\n"
                  : "[n] goes on to the next exercise, [s] shows our solution and the reasons for "
                    "it.\n";
    draw(workshop);
  }

  bool has_other_size() const {
    const Style now = style_of_output();
    return now.columns != style.columns || now.height != style.height;
  }

  void draw(const Workshop& workshop) {
    style = style_of_output();
    const std::string progress = progress_line(workshop, style) + '\n';
    std::string top, bottom;
    if (page.empty()) {
      top = progress + introduction(workshop, *exercise, style) + '\n';
      bottom = rule(file.filename().string() + (verdict ? when : ""), style) +
               (verdict ? verdict_text(*verdict, style) : markdown_text(doing, style)) +
               (extra.empty() ? "" : '\n' + extra);
    } else {
      top = progress + page;
      bottom = "\nAny other key goes back to the task.\n";
    }
    bottom += '\n' + keys_text(workshop.progress.of(*exercise).hints, style);
    fmt::print("{}{}{}", can_move() ? "\033[H\033[2J" : "\n", fitting(top, bottom), bottom);
    std::fflush(stdout);
  }

 private:
  // As much of the task as the terminal has room for above the verdict: at least what it is called and
  // which file to edit.
  std::string fitting(const std::string& top, const std::string& bottom) const {
    constexpr std::size_t least = 4;
    const auto rest = faint(style, fmt::format("… exercises/{}/task.md", exercise->path)) + '\n';
    const std::size_t below = count_lines(bottom, style) + 1;
    if (!page.empty() || style.height == 0 || count_lines(top, style) + below <= style.height)
      return top;
    std::string text;
    std::istringstream lines(top);
    std::size_t taken = 0;
    for (std::string line;
         taken < least || count_lines(text + line + '\n' + rest, style) + below <= style.height;
         ++taken) {
      std::getline(lines, line);
      text += line + '\n';
    }
    return text + rest;
  }
};

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
  Screen screen(workshop, exercise);
  workshop.court.tell = [&](const std::string& text) {
    screen.doing = text;
    screen.draw(workshop);
  };
  std::optional<harness::SavedFile> file(screen.file);
  std::string hints; // stay on the screen from save to save
  char key = 0;
  const auto interrupted = [&] { // by a key that leaves the check behind, or by saving again
    if (key == 0)
      key = RawKeys::next(0);
    return key == 'q' || key == 'n' || key == 'r' || file->is_other();
  };
  const auto obey = [&] {
    switch (std::exchange(key, '\0')) {
    case control_z:
      RawKeys::suspend();
      break;
    case 'n':
      if (const Exercise* other = workshop.next(screen.exercise);
          other != nullptr && other != screen.exercise) {
        screen = Screen(workshop, other);
        file.emplace(screen.file);
        hints.clear();
        return;
      }
      screen.extra = "You have passed all the other exercises.\n";
      break;
    case 'h':
      screen.page.clear();
      screen.extra = hints = workshop.hint(*screen.exercise);
      break;
    case 'l':
      screen.page = map_text(workshop, screen.exercise, style_of_output());
      break;
    case 'r':
      screen.news = reset_text(workshop, *screen.exercise);
      file->forget();
      hints.clear();
      return;
    case 's':
      (workshop.solution_is_due(*screen.exercise) ? screen.page : screen.extra) =
          workshop.solution(*screen.exercise);
      break;
    default:
      if (screen.page.empty())
        return;
      screen.page.clear();
    }
    screen.draw(workshop);
  };
  for (;;) {
    const harness::SavedFile::News news = file->look();
    constexpr const char* gone = "Your file is gone: save it again, or [r]eset it to the starter.";
    if (news != harness::SavedFile::News::none) {
      screen.begin_check(hints);
      screen.draw(workshop);
      const Verdict verdict = news == harness::SavedFile::News::gone
                                  ? Verdict{Outcome::wrong, gone}
                                  : workshop.check(*screen.exercise, interrupted);
      if (verdict.outcome != Outcome::passed && interrupted())
        file->forget();
      else
        screen.end_check(workshop, verdict);
    } else if (screen.has_other_size()) {
      screen.draw(workshop);
    }
    if (key == 0)
      key = RawKeys::next(200);
    if (key == 'q')
      break;
    try {
      if (key != 0)
        obey();
    } catch (const std::exception& error) { // nothing could be written
      screen.extra = markdown_text(error.what(), screen.style);
      screen.draw(workshop);
    }
  }
  workshop.court.tell = {};
  fmt::print("\n");
#endif
  return common::exit_passed;
}

} // namespace exercise
