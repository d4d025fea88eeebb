#include "tools/exercise/fit.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace exercise {
namespace {

using Lines = std::vector<std::string>;

// A character in a terminal, with the colour that it has.
struct Cell {
  std::string colour, character;
};

std::vector<Cell> cells_of(const std::string& line) {
  std::vector<Cell> cells;
  std::string colour;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i + 1;
    if (line[i] == '\033') {
      end = std::min(line.find('m', i), line.size() - 1) + 1;
      colour = line.substr(i, end - i);
      colour = colour == "\033[0m" ? "" : colour;
    } else {
      while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
        ++end;
      cells.push_back({colour, line.substr(i, end - i)});
    }
    i = end;
  }
  return cells;
}

std::string text_of(const std::vector<Cell>& cells, std::size_t begin, std::size_t end) {
  std::string text, colour;
  for (std::size_t i = begin; i < end; ++i) {
    if (cells[i].colour != colour)
      text += (colour.empty() ? "" : "\033[0m") + cells[i].colour;
    colour = cells[i].colour;
    text += cells[i].character;
  }
  return text + (colour.empty() ? "" : "\033[0m");
}

// A line in as many as it needs. They end at a blank or behind a comma or bracket, not inside a word unless it is
// longer than a line. What is indented goes on four columns further to the right.
Lines folded(const std::string& line, std::size_t width) {
  const std::vector<Cell> cells = cells_of(line);
  std::size_t indent = 0;
  while (indent < cells.size() && cells[indent].character == " ")
    ++indent;
  indent = indent == 0 ? 0 : std::min(indent + 4, width / 2);
  Lines lines;
  for (std::size_t begin = 0; begin < cells.size() || lines.empty();) {
    const std::size_t room = lines.empty() ? width : width - indent;
    std::size_t end = std::min(begin + room, cells.size());
    if (end < cells.size()) {
      // Best at a blank behind a comma near the end, else at any blank, else behind a comma or a bracket.
      const auto last = [&](std::size_t least, const auto& fits) {
        std::size_t at = end;
        while (at > least && !fits(at))
          --at;
        return at > least ? at : begin;
      };
      const auto is_blank = [&](std::size_t at) { return cells[at].character == " "; };
      const auto is_behind = [&](std::size_t at, std::string_view marks) {
        return marks.find(cells[at - 1].character) != std::string_view::npos;
      };
      std::size_t at = last(begin + 2 * room / 3, [&](std::size_t place) {
        return is_blank(place) && is_behind(place, ",");
      });
      if (at == begin)
        at = last(begin + room / 3, is_blank);
      if (at == begin)
        at = last(begin + room / 3, [&](std::size_t place) { return is_behind(place, ",;()"); });
      end = at == begin ? end : at;
    }
    lines.push_back((lines.empty() ? "" : std::string(indent, ' ')) + text_of(cells, begin, end));
    begin = end;
    while (begin < cells.size() && cells[begin].character == " ")
      ++begin;
  }
  return lines;
}

// A line of source and the caret below it, which must stay below its place: where they are too long, the part around
// the caret.
void add_source(Lines& lines, const std::string& source, const std::string& caret,
                std::size_t width) {
  const std::size_t bar = source.find(" | ") + 3;
  const std::vector<Cell> cells = cells_of(source);
  const std::size_t at = caret.find('^');
  const std::size_t room = width - bar;
  const std::size_t begin =
      at == std::string::npos || at < bar + room - 1 ? bar : std::max(bar, at - room / 2);
  const std::size_t end = std::min(cells.size(), begin + room);
  lines.push_back(text_of(cells, 0, bar) + text_of(cells, std::min(begin, end), end));
  if (at != std::string::npos)
    lines.push_back(caret.substr(0, bar) + std::string(at - begin, ' ') + '^');
}

bool is_source(const std::string& line) {
  const std::size_t bar = line.find(" | ");
  return bar != std::string::npos && bar < 12 &&
         line.find_first_not_of(" 0123456789") == bar + 1; // "   12 | out[i] ="
}

} // namespace

std::vector<std::string> lines_that_fit(const std::string& text, std::size_t width) {
  Lines lines, all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t'))
      line.replace(tab, 1, "  ");
    all.push_back(line);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool has_caret = is_source(all[i]) && i + 1 < all.size() && is_source(all[i + 1]) &&
                           all[i + 1].find_first_not_of(" |^") == std::string::npos;
    if (is_source(all[i]))
      add_source(lines, all[i], has_caret ? all[i + 1] : "", width);
    else
      for (std::string& part : folded(all[i], width))
        lines.push_back(std::move(part));
    i += has_caret ? 1 : 0;
  }
  return lines;
}

std::string shortened(const std::string& line, std::size_t width) {
  const std::vector<Cell> cells = cells_of(line);
  return cells.size() <= width ? line : text_of(cells, 0, width - 1) + "…";
}

} // namespace exercise
