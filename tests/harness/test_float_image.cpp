#include "harness/lab/float_image.hpp"

#include "tests/support/support.hpp"

#include <doctest/doctest.h>

TEST_CASE("float image: a picture for kernels has one channel or four") {
  const tests::TemporaryDirectory directory;
  const std::string grey = (directory.path / "grey.png").string();
  const std::string colour = (directory.path / "colour.png").string();
  common::save_image(grey, {2, 1, 1, {10, 20}});
  common::save_image(colour, {2, 1, 3, {1, 2, 3, 4, 5, 6}});
  CHECK(harness::load_picture(grey).channels == 1);
  CHECK(harness::load_picture(colour).pixels ==
        std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255});
  CHECK(harness::load_picture(colour, 1).channels == 1);
  CHECK(harness::load_picture(grey, 4).channels == 4);
}

TEST_CASE("float image: how many numbers there are, and where one is") {
  CHECK(harness::numbers(1 << 20, 1 << 20, 4) == std::size_t{1} << 42);
  CHECK(harness::pixel_place(0, 5, 4) == "x 0, y 0, channel 0");
  CHECK(harness::pixel_place((2 * 5 + 3) * 4 + 1, 5, 4) == "x 3, y 2, channel 1");
}
