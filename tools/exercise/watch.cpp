// The screen that checks at each save: keys, saved files, and the terminal. What it shows is in frame.cpp.

#include "harness/system/watch.hpp"
#include "common/error.hpp"
#include "tools/exercise/screen.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <optional>
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

// A screen of our own, where the terminal puts an escape in front of what is pasted and shows no cursor; and back.
constexpr std::string_view our_screen = "\033[?1049h\033[?2004h\033[?25l";
constexpr std::string_view old_screen = "\033[?25h\033[?2004l\033[?1049l";

// A crash of this program leaves the terminal as it was, too.
void put_back(int signal) {
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  [[maybe_unused]] const ssize_t written =
      can_move() ? ::write(STDOUT_FILENO, old_screen.data(), old_screen.size()) : 0;
  raise(signal); // which now does what it does without us
}

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

  /// The next key, or key::none if none comes within `milliseconds`; key::end_of_input where the input has ended, and
  /// for Ctrl-C. Pasted text is no key.
  static int next(int milliseconds) {
    constexpr int control_c = 3;
    if (told_to_end != 0)
      return key::end_of_input;
    if (!waiting(milliseconds))
      return key::none;
    const int pressed = byte();
    if (pressed < 0 || pressed == control_c || pressed == key::end_of_input)
      return key::end_of_input;
    return pressed == key::escape ? after_escape() : pressed;
  }

  /// Whether there is a key that next() would return at once.
  static bool waits() { return told_to_end != 0 || waiting(0); }

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
  // The next one that was sent, or -1.
  static int byte() {
    unsigned char read = 0;
    return ::read(STDIN_FILENO, &read, 1) == 1 ? read : -1;
  }
  // Keys such as arrows send several characters: an escape, '[' or 'O', digits, and a last one.
  static int after_escape() {
    constexpr int soon = 20; // milliseconds
    if (!waiting(soon))
      return key::escape;
    if (const int second = byte(); second != '[' && second != 'O')
      return key::none;
    std::string sequence;
    while (waiting(soon)) {
      const int next = byte();
      if (next < 0)
        break;
      sequence += static_cast<char>(next);
      if (next >= '@' && next <= '~')
        break;
    }
    if (sequence == "200~") { // what is pasted
      constexpr std::string_view end = "\033[201~";
      while (waiting(10 * soon) && !sequence.ends_with(end))
        sequence += static_cast<char>(byte());
      return key::none;
    }
    for (const auto& [name, meaning] : {std::pair{"A", key::up},
                                        {"B", key::down},
                                        {"C", key::right},
                                        {"D", key::left},
                                        {"H", key::home},
                                        {"1~", key::home},
                                        {"7~", key::home},
                                        {"F", key::end},
                                        {"4~", key::end},
                                        {"8~", key::end},
                                        {"5~", key::page_up},
                                        {"6~", key::page_down}})
      if (sequence == name)
        return meaning;
    return key::none;
  }
  static void begin() {
    tcgetattr(STDIN_FILENO, &before);
    termios raw = before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    say(our_screen);
  }
  // Keys that nobody has read are not for the shell.
  static void end() {
    say(old_screen);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  }
  static void say(std::string_view sequence) {
    std::printf("%s", can_move() ? sequence.data() : "");
    std::fflush(stdout);
  }
};

bool is_terminal() {
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

std::string now() {
  return fmt::format("{:%H:%M:%S}", fmt::localtime(std::time(nullptr)));
}

// One learner in front of one terminal.
class Session {
 public:
  Session(Workshop& workshop, const Exercise& first, Screen::View view)
      : workshop_(workshop), screen_(make_screen(workshop, first)), file_(workshop.file_of(first)) {
    workshop_.judging.tell = [this](const std::string& text) {
      screen_.doing = text;
      draw();
    };
    if (view == Screen::View::all_done)
      screen_.view = view;
    note_visit();
  }
  ~Session() { workshop_.judging.tell = {}; }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Until the learner quits.
  void run() {
    while (wish_ != Wish::quit) {
      if (const harness::SavedFile::News news = file_->look();
          news != harness::SavedFile::News::none)
        check(news);
      else if (screen_.comparing)
        compare();
      draw();
      if (wish_ == Wish::none)
        wish_ = press(screen_, RawKeys::next(screen_.comparing ? 0 : 200), shown_);
      obey();
    }
  }

 private:
  void check(harness::SavedFile::News news) {
    constexpr const char* gone = "Your file is gone: save it again, or [r]eset it to the starter.";
    begin_check(screen_);
    draw();
    const Verdict verdict =
        news == harness::SavedFile::News::gone
            ? Verdict{Outcome::wrong, gone}
            : workshop_.check(screen_.exercise(), [this] { return is_given_up(); });
    if (verdict.outcome != Outcome::passed && is_given_up()) {
      file_->forget(); // what comes next is another file, or another version of this one
      return;
    }
    end_check(screen_, workshop_, verdict, now());
    screen_.comparing = verdict.outcome == Outcome::passed;
  }

  // What the pass has won takes a few checks more. Any key comes first; then it begins again.
  void compare() {
    draw();
    bool left = false;
    JudgeOptions judging = workshop_.judging;
    judging.tell = {};
    judging.give_up = [&] {
      left = left || wish_ != Wish::none || file_->is_other() || RawKeys::waits();
      return left;
    };
    Won won;
    try {
      won = what_was_won(judging, screen_.exercise(), file_->path, *screen_.verdict);
    } catch (const std::exception&) { // then it is not told
    }
    if (left)
      return;
    screen_.won = std::move(won);
    screen_.comparing = false;
  }

  // While a check runs: keys that need no other file do their work at once, the others end the check.
  bool is_given_up() {
    if (wish_ == Wish::none) {
      const int pressed = RawKeys::next(0);
      wish_ = press(screen_, pressed, shown_);
      if (wish_ == Wish::hint || wish_ == Wish::solution)
        obey();
      if (pressed != key::none)
        draw();
    }
    return (wish_ != Wish::none && wish_ != Wish::suspend) || file_->is_other();
  }

  // Does what a key has asked for.
  void obey() {
    const Exercise& e = screen_.exercise();
    try {
      switch (wish_) {
      case Wish::quit:
        return; // run() sees it
      case Wish::none:
        break;
      case Wish::open:
        open(screen_, workshop_, screen_.chosen);
        file_.emplace(workshop_.file_of(screen_.exercise()));
        note_visit();
        break;
      case Wish::hint:
        show_hints(screen_, workshop_, workshop_.hint(e));
        break;
      case Wish::reset: {
        const fs::path kept = workshop_.reset(e);
        reopen(kept.empty() ? "It was the starter already, and counts as not done."
                            : "The starter is back. Your version is saved: [u] brings it back.");
        break;
      }
      case Wish::undo:
        reopen(workshop_.undo_reset(e));
        break;
      case Wish::solution:
        (workshop_.solution_is_due(e) ? screen_.solution : screen_.note) = workshop_.solution(e);
        if (workshop_.solution_is_due(e))
          screen_.view = Screen::View::solution;
        break;
      case Wish::suspend:
        RawKeys::suspend();
        drawn_.clear();
        break;
      }
    } catch (const std::exception& error) { // nothing could be written
      screen_.note = error.what();
    }
    wish_ = Wish::none;
  }

  // The same exercise with another file.
  void reopen(const std::string& note) {
    screen_.note = note;
    open(screen_, workshop_, screen_.current);
    file_->forget();
  }

  void note_visit() {
    try {
      workshop_.progress.visit(screen_.exercise());
    } catch (const std::exception& error) {
      screen_.note = error.what();
    }
  }

  void draw() {
    Style style = style_of_output();
    if (!can_move())
      style.height = 0;
    shown_ = frame(screen_, style);
    std::string text = can_move() ? "\033[H" : "\n";
    for (const std::string& line : shown_.lines)
      text += (&line == &shown_.lines.front() ? "" : "\n") + line + (can_move() ? "\033[K" : "");
    text += can_move() ? "\033[J" : "\n";
    if (text == drawn_ && style.columns == columns_ && style.height == height_)
      return;
    fmt::print("{}", text);
    std::fflush(stdout);
    drawn_ = std::move(text);
    columns_ = style.columns;
    height_ = style.height;
  }

  const RawKeys keys_;
  Workshop& workshop_;
  Screen screen_;
  std::optional<harness::SavedFile> file_;
  Wish wish_ = Wish::none; // what a key has asked for, and what has not been done
  Frame shown_;
  std::string drawn_;
  std::size_t columns_ = 0, height_ = 0;
};

#else

bool is_terminal() {
  return false;
}

#endif

} // namespace

int watch(Workshop& workshop, const Exercise* first) {
  const Exercise* exercise = first != nullptr ? first : workshop.next();
  const bool all_done = exercise == nullptr;
  if (all_done && (!is_terminal() || workshop.all.empty())) {
    fmt::print("All {} exercises are done.\n", workshop.all.size());
    return common::exit_passed;
  }
  if (all_done)
    exercise = &workshop.all.back();
  if (!is_terminal()) { // one check, in plain words
    const Style style = style_of_output();
    fmt::print("{}\n", introduction(workshop, *exercise, style));
    const Verdict verdict = workshop.check(*exercise);
    fmt::print("{}", verdict_text(verdict, style));
    return exit_code_of(verdict.outcome);
  }
#ifdef HAVE_TERMINAL
  Session(workshop, *exercise, all_done ? Screen::View::all_done : Screen::View::task).run();
  const Exercise* next = workshop.next();
  fmt::print("{} of {} exercises done. {}\n", workshop.passed_count(), workshop.all.size(),
             next == nullptr ? "That is all of them."
                             : fmt::format("`./learn exercise` goes on with {}.", next->id));
  std::fflush(stdout);
#endif
  return common::exit_passed;
}

} // namespace exercise
