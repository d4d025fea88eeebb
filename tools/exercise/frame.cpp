// How the screen looks: lines for a terminal of any size. Nothing here reads a file or knows a terminal.

#include "harness/system/report.hpp"
#include "tools/exercise/fit.hpp"
#include "tools/exercise/screen.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace exercise {
namespace {

using Lines = std::vector<std::string>;
using View = Screen::View;

void add(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

// --- parts -------------------------------------------------------------------------------------

// "── name ───────"
std::string rule(const std::string& name, const Style& style) {
  std::string line = "── " + name + ' ';
  for (std::size_t i = harness::display_width(line); i < style.width; ++i)
    line += "─";
  return faint(style, line);
}

// `height` of the lines from `top` on. What is above and below is told in place of the first and the last one.
Lines part_of(const Lines& lines, std::size_t height, std::size_t& top, const std::string& keys,
              const Style& style) {
  const std::size_t most = lines.size() > height ? lines.size() - height : 0;
  top = std::min(top, most);
  if (height == 0)
    return {};
  Lines part(lines.begin() + static_cast<std::ptrdiff_t>(top),
             lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), top + height)));
  const auto more = [&](std::size_t count, const char* where) {
    return faint(style, fmt::format("  ... {} more line{} {} ({})", count, count == 1 ? "" : "s",
                                    where, keys));
  };
  if (top > 0)
    part.front() = more(top + 1, "above");
  if (top < most && height > 1)
    part.back() = more(most - top + 1, "below");
  return part;
}

std::string bar(std::size_t done, std::size_t total, std::size_t width, const Style& style) {
  std::string filled = harness::bar(static_cast<double>(done), static_cast<double>(total), width);
  if (done > 0 && filled.empty()) // the first one is to be seen, too
    filled = "▏";
  std::string rest;
  for (std::size_t i = harness::display_width(filled); i < width; ++i)
    rest += "·";
  return (style.colour ? "\033[32m" + filled + "\033[0m" : filled) + faint(style, rest);
}

struct Count {
  std::size_t done = 0, total = 0;
};

Count count(const Screen& screen, int chapter = 0) {
  Count found;
  for (const Screen::Item& item : screen.items)
    if (chapter == 0 || item.exercise->chapter() == chapter) {
      ++found.total;
      found.done += item.passed ? 1 : 0;
    }
  return found;
}

int stars(const Screen& screen, int chapter = 0) {
  int sum = 0;
  for (const Screen::Item& item : screen.items)
    if (item.passed && (chapter == 0 || item.exercise->chapter() == chapter))
      sum += item.exercise->stars;
  return sum;
}

std::string progress_text(const Screen& screen, const Style& style) {
  const int chapter = screen.exercise().chapter();
  const Count all = count(screen), here = count(screen, chapter);
  const std::string words = fmt::format("  {} of {}, chapter {:02}: {} of {}", all.done, all.total,
                                        chapter, here.done, here.total);
  const std::size_t used = harness::display_width(words);
  constexpr std::size_t least = 8; // in a narrow terminal
  return bar(all.done, all.total,
             std::clamp<std::size_t>(style.width > used ? style.width - used : 0, least, 40),
             style) +
         words;
}

// "[n]ext  [h]int", in several lines where the terminal is narrow.
Lines keys_lines(const std::vector<std::string>& keys, const Style& style) {
  Lines lines;
  for (const std::string& key : keys)
    if (!lines.empty() &&
        harness::display_width(lines.back()) + 2 + harness::display_width(key) <= style.width)
      lines.back() += "  " + key;
    else
      lines.push_back(key);
  for (std::string& line : lines)
    line = faint(style, line);
  return lines;
}

// --- what was found ----------------------------------------------------------------------------

std::string won_text(const Won& won, const Style& style) {
  std::string text;
  if (!won.rows.empty()) {
    const bool starter = std::any_of(won.rows.begin(), won.rows.end(),
                                     [](const Won::Row& row) { return !row.starter.empty(); });
    std::vector<std::array<std::string, 5>> cells{{"", "starter", "yours", "budget", "ours"}};
    for (const Won::Row& row : won.rows)
      cells.push_back({row.what, row.starter, row.mine, row.budget, row.ours});
    for (const auto& row : cells) {
      std::string line = "  ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        std::size_t width = 0;
        for (const auto& other : cells)
          width = std::max(width, harness::display_width(other[i]));
        if (i == 1 && !starter)
          continue;
        const std::string blanks(width - harness::display_width(row[i]), ' ');
        line +=
            i == 0 ? row[i] + blanks : "  " + blanks + (i == 2 ? strong(style, row[i]) : row[i]);
      }
      text += (&row == &cells.front() ? faint(style, line) : line) + '\n';
    }
    if (!won.remark.empty())
      text += "  " + won.remark + '\n';
  }
  return text;
}

// Two pictures side by side: two pixels one above the other in each character.
std::string pictures_text(const Picture& picture, const Style& style) {
  const std::size_t columns = picture.columns;
  if (columns == 0 || picture.mine.size() != picture.right.size() || 2 * columns + 6 > style.width)
    return {};
  const std::size_t rows = picture.mine.size() / columns;
  const auto row_of = [&](const std::vector<int>& grey, std::size_t row) {
    std::string text;
    for (std::size_t column = 0; column < columns; ++column) {
      const int above = grey[row * columns + column];
      const int below = row + 1 < rows ? grey[(row + 1) * columns + column] : above;
      if (style.greys) {
        constexpr int first_grey = 232, greys = 24; // of the 256 colours
        text += fmt::format("\033[38;5;{};48;5;{}m▀\033[0m", first_grey + above * greys / 256,
                            first_grey + below * greys / 256);
      } else {
        constexpr std::array shades{" ", "░", "▒", "▓", "█"};
        text += shades[static_cast<std::size_t>((above + below) * 5 / 512)];
      }
    }
    return text;
  };
  const std::string title = "  yours";
  const std::string gap(columns + 4 - std::min(columns + 4, std::string("yours").size()), ' ');
  std::string text = faint(style, title + gap + "the right one") + '\n';
  for (std::size_t row = 0; row < rows; row += 2)
    text += "  " + row_of(picture.mine, row) + "    " + row_of(picture.right, row) + '\n';
  return text;
}

// The chapters of which all exercises are passed have a line of their own.
std::string chapter_text(const Screen& screen, const Style& style) {
  const int chapter = screen.exercise().chapter();
  const auto title = screen.chapters.find(chapter);
  const Count here = count(screen, chapter);
  std::string text = strong(
      style, fmt::format("★ Chapter {:02}{} is complete: all {} exercises, {} stars.", chapter,
                         title == screen.chapters.end() ? "" : ", " + title->second + ",",
                         here.total, stars(screen, chapter)));
  if (const auto after = screen.chapters.upper_bound(chapter); after != screen.chapters.end())
    for (const Screen::Item& item : screen.items)
      if (item.exercise->chapter() == after->first)
        return fmt::format("{}\n  Next comes chapter {:02}, {}: chapters/{}/README.md\n", text,
                           after->first, after->second, item.exercise->stem());
  return text + '\n';
}

std::string found_text(const Screen& screen, const Style& style) {
  if (!screen.verdict)
    return screen.doing.empty() ? "" : markdown_text(screen.doing, style);
  std::string text = verdict_text(*screen.verdict, style);
  if (screen.verdict->outcome == Outcome::passed) {
    text += won_text(screen.won, style);
    if (screen.comparing)
      text += faint(style, "  Comparing it with our solution ...") + '\n';
    if (screen.chapter_done)
      text += chapter_text(screen, style);
  }
  const std::string pictures = pictures_text(screen.verdict->picture, style);
  text += pictures;
  if (!screen.hints.empty() && screen.verdict->outcome != Outcome::passed)
    text += (text.ends_with("\n\n") ? "" : "\n") + hints_text(screen.hints, style);
  return text;
}

std::string note_text(const Screen& screen, const Style& style) {
  constexpr int patience = 3;
  if (screen.asks)
    return "Back to the starter? [u] undoes it. [y]es, any other key: no";
  if (!screen.note.empty())
    return screen.note;
  if (screen.failures >= patience)
    return fmt::format("{} times not yet. {} may help: {}", screen.failures,
                       screen.hints_shown < 3 ? "A hint ([h]) or the lesson"
                                              : "Our solution ([s]) or the lesson",
                       lesson_text(screen.lesson, style));
  if (screen.verdict && screen.verdict->outcome == Outcome::passed)
    return "[n] goes on to the next exercise, [s] shows our solution and why.";
  if (screen.verdict && screen.is_starter)
    return "This is what the starter does. Edit your file, and save it.";
  return {};
}

// --- the views ---------------------------------------------------------------------------------

// Puts the parts on top of each other; what is left of the terminal's height stays empty above the last one.
Frame filled(Lines lines, const Lines& foot, const Style& style) {
  if (style.height > 0) {
    const std::size_t room = style.height > foot.size() ? style.height - foot.size() : 0;
    lines.resize(room);
  } else {
    lines.emplace_back();
  }
  add(lines, foot);
  if (style.height > 0 && lines.size() > style.height)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(style.height));
  Frame frame;
  for (const std::string& line : lines)
    frame.lines.push_back(shortened(line, style.width));
  return frame;
}

Frame task_frame(const Screen& screen, const Style& style) {
  Lines lines = lines_that_fit(heading_text(screen.exercise(), screen.lesson, screen.file, style),
                               style.width);
  Lines foot = lines_that_fit(note_text(screen, style), style.width);
  foot.push_back(progress_text(screen, style));
  add(foot,
      keys_lines({"[n]ext", "[p]revious", fmt::format("[h]int {}/3", screen.hints_shown), "[l]ist",
                  screen.can_undo ? "[u]ndo" : "[r]eset", "[s]olution", "[?]", "[q]uit"},
                 style));
  lines.emplace_back();
  Lines task = lines_that_fit(markdown_text(screen.task, style), style.width);
  Lines found = lines_that_fit(found_text(screen, style), style.width);
  const std::string name = fs::path(screen.file).filename().string();
  const std::string title =
      screen.verdict ? fmt::format("{}, checked at {}", name, screen.when) : name;
  std::size_t task_height = task.size(), found_height = found.size();
  const std::size_t taken = lines.size() + foot.size() + 1; // a rule between them
  const std::size_t room = style.height > taken + 2 ? style.height - taken : 2;
  std::size_t task_top = screen.task_top, found_top = screen.found_top;
  if (style.height > 0 && task.size() + found.size() > room) {
    // The part that one scrolls gets what the other one does not need; neither less than two fifths.
    const std::size_t least = std::max<std::size_t>(2 * room / 5, 1);
    std::size_t& other = screen.in_task ? found_height : task_height;
    std::size_t& first = screen.in_task ? task_height : found_height;
    other = std::min(other, std::max(least, room - std::min(room, first)));
    first = room - other;
  }
  Frame sizes;
  sizes.task_most = task.size() - std::min(task.size(), task_height);
  sizes.found_most = found.size() - std::min(found.size(), found_height);
  const bool both = sizes.task_most > 0 && sizes.found_most > 0;
  const bool task_moves = screen.in_task || sizes.found_most == 0;
  const char* const arrows = "arrows";
  const char* const first = "Tab, then arrows";
  add(lines, part_of(task, task_height, task_top, task_moves || !both ? arrows : first, style));
  lines.push_back(rule(title, style));
  add(lines, part_of(found, found_height, found_top, task_moves && both ? first : arrows, style));
  Frame frame = filled(std::move(lines), foot, style);
  frame.task_most = sizes.task_most;
  frame.found_most = sizes.found_most;
  frame.page = std::max<std::size_t>(1, (task_moves ? task_height : found_height) - 1);
  return frame;
}

Frame list_frame(const Screen& screen, const Style& style) {
  constexpr std::size_t columns_of_titles = 32;
  Lines rows;
  std::size_t chosen_row = 0;
  int chapter = 0;
  std::size_t title_width = 0, id_width = 0;
  for (const Screen::Item& item : screen.items) {
    title_width = std::max(title_width, harness::display_width(item.exercise->title));
    id_width = std::max(id_width, item.exercise->id.size());
  }
  constexpr std::size_t fixed = 4 + 2 + 3 + 2 + 8 + 2 + 6; // marks, stars, kind, minutes, gaps
  const bool has_ids = fixed + columns_of_titles + 2 + id_width <= style.width;
  title_width = std::min(title_width, style.width > fixed + (has_ids ? id_width + 2 : 0)
                                          ? style.width - fixed - (has_ids ? id_width + 2 : 0)
                                          : 10);
  for (std::size_t i = 0; i < screen.items.size(); ++i) {
    const Screen::Item& item = screen.items[i];
    const Exercise& e = *item.exercise;
    if (chapter != e.chapter()) {
      chapter = e.chapter();
      const auto title = screen.chapters.find(chapter);
      const Count here = count(screen, chapter);
      rows.push_back(
          strong(style, fmt::format("{:02} · {}", chapter,
                                    title == screen.chapters.end() ? e.stem() : title->second)) +
          faint(style, fmt::format("  {} of {}", here.done, here.total)));
    }
    std::string shown = shortened(e.title, title_width);
    shown += std::string(title_width - harness::display_width(shown), ' ');
    const char* state = item.passed ? "✓" : item.begun ? "◐" : " ";
    std::string line = fmt::format("{} {} {}  {}  {:<8}  {:>2} min", i == screen.chosen ? "▶" : " ",
                                   state, shown, stars_text(e.stars), name_of(e.kind), e.minutes);
    if (has_ids)
      line += "  " + e.id;
    if (i == screen.chosen) {
      chosen_row = rows.size();
      line = style.colour ? "\033[7m" + line + "\033[0m" : line;
    } else if (item.passed && style.colour) {
      line = "\033[32m" + line + "\033[0m";
    }
    rows.push_back(line);
  }
  const Exercise& chosen = *screen.items[screen.chosen].exercise;
  Lines foot{progress_text(screen, style)};
  add(foot, lines_that_fit(faint(style, fmt::format("✓ passed  ◐ begun    {}: exercises/{}",
                                                    chosen.id, chosen.path)),
                           style.width));
  add(foot, keys_lines({"[↑↓] walk", "[←→] chapters", "[Enter] opens it", "[q] back"}, style));
  Lines lines{strong(style, "All exercises"), ""};
  const std::size_t taken = lines.size() + foot.size();
  const std::size_t height = style.height > taken ? style.height - taken : 1;
  if (style.height == 0 || rows.size() <= height) {
    add(lines, rows);
  } else { // the chosen one in the middle
    const std::size_t top =
        std::min(chosen_row > height / 2 ? chosen_row - height / 2 : 0, rows.size() - height);
    lines.insert(lines.end(), rows.begin() + static_cast<std::ptrdiff_t>(top),
                 rows.begin() + static_cast<std::ptrdiff_t>(top + height));
  }
  Frame frame = filled(std::move(lines), foot, style);
  frame.page = std::max<std::size_t>(1, height > 3 ? height - 3 : 1);
  return frame;
}

Frame page_frame(const std::string& title, const std::string& text, const Screen& screen,
                 const Style& style) {
  const Lines all = lines_that_fit(text, style.width);
  Lines lines{rule(title, style)};
  Lines foot = keys_lines({"[↑↓] scroll", "[q] back to the task"}, style);
  foot.insert(foot.begin(), "");
  const std::size_t taken = lines.size() + foot.size();
  const std::size_t height = style.height == 0      ? all.size()
                             : style.height > taken ? style.height - taken
                                                    : 1;
  std::size_t top = screen.page_top;
  add(lines, part_of(all, height, top, "arrows", style));
  Frame frame = filled(std::move(lines), foot, style);
  frame.page_most = all.size() > height ? all.size() - height : 0;
  frame.page = std::max<std::size_t>(1, height - 1);
  return frame;
}

Frame welcome_frame(const Screen& screen, const Style& style) {
  const Count all = count(screen);
  std::string text = strong(style, "OpenCL, step by step: the exercises") + "\n\n";
  const auto say = [&](const std::string& markdown) { text += markdown_text(markdown, style); };
  say(fmt::format("{} exercises, each of which checks itself. Keep this screen open beside your "
                  "editor.",
                  all.total));
  text += '\n';
  say("- **Read** the lesson first. Each exercise names its page and section, here:");
  text += "      " + lesson_text(screen.lesson, style) + '\n';
  say("- **Edit** your own file, a copy of the starter. An update never changes it:");
  text += "      " + screen.file + '\n';
  say("- **Save** it. Each time you save, this screen checks it: does it compile, is the result "
      "right at every size, is it right only by luck, does it read more than it needs?");
  say("- **Stuck?** There are three hints, and after the third one our solution.");
  text += '\n';
  constexpr std::array keys{std::pair{"n  p", "next open exercise, previous"},
                            std::pair{"h  s", "hint; our solution"},
                            std::pair{"l", "list of all exercises"},
                            std::pair{"r  u", "back to the starter; undo that"},
                            std::pair{"↑ ↓", "scroll; Tab: the other part"},
                            std::pair{"?  q", "this page; quit"}};
  for (std::size_t i = 0; i < keys.size(); i += 2) {
    const auto entry = [&](std::size_t k) {
      return fmt::format("  {:<5} {:<31}", keys[k].first, keys[k].second);
    };
    text += entry(i) + (style.width >= 78 ? "" : "\n") + entry(i + 1) + '\n';
  }
  Lines lines = lines_that_fit(text, style.width);
  Lines foot = lines_that_fit(
      screen.is_new ? "Quit whenever you like: ./learn exercise goes on where you were."
                    : progress_text(screen, style),
      style.width);
  add(foot, keys_lines({screen.is_new ? "[Enter] begins" : "[Enter] back to the task", "[l]ist",
                        screen.is_new ? "[q]uit" : "[q] back"},
                       style));
  return filled(std::move(lines), foot, style);
}

Frame all_done_frame(const Screen& screen, const Style& style) {
  const Count all = count(screen);
  std::string text = "\n" +
                     strong(style, fmt::format("★ ★ ★  All {} exercises are solved, {} stars.",
                                               all.total, stars(screen))) +
                     "\n\n";
  const auto say = [&](const std::string& markdown) {
    text += markdown_text(markdown, style) + '\n';
  };
  say(fmt::format("The last one was \"{}\". You have written kernels and host programs, found the "
                  "mistakes of others, and stayed within every budget.",
                  screen.exercise().title));
  say("What now?");
  say("- The ladders of the case studies take a kernel of your own: `./learn lab 15 --help` tells "
      "how, and the benchmark puts it beside ours.");
  say("- The laboratories measure what the lessons claim on your own device: `./learn list`.");
  say("- An exercise that is missing here? CONTRIBUTING.md tells how to write one.");
  Lines foot{progress_text(screen, style)};
  add(foot, keys_lines({"[Enter] back to the exercise", "[l]ist", "[q]uit"}, style));
  return filled(lines_that_fit(text, style.width), foot, style);
}

} // namespace

Frame frame(const Screen& screen, const Style& style) {
  switch (screen.view) {
  case View::welcome:
    return welcome_frame(screen, style);
  case View::list:
    return list_frame(screen, style);
  case View::solution:
    return page_frame("Our solution of " + screen.exercise().id,
                      markdown_text(screen.solution, style), screen, style);
  case View::all_done:
    return all_done_frame(screen, style);
  case View::task:
    break;
  }
  return task_frame(screen, style);
}

} // namespace exercise
