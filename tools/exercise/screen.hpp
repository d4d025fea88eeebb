// The screen of `./learn exercise` without its terminal: what it knows, what keys do to it, and how it looks.
#pragma once

#include "tools/exercise/exercise.hpp"
#include "tools/exercise/won.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace exercise {

/// Keys that are no characters. All others are their character.
namespace key {
constexpr int none = 0, end_of_input = 4, tab = '\t', enter = '\r', suspend = 26, escape = 27;
constexpr int up = 1000, down = 1001, left = 1002, right = 1003, page_up = 1004, page_down = 1005,
              home = 1006, end = 1007;
} // namespace key

struct Screen {
  enum class View {
    welcome,  ///< how it works: at the very beginning, and with '?'
    task,     ///< the exercise above, what was found below
    list,     ///< all exercises
    solution, ///< ours, with the reasons
    all_done,
  };
  struct Item {
    const Exercise* exercise = nullptr;
    bool passed = false;
    bool begun = false; ///< there is a file of the learner's
  };

  // --- all exercises ---
  std::vector<Item> items;
  std::map<int, std::string> chapters; ///< titles
  View view = View::task;
  bool is_new = false;                ///< the welcome is the first that the learner sees
  std::size_t chosen = 0;             ///< in the list
  std::vector<std::size_t> came_from; ///< for 'p'

  // --- the current one ---
  std::size_t current = 0;
  std::string file; ///< "mine/01_hello_opencl/scale-and-add.cl"
  Lesson lesson;
  std::string task; ///< Markdown
  std::optional<Verdict> verdict;
  std::string when;  ///< it was checked: "12:31:07"
  std::string doing; ///< before there is a verdict
  Won won;
  bool comparing = false;    ///< `won` is on its way
  int failures = 0;          ///< in a row
  bool chapter_done = false; ///< by this pass
  std::string hints;         ///< those that were asked for, each a line of Markdown
  int hints_shown = 0;
  bool is_starter = false;  ///< the file has not been changed yet
  std::string note;         ///< a sentence or two above the keys
  bool note_is_old = false; ///< the next check takes it away
  std::string solution;     ///< with the reasons, Markdown
  bool asks = false;        ///< whether to reset
  bool can_undo = false;

  // --- how far one has scrolled ---
  bool in_task = false; ///< the arrows move the task; else what was found
  std::size_t task_top = 0, found_top = 0, page_top = 0;

  const Exercise& exercise() const { return *items[current].exercise; }
};

/// What is to be seen: lines that fit, as many as the terminal has, and how far each part can be scrolled.
struct Frame {
  std::vector<std::string> lines;
  std::size_t task_most = 0, found_most = 0, page_most = 0;
  std::size_t page = 1; ///< lines that a page key moves by
};

/// Draws. A height of 0 means that there is room for everything.
Frame frame(const Screen& screen, const Style& style);

/// What a key asks for that needs files.
enum class Wish { none, open, hint, reset, undo, solution, suspend, quit };

/// What the key does to the screen; for Wish::open, `screen.chosen` is the exercise. `shown` is the frame that the
/// learner saw when pressing it.
Wish press(Screen& screen, int key, const Frame& shown);

/// The screen of a workshop with this exercise.
Screen make_screen(const Workshop& workshop, const Exercise& exercise);
/// Goes to another exercise.
void open(Screen& screen, const Workshop& workshop, std::size_t index);
/// A check has begun, or has ended.
void begin_check(Screen& screen);
void end_check(Screen& screen, const Workshop& workshop, const Verdict& verdict,
               const std::string& when);
/// The hints that the learner has seen now.
void show_hints(Screen& screen, const Workshop& workshop, const std::string& text);
/// What the learner did is another.
void refresh(Screen& screen, const Workshop& workshop);

} // namespace exercise
