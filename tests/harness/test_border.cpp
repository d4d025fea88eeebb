#include "harness/lab/border.hpp"

#include "common/error.hpp"

#include <doctest/doctest.h>

using harness::Border;

TEST_CASE("border: which pixel stands for one outside a row of three") {
  const auto places = [](int extent, Border border) {
    std::vector<int> result;
    for (int i = -5; i <= 7; ++i)
      result.push_back(harness::border_index(i, extent, border));
    return result;
  };
  using Places = std::vector<int>;
  CHECK(places(3, Border::zero) == Places{-1, -1, -1, -1, -1, 0, 1, 2, -1, -1, -1, -1, -1});
  CHECK(places(3, Border::valid) == places(3, Border::zero));
  CHECK(places(3, Border::clamp) == Places{0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2});
  CHECK(places(3, Border::reflect) == Places{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1});
  CHECK(places(3, Border::wrap) == Places{1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1});
  for (const Border border : {Border::clamp, Border::reflect, Border::wrap})
    CHECK(places(1, border) == Places(13, 0));
}

TEST_CASE("border: names") {
  CHECK(harness::parse_border("wrap") == Border::wrap);
  CHECK(harness::border_macro(Border::valid) == "BORDER_VALID");
  CHECK(harness::border_macro(Border::reflect) == "BORDER_REFLECT");
  CHECK_THROWS_WITH_AS(harness::parse_border("mirror"), doctest::Contains("reflect"),
                       common::UsageError);
}
