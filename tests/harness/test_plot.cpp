// What gnuplot gets, and what it may not be told.

#include "harness/system/plot.hpp"

#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

using tests::contains;

TEST_CASE("plot: a string is one string of gnuplot, whatever is in it") {
  CHECK(harness::plot_quoted("Co's \"fast\" device") == "'Co''s \"fast\" device'");
  CHECK(harness::plot_quoted("é 漢") == "'é 漢'");
  // gnuplot knows no escape in single quotes, and a string ends with its line.
  const std::string hostile = "a\n'; system(\"id\")\r\tb\x7f\x1b[2J";
  const std::string quoted = harness::plot_quoted(hostile + std::string(1, '\0'));
  CHECK(std::none_of(quoted.begin(), quoted.end(),
                     [](unsigned char c) { return c < ' ' || c == 127; }));
  CHECK(contains(quoted, "''; system(\"id\")"));
}

TEST_CASE("plot: a title of several lines is one line, and no command") {
  const tests::TemporaryDirectory directory;
  const auto trace = directory.path / "trace";
  const harness::Plot plot{.title = "x'\nsystem(\"touch " + trace.string() + "\")\n#\x01",
                           .commands = "plot x\n"};
  const std::string script = harness::plot_script(plot, "out.svg");
  CHECK_FALSE(contains(script, "\nsystem"));
  if (!harness::can_plot())
    SKIP_TEST("gnuplot is not installed");
  harness::draw_plot(plot, directory.path / "out.svg");
  CHECK(directory.files() == std::vector<std::string>{"out.svg"});
  const std::string svg = common::read_text(directory.path / "out.svg");
  CHECK(std::none_of(svg.begin(), svg.end(),
                     [](unsigned char c) { return c < ' ' && c != '\n' && c != '\t'; }));
}

TEST_CASE("plot: files beside the plot are not touched, and its name may be any") {
  if (!harness::can_plot())
    SKIP_TEST("gnuplot is not installed");
  const tests::TemporaryDirectory directory;
  directory.write("out.svg.raw", "mine");
  directory.write("out.svg.gp", "mine too");
  harness::draw_plot({.title = "t", .commands = "plot x\n"}, directory.path / "out.svg");
  harness::draw_plot({.title = "t", .commands = "plot x\n"}, directory.path / "two\nlines.svg");
  CHECK(directory.files() ==
        std::vector<std::string>{"out.svg", "out.svg.gp", "out.svg.raw", "two\nlines.svg"});
  CHECK(common::read_text(directory.path / "out.svg.raw") == "mine");
}
