// Text in pictures: with a font that this machine has, and with dots.

#include "common/draw.hpp"

#include "common/files.hpp"
#include "tests/support/support.hpp"

#include <cstdlib>

namespace {

constexpr int left = 20, top = 20, scale = 4;

common::Image text(std::string_view words) {
  common::Image image = common::canvas(200, 70);
  common::write(image, left, top, words, common::ink, scale);
  return image;
}

// What another process draws, which has not chosen a font yet.
common::Image drawn(const tests::Environment& environment) {
  const tests::TemporaryDirectory directory;
  const tests::fs::path file = directory.path / "text.png";
  tests::Environment all = environment;
  all.emplace_back("TEST_PICTURE", file.string());
  const auto run = tests::run_child_case("child: text in a picture", all);
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  return common::load_image(file);
}

// The font that programs look for, where this machine has it.
tests::fs::path font_file() {
  for (const char* place : {"/usr/share/fonts", "/usr/local/share/fonts"}) {
    std::error_code none;
    for (const auto& entry : tests::fs::recursive_directory_iterator(place, none))
      if (entry.path().filename() == "DejaVuSansMono.ttf")
        return entry.path();
  }
  return {};
}

} // namespace

TEST_CASE("child: text in a picture" * doctest::skip()) {
  const char* const font = std::getenv("TEST_FONT");
  const tests::ScopedEnvironment chosen("OCL_FONT",
                                        font ? std::optional<std::string>(font) : std::nullopt);
  const char* const picture = std::getenv("TEST_PICTURE");
  REQUIRE(picture != nullptr);
  common::save_image(picture, text("Hamburg"));
}

TEST_CASE("draw: tests write with dots, which know capitals only") {
  CHECK(text("Hamburg").pixels == text("HAMBURG").pixels);
  CHECK(text("Hamburg").pixels != text("HAMBURH").pixels);
}

TEST_CASE("draw: a font is found below the directories that fontconfig knows") {
  const tests::fs::path font = font_file();
  if (font.empty())
    SKIP_TEST("DejaVu Sans Mono is not here");
  const tests::TemporaryDirectory system, home;
  const std::string nowhere = (home.path / "nothing").string();
  const tests::Environment bare{{"XDG_DATA_DIRS", nowhere + ":" + system.path.string()},
                                {"XDG_DATA_HOME", nowhere}};
  const auto dots = text("Hamburg").pixels;
  CHECK(drawn(bare).pixels == dots); // there is none
  tests::fs::create_directories(system.path / "fonts/some/where");
  tests::fs::copy_file(font, system.path / "fonts/some/where/DejaVuSansMono.ttf");
  const common::Image letters = drawn(bare);
  CHECK(letters.pixels != dots);
  CHECK(drawn({{"XDG_DATA_DIRS", nowhere}, {"XDG_DATA_HOME", system.path.string()}}).pixels ==
        letters.pixels);
  tests::Environment chosen = bare;
  chosen.emplace_back("TEST_FONT", "dots");
  CHECK(drawn(chosen).pixels == dots);
  chosen.back().second = font.string();
  CHECK(drawn(chosen).pixels == letters.pixels);
}

TEST_CASE("draw: letters of a font take the places that callers reckon with") {
  const tests::fs::path font = font_file();
  if (font.empty())
    SKIP_TEST("DejaVu Sans Mono is not here");
  const common::Image letters = drawn({{"TEST_FONT", font.string()}});
  int first_row = letters.height, last_row = 0, first_column = letters.width, last_column = 0;
  int mixed = 0;
  for (int y = 0; y < letters.height; ++y)
    for (int x = 0; x < letters.width; ++x) {
      const int red = letters.pixels[3 * (y * letters.width + x)];
      if (red == common::white.red)
        continue;
      mixed += red > common::ink.red ? 1 : 0;
      first_row = std::min(first_row, y);
      last_row = std::max(last_row, y);
      first_column = std::min(first_column, x);
      last_column = std::max(last_column, x);
    }
  CHECK(mixed > 50);                     // edges are smooth
  CHECK(std::abs(first_row - top) <= 3); // the b is higher than the H
  CHECK(last_row > top + 7 * scale);     // the g
  CHECK(last_row < top + 10 * scale);
  CHECK(first_column >= left);
  CHECK(first_column < left + 2 * scale);
  CHECK(last_column < left + 7 * 6 * scale);
  CHECK(last_column > left + 7 * 6 * scale - 3 * scale);
}

TEST_CASE("draw: OCL_FONT that is no font is named") {
  const tests::TemporaryDirectory directory;
  const std::string file = directory.write("no.ttf", std::string(2000, 'x')).string();
  const auto run = tests::run_child_case(
      "child: text in a picture",
      {{"TEST_FONT", file}, {"TEST_PICTURE", (directory.path / "x.png").string()}});
  CAPTURE(run.output);
  CHECK(run.exit_code != 0);
  CHECK(tests::contains(run.output, "'" + file + "' is not a TrueType font"));
}
