#include "tools/exercise/screen.hpp"

#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace exercise {
namespace {

using View = Screen::View;
constexpr std::size_t the_end = 1'000'000; // the next frame knows how far that is

bool all_passed(const std::vector<Screen::Item>& items, int chapter = 0) {
  return std::all_of(items.begin(), items.end(), [&](const Screen::Item& item) {
    return item.passed || (chapter != 0 && item.exercise->chapter() != chapter);
  });
}

// "1 exercise", "3 exercises"
std::string count_text(std::size_t count) {
  return fmt::format("{} exercise{}", count, count == 1 ? "" : "s");
}

// Goes to the next exercise that is open, and says what is left out on the way.
Wish to_next(Screen& screen) {
  const std::size_t count = screen.items.size();
  std::size_t steps = 1;
  while (steps < count && screen.items[(screen.current + steps) % count].passed)
    ++steps;
  if (steps >= count) {
    screen.note = screen.items[screen.current].passed
                      ? "You have passed all exercises. [l] lists them."
                      : "This is the only one that is left.";
    return Wish::none;
  }
  screen.chosen = (screen.current + steps) % count;
  screen.note.clear();
  if (!screen.items[screen.current].passed)
    screen.note = fmt::format("You left {} unsolved: [p] goes back to it.", screen.exercise().id);
  if (steps > 1)
    screen.note += fmt::format("{}Skipped {} that you have passed.", screen.note.empty() ? "" : " ",
                               count_text(steps - 1));
  if (screen.chosen < screen.current)
    screen.note += fmt::format("{}Nothing is open after that one: back to the beginning.",
                               screen.note.empty() ? "" : " ");
  screen.came_from.push_back(screen.current);
  return Wish::open;
}

// Goes where the learner came from, or one back.
Wish to_previous(Screen& screen) {
  screen.note.clear();
  if (!screen.came_from.empty()) {
    screen.chosen = screen.came_from.back();
    screen.came_from.pop_back();
  } else if (screen.current > 0) {
    screen.chosen = screen.current - 1;
  } else {
    screen.note = "This is the first one.";
    return Wish::none;
  }
  return Wish::open;
}

void scroll(std::size_t& top, std::size_t most, int pressed, std::size_t page) {
  const auto move = [&](std::ptrdiff_t by) {
    const auto now = static_cast<std::ptrdiff_t>(std::min(top, most)) + by;
    top = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(now, 0, static_cast<std::ptrdiff_t>(most)));
  };
  const auto lines = static_cast<std::ptrdiff_t>(page);
  switch (pressed) {
  case key::up:
  case 'k':
    return move(-1);
  case key::down:
  case 'j':
    return move(1);
  case key::page_up:
  case 'b':
    return move(-lines);
  case key::page_down:
  case ' ':
    return move(lines);
  case key::home:
    top = 0;
    return;
  case key::end:
    top = most;
    return;
  default:
    return;
  }
}

// The first exercise of the chapter before or after that of `from`.
std::size_t other_chapter(const std::vector<Screen::Item>& items, std::size_t from, int by) {
  std::size_t index = from;
  const auto chapter = [&](std::size_t i) { return items[i].exercise->chapter(); };
  while (by > 0 && index + 1 < items.size() && chapter(index) == chapter(from))
    ++index;
  if (by > 0)
    return chapter(index) == chapter(from) ? from : index;
  while (index > 0 && chapter(index - 1) == chapter(from))
    --index;
  if (index == from && index > 0) { // at its beginning already
    --index;
    while (index > 0 && chapter(index - 1) == chapter(index))
      --index;
  }
  return index;
}

Wish press_in_list(Screen& screen, int pressed, const Frame& shown) {
  switch (pressed) {
  case key::enter:
  case '\n':
    screen.view = View::task;
    screen.note.clear();
    if (screen.chosen == screen.current)
      return Wish::none;
    screen.came_from.push_back(screen.current);
    return Wish::open;
  case key::left:
    screen.chosen = other_chapter(screen.items, screen.chosen, -1);
    return Wish::none;
  case key::right:
    screen.chosen = other_chapter(screen.items, screen.chosen, 1);
    return Wish::none;
  case 'q':
  case 'l':
  case key::escape:
    screen.view = View::task;
    return Wish::none;
  default:
    scroll(screen.chosen, screen.items.size() - 1, pressed, shown.page);
    return Wish::none;
  }
}

Wish press_in_task(Screen& screen, int pressed, const Frame& shown) {
  if (std::exchange(screen.asks, false)) {
    screen.note = pressed == 'y' ? "" : "Nothing was reset.";
    return pressed == 'y' ? Wish::reset : Wish::none;
  }
  switch (pressed) {
  case 'n':
    return to_next(screen);
  case 'p':
    return to_previous(screen);
  case 'h':
    screen.note.clear();
    screen.in_task = false;
    screen.found_top = the_end;
    return Wish::hint;
  case 'l':
    screen.chosen = screen.current;
    screen.view = View::list;
    return Wish::none;
  case 'r':
    screen.asks = true;
    return Wish::none;
  case 'u':
    return Wish::undo;
  case 's':
    return Wish::solution;
  case '?':
    screen.view = View::welcome;
    return Wish::none;
  case 'q':
    return Wish::quit;
  case key::tab:
    screen.in_task = !screen.in_task;
    return Wish::none;
  default:
    if (screen.in_task || shown.found_most == 0) // the one that there is more of
      scroll(screen.task_top, shown.task_most, pressed, shown.page);
    else
      scroll(screen.found_top, shown.found_most, pressed, shown.page);
    return Wish::none;
  }
}

} // namespace

Wish press(Screen& screen, int pressed, const Frame& shown) {
  if (pressed == key::none)
    return Wish::none;
  if (pressed == key::end_of_input)
    return Wish::quit;
  if (pressed == key::suspend)
    return Wish::suspend;
  switch (screen.view) {
  case View::task:
    return press_in_task(screen, pressed, shown);
  case View::list:
    return press_in_list(screen, pressed, shown);
  case View::welcome:
    if (pressed == 'q' && screen.is_new)
      return Wish::quit;
    screen.is_new = false;
    screen.view = View::task;
    if (pressed == 'l')
      return press_in_task(screen, pressed, shown);
    return Wish::none;
  case View::all_done:
    if (pressed == 'q')
      return Wish::quit;
    screen.view = View::task;
    if (pressed == 'l')
      return press_in_task(screen, pressed, shown);
    return Wish::none;
  case View::solution:
    if (pressed == 'q' || pressed == 's' || pressed == key::escape)
      screen.view = View::task;
    else
      scroll(screen.page_top, shown.page_most, pressed, shown.page);
    return Wish::none;
  }
  return Wish::none;
}

Screen make_screen(const Workshop& workshop, const Exercise& exercise) {
  Screen screen;
  for (const Exercise& e : workshop.all) {
    screen.items.push_back({&e});
    if (screen.chapters.count(e.chapter()) == 0)
      screen.chapters[e.chapter()] = chapter_title(workshop.judging.places, e);
  }
  screen.is_new = workshop.progress.last().empty() && workshop.passed_count() == 0;
  open(screen, workshop, static_cast<std::size_t>(&exercise - workshop.all.data()));
  if (screen.is_new)
    screen.view = View::welcome;
  return screen;
}

void open(Screen& screen, const Workshop& workshop, std::size_t index) {
  Screen next;
  next.items = screen.items; // which stay what they are where a file cannot be written
  next.chapters = screen.chapters;
  next.came_from = screen.came_from;
  next.note = screen.note;
  next.is_new = screen.is_new;
  next.current = next.chosen = index;
  const Exercise& e = next.exercise();
  workshop.file_of(e);
  next.file = workshop.file_name_of(e);
  next.lesson = lesson_of(workshop.judging.places, e);
  next.task = common::read_text(workshop.judging.places.task(e));
  screen = std::move(next);
  refresh(screen, workshop);
}

void refresh(Screen& screen, const Workshop& workshop) {
  for (Screen::Item& item : screen.items) {
    item.passed = workshop.has_passed(*item.exercise);
    std::error_code none;
    item.begun = fs::exists(workshop.judging.places.mine(*item.exercise), none);
  }
  const Progress::Entry entry = workshop.progress.of(screen.exercise());
  screen.hints_shown = entry.hints;
  screen.can_undo = entry.reset.has_value();
  const Places& places = workshop.judging.places;
  const fs::path mine = places.mine(screen.exercise());
  screen.is_starter =
      fs::is_regular_file(mine) &&
      common::read_text(mine) == common::read_text(places.starter(screen.exercise()));
}

void begin_check(Screen& screen) {
  const bool returns_to_the_end = screen.view == View::all_done && !screen.verdict;
  screen.verdict.reset();
  screen.won = {};
  if (screen.note_is_old)
    screen.note.clear();
  screen.comparing = screen.chapter_done = screen.in_task = false;
  screen.found_top = 0;
  screen.doing = "Checking ...";
  if (!screen.is_new && !returns_to_the_end) // who saves a file wants to see what comes of it
    screen.view = View::task;
}

void end_check(Screen& screen, const Workshop& workshop, const Verdict& verdict,
               const std::string& when) {
  const int chapter = screen.exercise().chapter();
  const bool was_done = all_passed(screen.items, chapter), were_all = all_passed(screen.items);
  refresh(screen, workshop);
  screen.verdict = verdict;
  screen.when = when;
  screen.note_is_old = true;
  const bool passed = verdict.outcome == Outcome::passed;
  if (passed || verdict.outcome == Outcome::skipped)
    screen.failures = 0;
  else if (!screen.is_starter)
    ++screen.failures;
  screen.chapter_done = passed && !was_done && all_passed(screen.items, chapter);
  if (passed && !were_all && all_passed(screen.items))
    screen.view = View::all_done;
}

void show_hints(Screen& screen, const Workshop& workshop, const std::string& text) {
  refresh(screen, workshop);
  screen.hints = text;
  screen.view = View::task;
}

} // namespace exercise
