// The screen of the exercises without its terminal: what frames show at any size, and what keys do. The terminal
// itself is in test_exercise.cpp.

#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"
#include "tools/exercise/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace {

using exercise::Exercise;
using exercise::Frame;
using exercise::Outcome;
using exercise::Screen;
using exercise::Style;
using exercise::Verdict;
using exercise::Wish;
using exercise::Workshop;
using tests::contains;
using View = Screen::View;
namespace key = exercise::key;
namespace fs = std::filesystem;

const Style small{false, 79, 80, 24}, large{false, 100, 120, 40};

// Two chapters with two exercises each, and a lesson for the first.
struct Tree {
  tests::TemporaryDirectory directory;
  tests::ScopedEnvironment state{"XDG_STATE_HOME", (directory.path / "state").string()};

  Tree() {
    add("01_first/01_a", "a", 1, "section = 'Where it is'\n");
    add("01_first/02_b", "b", 2, "");
    add("02_second/01_c", "c", 3, "");
    add("02_second/02_d", "d", 1, "");
    directory.write("chapters/01_first/README.md", "# 01 · The first\n\n## How\n");
    directory.write("chapters/01_first/2_more.md",
                    "# More\n```\n# Where it is\n```\n### Where it is\n");
    directory.write("chapters/02_second/README.md", "# 02 · The second\n");
  }
  void add(const std::string& path, const std::string& id, int stars,
           const std::string& more) const {
    const fs::path place = fs::path("exercises") / path;
    directory.write(
        place / "exercise.toml",
        fmt::format("id = '{0}'\ntitle = 'Title {0}'\nkind = 'kernel'\nstars = {1}\n"
                    "minutes = 5\nfails_with = 'wrong'\nhints = ['one', 'two', 'three']\n{2}",
                    id, stars, more));
    directory.write(place / "exercise.cl", "starter\n");
    std::string task = "# " + id + "\n\n## Goal\n\nTask of " + id + ".\n\n";
    for (int line = 1; line <= 40; ++line)
      task += fmt::format("- line {} of the task\n", line);
    directory.write(place / "task.md", task);
    directory.write(fs::path("solutions") / path / "exercise.cl", "solution\n");
    directory.write(fs::path("solutions") / path / "why.md", "# Why\n\nBecause.\n");
  }
};

// A learner in front of it.
struct Desk {
  Tree tree;
  Workshop workshop{tree.directory.path, tree.directory.path};
  Screen screen = exercise::make_screen(workshop, workshop.all[0]);
  Style style = small;

  Desk() { press(key::enter); } // the welcome is over
  Frame frame() const { return exercise::frame(screen, style); }
  /// The same as one line.
  std::string words() const {
    std::string all = text();
    std::replace(all.begin(), all.end(), '\n', ' ');
    return all;
  }
  std::string text() const { return fmt::format("{}\n", fmt::join(frame().lines, "\n")); }
  Wish press(int pressed) {
    const Wish wish = exercise::press(screen, pressed, frame());
    if (wish == Wish::open)
      exercise::open(screen, workshop, screen.chosen);
    return wish;
  }
  void check(const Verdict& verdict) {
    exercise::begin_check(screen);
    if (verdict.outcome == Outcome::passed)
      workshop.progress.pass(screen.exercise());
    exercise::end_check(screen, workshop, verdict, "12:00:00");
  }
  const std::string& id() const { return screen.exercise().id; }
};

std::string lines(int count) {
  std::string text;
  for (int line = 1; line <= count; ++line)
    text += fmt::format("found {}\n", line);
  return text;
}

} // namespace

TEST_CASE("exercise screen: every frame fills the terminal and nothing is wider than it") {
  Desk desk;
  Verdict verdict{Outcome::wrong, lines(30) + "mine.cl:1: " + std::string(300, 'x') +
                                      "\n    12 | " + std::string(200, 'y') + "!\n       | " +
                                      std::string(200, ' ') + "^\n"};
  verdict.picture = {34, std::vector<int>(34 * 24, 0), std::vector<int>(34 * 24, 255)};
  desk.check(verdict);
  desk.screen.note =
      "A note that is so long that it needs more than one line of a terminal, if that has only "
      "eighty columns.";
  desk.screen.solution = "```\n" + std::string(150, 'z') + "\n```\n";
  desk.screen.won.rows = {{"reads values", "1000", "10", "20", "10"}};
  for (const std::size_t width : {30U, 79U, 100U})
    for (const std::size_t height : {12U, 24U, 40U})
      for (const bool colour : {false, true})
        for (const View view :
             {View::welcome, View::task, View::list, View::solution, View::all_done}) {
          desk.style = {colour, width, width + 1, height};
          desk.screen.view = view;
          CAPTURE(width);
          CAPTURE(height);
          CAPTURE(static_cast<int>(view));
          const Frame frame = desk.frame();
          CHECK(frame.lines.size() == height);
          for (std::string line : frame.lines) {
            for (std::size_t at = line.find('\033'); at != std::string::npos;
                 at = line.find('\033'))
              line.erase(at, line.find('m', at) - at + 1);
            CAPTURE(line);
            CHECK(harness::display_width(line) <= width);
          }
          const std::string text = fmt::format("{}", fmt::join(frame.lines, "\n"));
          CHECK(contains(text, "\033") == colour);
        }
}

TEST_CASE("exercise screen: a new learner is welcomed, and told what a save does") {
  Desk desk;
  Screen fresh = exercise::make_screen(desk.workshop, desk.workshop.all[0]);
  for (const Style& style : {small, large}) {
    const std::string text =
        fmt::format("{}\n", fmt::join(exercise::frame(fresh, style).lines, "\n"));
    CHECK(contains(text, "4 exercises"));
    CHECK(contains(text, "Each time you save, this screen checks it"));
    CHECK(contains(text, "chapters/01_first/2_more.md, \"Where it is\""));
    CHECK(contains(text, "a.cl"));
    CHECK(contains(text, "three hints"));
    CHECK(contains(text, "list of all exercises"));
    CHECK(contains(text, "[Enter] begins"));
    CHECK(contains(text, "./learn exercise goes on where you were."));
  }
  CHECK(exercise::press(fresh, 'q', {}) == Wish::quit);
  CHECK(exercise::press(fresh, key::enter, {}) == Wish::none);
  CHECK(fresh.view == View::task);
  // Later it is help, from which one goes back.
  CHECK(desk.press('?') == Wish::none);
  CHECK(desk.screen.view == View::welcome);
  CHECK(contains(desk.text(), "back to the task"));
  CHECK(desk.press('q') == Wish::none);
  CHECK(desk.screen.view == View::task);
  // Somebody who has been here goes on at once.
  desk.workshop.progress.visit(desk.workshop.all[0]);
  CHECK(exercise::make_screen(desk.workshop, desk.workshop.all[0]).view == View::task);
}

TEST_CASE(
    "exercise screen: an exercise names its lesson and section, and again after three failures") {
  Desk desk;
  const std::string lesson = "chapters/01_first/2_more.md, \"Where it is\"";
  const auto times = [&] {
    const std::string text = desk.text();
    std::size_t count = 0;
    for (std::size_t at = text.find(lesson); at != std::string::npos;
         at = text.find(lesson, at + 1))
      ++count;
    return count;
  };
  CHECK(contains(desk.text(), "Chapter 01 · Title a  ★☆☆  kernel, about 5 minutes"));
  CHECK(contains(desk.text(), "Lesson: " + lesson));
  CHECK(contains(desk.text(), "Edit:   "));
  desk.check({Outcome::wrong, "no"});
  CHECK(contains(desk.text(), "This is what the starter does."));
  common::write_text(desk.workshop.file_of(desk.screen.exercise()), "an attempt\n");
  for (int failures = 1; failures <= 4; ++failures) {
    desk.check({Outcome::wrong, "no"});
    CHECK(times() == (failures < 3 ? 1 : 2));
  }
  CHECK(contains(desk.text(), "4 times not yet."));
  CHECK(contains(desk.text(), "A hint ([h]) or the lesson may help"));
  for (int i = 0; i < 3; ++i)
    exercise::show_hints(desk.screen, desk.workshop, desk.workshop.hint(desk.screen.exercise()));
  CHECK(contains(desk.text(), "Our solution ([s]) or the lesson may help"));
  desk.check({Outcome::passed});
  CHECK(times() == 1);
  desk.press('n');
  CHECK(contains(desk.text(), "chapters/01_first/README.md\n")); // no section is named: the page
}

TEST_CASE("exercise screen: what was found leaves the task in sight, and both scroll") {
  Desk desk;
  desk.check({Outcome::wrong, lines(50)});
  CHECK(contains(desk.text(), "Title a"));
  CHECK(contains(desk.text(), "Task of a."));
  CHECK(contains(desk.text(), "- line 1 of the task"));
  CHECK(contains(desk.text(), "Not yet: the result is wrong."));
  CHECK(contains(desk.text(), "  found 3\n"));
  CHECK(contains(desk.text(), "more lines below (arrows)"));
  CHECK(contains(desk.text(), "more lines below (Tab, then arrows)"));
  // What is shown and what is said to be left out is all of it.
  const std::string text = desk.text();
  const std::size_t more = text.find("... ");
  REQUIRE(more != std::string::npos);
  int last = 0;
  while (contains(text, fmt::format("- line {} of", last + 1)))
    ++last;
  CHECK(last + std::stoi(text.substr(more + 4)) == 40);
  // Every line of it comes by.
  for (int line = 1; line <= 50; ++line) {
    for (int presses = 0; presses < 60 && !contains(desk.text(), fmt::format("  found {}\n", line));
         ++presses)
      desk.press(key::down);
    CHECK(contains(desk.text(), fmt::format("  found {}\n", line)));
  }
  CHECK(contains(desk.text(), "more lines above"));
  CHECK(contains(desk.text(), "Task of a."));
  desk.press(key::home);
  CHECK(contains(desk.text(), "Not yet"));
  desk.press(key::page_down);
  CHECK(!contains(desk.text(), "Not yet"));
  desk.press(key::tab); // now the task has more room, and what was found some
  CHECK(contains(desk.text(), "- line 6 of the task"));
  desk.press(key::end);
  CHECK(contains(desk.text(), "- line 40 of the task"));
  CHECK(contains(desk.text(), "found"));
  desk.press(key::up);
  CHECK(!contains(desk.text(), "- line 40 of the task"));
  desk.check({Outcome::wrong, "short"}); // another verdict is shown from its beginning
  CHECK(contains(desk.text(), "Not yet"));
  CHECK(contains(desk.text(), "  short\n"));
  // What is short needs no key: then the arrows move the task.
  desk.screen.task_top = 0;
  desk.press(key::down);
  CHECK(desk.screen.task_top == 1);
  desk.style = large;
  CHECK(contains(desk.text(), "- line 20 of the task"));
}

TEST_CASE("exercise screen: a hint is shown, wherever one had scrolled") {
  Desk desk;
  desk.check({Outcome::wrong, lines(50)});
  CHECK(desk.press('h') == Wish::hint);
  exercise::show_hints(desk.screen, desk.workshop, desk.workshop.hint(desk.screen.exercise()));
  CHECK(contains(desk.text(), "Hint 1 of 3: one"));
  CHECK(contains(desk.text(), "[h]int 1/3"));
  CHECK(contains(desk.text(), "Task of a."));
  // Its lines fit the terminal, also one that gets narrower.
  desk.screen.hints =
      "Hint 1 of 3: a is to the left, and b, " + std::string(30, 'x') + ", to the right of it.\n";
  desk.style = large;
  CHECK(contains(desk.text(),
                 "the left, and b, " + std::string(30, 'x') + ", to the right of it.\n"));
  desk.style.width = 60;
  CHECK(contains(desk.text(), "Hint 1 of 3: a is to the left, and b,\n" + std::string(30, 'x') +
                                  ", to the right of it.\n"));
}

TEST_CASE("exercise screen: the list is walked through, and q goes back from it") {
  Desk desk;
  desk.check({Outcome::passed});
  desk.press('n');
  CHECK(desk.id() == "b");
  desk.press('l');
  for (const Style& style : {small, large}) {
    desk.style = style;
    const std::string text = desk.text();
    CHECK(contains(text, "01 · The first  1 of 2"));
    CHECK(contains(text, "02 · The second  0 of 2"));
    CHECK(contains(text, "  ✓ Title a"));
    CHECK(contains(text, "▶ ◐ Title b"));
    CHECK(contains(text, "    Title c"));
    CHECK(contains(text, "★★★  kernel     5 min"));
  }
  desk.press(key::down);
  CHECK(contains(desk.text(), "▶   Title c"));
  desk.press(key::down);
  desk.press(key::down); // there are no more
  CHECK(contains(desk.text(), "▶   Title d"));
  desk.press(key::left);
  CHECK(contains(desk.text(), "▶   Title c"));
  desk.press(key::left);
  CHECK(contains(desk.text(), "▶ ✓ Title a"));
  desk.press(key::right);
  CHECK(contains(desk.text(), "▶   Title c"));
  desk.press(key::right);
  CHECK(contains(desk.text(), "▶   Title c"));
  CHECK(desk.press('q') == Wish::none); // ends nothing
  CHECK(desk.screen.view == View::task);
  CHECK(desk.id() == "b");
  desk.press('l');
  desk.press(key::up);
  CHECK(desk.press(key::enter) == Wish::open);
  CHECK(desk.id() == "a");
  CHECK(desk.press('p') == Wish::open); // where one came from
  CHECK(desk.id() == "b");
  CHECK(desk.press('q') == Wish::quit);
}

TEST_CASE("exercise screen: a long list shows the exercise that was chosen") {
  Desk desk;
  for (int i = 10; i < 60; ++i)
    desk.tree.add(fmt::format("03_third/{}_x", i), fmt::format("x{}", i), 1, "");
  Workshop workshop(desk.tree.directory.path, desk.tree.directory.path);
  desk.screen = exercise::make_screen(workshop, workshop.all[0]);
  desk.screen.view = View::list;
  for (std::size_t i = 0; i < workshop.all.size(); ++i) {
    CHECK(contains(desk.text(), fmt::format("▶ {} {}", desk.screen.items[i].begun ? "◐" : " ",
                                            workshop.all[i].title)));
    desk.press(key::down);
  }
  desk.press(key::home);
  CHECK(desk.screen.chosen == 0);
  desk.press(key::page_down);
  CHECK(desk.screen.chosen > 10);
  CHECK(desk.screen.chosen < 24);
}

TEST_CASE("exercise screen: next says what it leaves out, and previous goes back") {
  Desk desk;
  CHECK(desk.press('p') == Wish::none);
  CHECK(contains(desk.text(), "This is the first one."));
  desk.workshop.progress.pass(desk.workshop.all[1]);
  exercise::refresh(desk.screen, desk.workshop);
  CHECK(desk.press('n') == Wish::open);
  CHECK(desk.id() == "c");
  CHECK(contains(desk.text(),
                 "You left a unsolved: [p] goes back to it. Skipped 1 exercise that you"));
  desk.check({Outcome::wrong, "no"}); // the starter's verdict leaves it there
  CHECK(contains(desk.text(), "You left a unsolved"));
  desk.check({Outcome::wrong, "no"});
  CHECK(!contains(desk.text(), "You left a unsolved"));
  desk.press('p');
  CHECK(desk.id() == "a");
  desk.press('n');
  desk.check({Outcome::passed});
  desk.press('n');
  CHECK(desk.id() == "d");
  CHECK(!contains(desk.text(), "unsolved"));
  desk.press('n');
  CHECK(desk.id() == "a");
  CHECK(contains(desk.words(),
                 "You left d unsolved: [p] goes back to it. Nothing is open after that one: "
                 "back to the beginning."));
  for (const std::size_t i : {0U, 2U})
    desk.workshop.progress.pass(desk.workshop.all[i]);
  desk.press('p');
  CHECK(desk.id() == "d");
  CHECK(desk.press('n') == Wish::none);
  CHECK(contains(desk.text(), "This is the only one that is left."));
}

TEST_CASE("exercise screen: a reset asks first, and can be undone") {
  Desk desk;
  CHECK(contains(desk.text(), "[r]eset"));
  CHECK(desk.press('r') == Wish::none);
  CHECK(contains(desk.text(), "[y]es, any other key: no"));
  CHECK(desk.press('n') == Wish::none); // no, and nothing else
  CHECK(desk.id() == "a");
  CHECK(contains(desk.text(), "Nothing was reset."));
  desk.press('r');
  CHECK(desk.press('y') == Wish::reset);

  const Exercise& e = desk.workshop.all[0];
  const fs::path mine = desk.workshop.file_of(e);
  common::write_text(mine, "my work\n");
  desk.workshop.progress.pass(e);
  desk.workshop.hint(e);
  desk.workshop.reset(e);
  CHECK(common::read_text(mine) == "starter\n");
  CHECK(!desk.workshop.has_passed(e));
  CHECK(desk.workshop.reset(e)
            .empty()); // a second one takes nothing away, nor what the first one keeps
  exercise::refresh(desk.screen, desk.workshop);
  CHECK(contains(desk.text(), "[u]ndo"));
  common::write_text(mine, "newer work\n");
  CHECK(desk.press('u') == Wish::undo);
  Workshop later(desk.tree.directory.path, desk.tree.directory.path); // another day
  CHECK(
      contains(later.undo_reset(later.all[0]), "Your version is back. What you had written since"));
  CHECK(common::read_text(mine) == "my work\n");
  CHECK(later.has_passed(later.all[0]));
  CHECK(later.progress.of(later.all[0]).hints == 1);
  CHECK(contains(later.undo_reset(later.all[0]), "no reset to undo"));
  CHECK(common::read_text(mine) == "my work\n");
}

TEST_CASE("exercise screen: the bar moves with each exercise") {
  Desk desk;
  for (int i = 10; i < 99; ++i)
    desk.tree.add(fmt::format("03_third/{}_x", i), fmt::format("x{}", i), 1, "");
  Workshop workshop(desk.tree.directory.path, desk.tree.directory.path);
  desk.screen = exercise::make_screen(workshop, workshop.all[0]);
  desk.screen.view = View::task;
  const auto bar = [&] {
    exercise::refresh(desk.screen, workshop);
    const Frame frame = desk.frame();
    const auto line =
        std::find_if(frame.lines.begin(), frame.lines.end(), [](const std::string& text) {
          return contains(text, " of 93, chapter 01: ");
        });
    return line == frame.lines.end() ? "" : line->substr(0, line->find("  "));
  };
  std::string before = bar();
  CHECK(before.find_first_not_of("·") == std::string::npos);
  workshop.progress.pass(workshop.all[0]);
  desk.style.width = 40; // the bar is so short that one exercise is less than an eighth of a block
  CHECK(bar().starts_with("▏"));
  desk.style = small;
  workshop.progress.forget(workshop.all[0]);
  for (const Exercise& e : workshop.all) {
    workshop.progress.pass(e);
    CAPTURE(e.id);
    CHECK(bar() != before);
    before = bar();
    CHECK(before.ends_with("█") == (&e == &workshop.all.back())); // full when all is done
  }
  CHECK(harness::display_width(before) >= 30);
}

TEST_CASE("exercise screen: a pass shows what was won") {
  Desk desk;
  desk.check({Outcome::passed});
  CHECK(contains(desk.text(), "✓ Passed."));
  CHECK(contains(desk.text(), "[n] goes on to the next exercise"));
  desk.screen.comparing = true;
  CHECK(contains(desk.text(), "Comparing it"));
  desk.screen.comparing = false;
  desk.screen.won.rows = {{"reads values", "1364", "64", "64", "64"},
                          {"device time, large data", "1.20 ms", "300 us", "", "290 us"}};
  CHECK(contains(desk.text(), "                           starter   yours  budget    ours\n"
                              "  reads values                1364      64      64      64\n"
                              "  device time, large data  1.20 ms  300 us          290 us\n"));
  CHECK(!contains(desk.text(), "The budget counts."));
  desk.screen.won.remark = "The budget counts.";
  CHECK(contains(desk.text(), "  The budget counts.\n"));
  desk.screen.won.rows = {{"reads values", "", "64", "70", "64"}}; // nothing was to be made faster
  CHECK(contains(desk.text(), "                yours  budget  ours\n"
                              "  reads values     64      70    64\n"));
  desk.check({Outcome::wrong, "no"});
  CHECK(!contains(desk.text(), "yours"));
}

TEST_CASE("exercise screen: starter and solution are judged as the learner's file was") {
  NEEDS_OCLGRIND;
  exercise::JudgeOptions judging;
  judging.build = fs::path(tests::bin_dir()).parent_path();
  judging.places.root = tests::source_root();
  if (!judging.simulator)
    SKIP_TEST("programs with sanitizers do not run under Oclgrind");
  const std::vector<Exercise> all = exercise::catalogue(tests::source_root());
  const Exercise& e = exercise::find(all, "in-a-register");
  const tests::TemporaryDirectory directory;
  const fs::path mine =
      directory.write("mine.cl", common::read_text(judging.places.solution(e)) + "// mine\n");
  const Verdict verdict = exercise::judge(judging, e, mine);
  CHECK(verdict.outcome == Outcome::passed);
  const exercise::Won won = exercise::what_was_won(judging, e, mine, verdict);
  REQUIRE(won.rows.size() == 3);
  CHECK(won.rows[1].what == "writes values");
  CHECK(won.rows[1].starter == "288"); // 8 + 8 * 31, and 31 + 1
  CHECK(won.rows[1].mine == "32");
  CHECK(won.rows[1].budget == "32");
  CHECK(won.rows[1].ours == "32");
  CHECK(won.rows[2].what == "device time, large data");
  for (const std::string& time : {won.rows[2].starter, won.rows[2].mine, won.rows[2].ours})
    CHECK(contains(time, "s"));
  judging.give_up = [] { return true; };
  CHECK(exercise::what_was_won(judging, e, mine, verdict).rows.empty());
}

TEST_CASE("exercise screen: what is to be made faster is timed with more data" * tests::long_tier) {
  exercise::JudgeOptions judging;
  judging.build = fs::path(tests::bin_dir()).parent_path();
  judging.places.root = tests::source_root();
  judging.simulator = false;
  judging.timed = true;
  for (const Exercise& e : exercise::catalogue(tests::source_root()))
    if (e.kind == exercise::Kind::faster && !e.is_host()) {
      CAPTURE(e.id);
      const Verdict verdict = exercise::judge(judging, e, judging.places.solution(e));
      CAPTURE(verdict.message);
      CHECK((verdict.outcome == Outcome::skipped || verdict.kernel_milliseconds > 0.0));
    }
}

TEST_CASE("exercise screen: a check delivers its picture, the wrong one too") {
  exercise::JudgeOptions judging;
  judging.build = fs::path(tests::bin_dir()).parent_path();
  judging.places.root = tests::source_root();
  judging.simulator = false;
  const std::vector<Exercise> all = exercise::catalogue(tests::source_root());
  const Exercise& e = exercise::find(all, "disc");
  const exercise::Picture right = exercise::judge(judging, e, judging.places.solution(e)).picture;
  CHECK(right.columns > 8);
  CHECK(right.mine == right.right);
  CHECK(std::count(right.mine.begin(), right.mine.end(), 255) > 0);
  CHECK(std::count(right.mine.begin(), right.mine.end(), 0) > 0);
  const tests::TemporaryDirectory directory;
  std::string kernel = common::read_text(judging.places.solution(e));
  const std::string square = "radius * radius";
  REQUIRE(contains(kernel, square));
  kernel.replace(kernel.find(square), square.size(), "(radius > 20.0f ? 400.0f : radius * radius)");
  const Verdict wrong = exercise::judge(judging, e, directory.write("mine.cl", kernel));
  CHECK(wrong.outcome == Outcome::wrong);
  CHECK(wrong.picture.right == right.right); // the largest is the wrong one
  CHECK(wrong.picture.mine != wrong.picture.right);
}

TEST_CASE("exercise screen: a picture is shown beside the right one") {
  Desk desk;
  desk.style = large;
  Verdict verdict{Outcome::wrong, "no"};
  verdict.picture = {4, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 255, 0, 255, 0, 255, 0, 255}};
  desk.check(verdict);
  CHECK(contains(desk.text(), "  yours   the right one\n           █ █"));
  desk.style.colour = true; // of sixteen: the same
  CHECK(contains(desk.text(), "█ █"));
  desk.style.greys = true;
  CHECK(contains(desk.text(), "\033[38;5;255;48;5;255m▀"));
  CHECK(contains(desk.text(), "\033[38;5;232;48;5;232m▀"));
}

TEST_CASE("exercise screen: a chapter that is complete is told once, and the end of all") {
  Desk desk;
  desk.check({Outcome::passed});
  CHECK(!contains(desk.text(), "is complete"));
  desk.press('n');
  desk.check({Outcome::passed});
  CHECK(contains(desk.text(), "★ Chapter 01, The first, is complete: all 2 exercises, 3 stars."));
  CHECK(contains(desk.text(), "Next comes chapter 02, The second: chapters/02_second/README.md"));
  desk.check({Outcome::passed});
  CHECK(!contains(desk.text(), "is complete"));
  desk.press('n');
  desk.check({Outcome::passed});
  CHECK(desk.screen.view == View::task);
  desk.press('n');
  desk.check({Outcome::passed});
  CHECK(desk.screen.view == View::all_done);
  for (const Style& style : {small, large}) {
    desk.style = style;
    CHECK(contains(desk.text(), "All 4 exercises are solved, 7 stars."));
    CHECK(contains(desk.text(), "[q]uit"));
  }
  desk.press(key::enter);
  CHECK(desk.screen.view == View::task);
  CHECK(desk.press('n') == Wish::none);
  CHECK(contains(desk.text(), "You have passed all exercises."));
  desk.check({Outcome::passed}); // the end comes once
  CHECK(desk.screen.view == View::task);
  // On another day it is the first thing that one sees, and stays until a key or a save.
  desk.screen = exercise::make_screen(desk.workshop, desk.workshop.all.back());
  desk.screen.view = View::all_done;
  desk.check({Outcome::passed});
  CHECK(desk.screen.view == View::all_done);
  desk.check({Outcome::wrong, "no"});
  CHECK(desk.screen.view == View::task);
}

TEST_CASE("exercise screen: one goes on where one was") {
  Desk desk;
  Workshop& workshop = desk.workshop;
  CHECK(workshop.next() == &workshop.all[0]);
  workshop.progress.visit(workshop.all[2]);
  CHECK(Workshop(desk.tree.directory.path, "").next()->id == "c");
  workshop.progress.pass(workshop.all[2]);
  CHECK(workshop.next() == &workshop.all[3]); // the next of its chapter, not the first of all
  CHECK(Workshop(desk.tree.directory.path, "").next()->id == "d");
  workshop.progress.pass(workshop.all[3]);
  CHECK(workshop.next() == &workshop.all[0]);
  for (const std::size_t i : {0U, 1U})
    workshop.progress.pass(workshop.all[i]);
  CHECK(workshop.next() == nullptr);
}

TEST_CASE("exercise screen: long lines of a solution break between words") {
  Desk desk;
  desk.screen.view = View::solution;
  desk.style.width = 40;
  desk.screen.solution =
      "    kernel void scale_and_add(global const float* a, global float* b) {\n      x;\n    }\n";
  CHECK(contains(desk.text(),
                 "    kernel void scale_and_add(global\n        const float* a, global float* b)\n"
                 "        {\n      x;\n"));
  desk.screen.solution = "    kernel void f(global const float* a, uint n, int)\n";
  CHECK(contains(desk.text(), "    kernel void f(global const float* a,\n        uint n, int)\n"));
  desk.screen.solution = "    kernel void f(global const int* a, uint n) {\n";
  CHECK(contains(desk.text(), "    kernel void f(global const int* a,\n        uint n) {\n"));
  desk.screen.solution = "    " + std::string(20, 'x') + "(" + std::string(20, 'y') + ");\n";
  CHECK(contains(desk.text(), "xxxx(\n        yyyy"));
  desk.screen.solution.clear();
  for (int line = 1; line <= 60; ++line)
    desk.screen.solution += fmt::format("    row {}\n", line);
  CHECK(!contains(desk.text(), "row 60\n"));
  desk.press(key::end);
  CHECK(contains(desk.text(), "row 60\n"));
  desk.press(key::page_up);
  CHECK(!contains(desk.text(), "row 60\n"));
  desk.press('q');
  CHECK(desk.screen.view == View::task);
}

TEST_CASE("exercise screen: the caret stays below its place in a long line") {
  Desk desk;
  const std::string much(100, 'y');
  desk.check({Outcome::build, "mine.cl:12:120: bad\n    12 | \t" + much + "!" + much +
                                  "\n       | \t" + std::string(100, ' ') + "^\n"});
  const Frame frame = desk.frame();
  const auto caret =
      std::find_if(frame.lines.begin(), frame.lines.end(), [](const std::string& line) {
        return contains(line, "| ") && contains(line, "^");
      });
  REQUIRE(caret != frame.lines.end());
  CHECK((caret - 1)->substr(caret->find('^'), 1) == "!");
}

TEST_CASE("exercise screen: every exercise of the project names a section that its lesson has") {
  const exercise::Places places{tests::source_root()};
  for (const Exercise& e : exercise::catalogue(tests::source_root())) {
    CAPTURE(e.path);
    CAPTURE(e.section);
    const exercise::Lesson lesson = exercise::lesson_of(places, e);
    CHECK(fs::is_regular_file(places.root / lesson.page));
    CHECK(!lesson.section.empty());
  }
}
