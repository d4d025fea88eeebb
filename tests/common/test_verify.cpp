// The one comparator, and the random inputs.

#include "common/verify.hpp"
#include "harness/lab/device.hpp"

#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using common::compare;
using common::Comparison;
using common::Tolerance;
using tests::contains;

namespace {

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();
constexpr float inf_f = std::numeric_limits<float>::infinity();
constexpr double nan_d = std::numeric_limits<double>::quiet_NaN();
constexpr double inf_d = std::numeric_limits<double>::infinity();

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

Comparison compared(const Floats& got, const Doubles& want, const Tolerance& tolerance = {}) {
  return compare(std::span<const float>(got), std::span<const double>(want), tolerance);
}

} // namespace

TEST_CASE("verify: equal values pass") {
  const Comparison result = compared({1.0F, -2.5F, 0.0F}, {1.0, -2.5, -0.0});
  CHECK(result.passed());
  CHECK(result.compared == 3);
  CHECK(contains(result.summary(), "3 values"));
}

TEST_CASE("verify: the absolute and the relative part of the tolerance add up, and end sharply") {
  const Tolerance tolerance{0.5, 0.25}; // around 8: 0.5 + 2
  CHECK(compared({10.5F}, {8.0}, tolerance).passed());
  CHECK(compared({5.5F}, {8.0}, tolerance).passed());
  CHECK_FALSE(compared({10.51F}, {8.0}, tolerance).passed());
  CHECK_FALSE(compared({5.49F}, {8.0}, tolerance).passed());
  CHECK(compared({-10.5F}, {-8.0}, tolerance).passed());
  CHECK(compared({0.5F}, {0.0}, tolerance).passed());
  CHECK_FALSE(compared({0.51F}, {0.0}, tolerance).passed());
}

TEST_CASE("verify: NaN and infinity are wrong however large the tolerance") {
  const Tolerance wide{1e30, 1e30};
  for (const float bad : {nan_f, inf_f, -inf_f}) {
    CHECK_FALSE(compared({bad}, {1.0}, wide).passed());
    CHECK_FALSE(compared({1.0F, bad, 1.0F}, {1.0, 1.0, 1.0}, wide).passed());
  }
  const Tolerance infinite{inf_d, 0.0};
  CHECK_FALSE(compared({nan_f}, {1.0}, infinite).passed());
  CHECK_FALSE(compared({inf_f}, {1.0}, infinite).passed());
}

TEST_CASE("verify: a broken reference proves nothing") {
  const Tolerance wide{1e30, 1e30};
  CHECK_FALSE(compared({nan_f}, {nan_d}, wide).passed());
  CHECK_FALSE(compared({inf_f}, {inf_d}, wide).passed());
  CHECK_FALSE(compared({1.0F}, {nan_d}, wide).passed());
  CHECK_FALSE(compared({1.0F}, {inf_d}, wide).passed());
}

TEST_CASE("verify: on request not-finite values must match in kind") {
  const Tolerance matching{1e30, 1e30, true};
  CHECK(compared({nan_f, inf_f, -inf_f, 1.0F}, {nan_d, inf_d, -inf_d, 1.0}, matching).passed());
  CHECK_FALSE(compared({inf_f}, {-inf_d}, matching).passed());
  CHECK_FALSE(compared({inf_f}, {nan_d}, matching).passed());
  CHECK_FALSE(compared({nan_f}, {inf_d}, matching).passed());
  CHECK_FALSE(compared({1.0F}, {nan_d}, matching).passed());
  CHECK_FALSE(compared({1.0F}, {inf_d}, matching).passed());
  CHECK_FALSE(compared({nan_f}, {1.0}, matching).passed());
}

TEST_CASE("verify: comparing nothing is a failure") {
  const Comparison empty = compared({}, {});
  CHECK_FALSE(empty.passed());
  CHECK(contains(empty.summary(), "nothing"));
  CHECK_FALSE(Comparison{}.passed());
  CHECK_FALSE(compare(std::span<const int>(), std::span<const int>()).passed());
  CHECK_FALSE(
      compare(std::span<const unsigned char>(), std::span<const unsigned char>(), 255).passed());
}

TEST_CASE("verify: lengths that differ are a failure that says so") {
  for (const auto& [got, want] : {std::pair<Floats, Doubles>{{1.0F}, {1.0, 1.0}},
                                  {{1.0F, 1.0F}, {1.0}},
                                  {{}, {1.0}},
                                  {{1.0F}, {}}}) {
    const Comparison result = compared(got, want, {1e30, 0.0});
    CHECK_FALSE(result.passed());
    CHECK(
        contains(result.summary(), fmt::format("got {} values, want {}", got.size(), want.size())));
  }
}

TEST_CASE("verify: the count, the first five and the worst") {
  Floats got(100, 1.0F);
  const Doubles want(100, 1.0);
  for (const std::size_t i : {3u, 7u, 20u, 21u, 22u, 50u, 99u})
    got[i] = 2.0F;
  got[50] = 9.0F;
  const Comparison result = compared(got, want, {0.1, 0.0});
  CHECK(result.wrong == 7);
  REQUIRE(result.first.size() == 5);
  CHECK(result.first[0].index == 3);
  CHECK(result.first[4].index == 22);
  CHECK(result.worst.index == 50);
  CHECK(result.worst.got == 9.0);
  CHECK(result.error == doctest::Approx(std::sqrt((6 * 1.0 + 64.0) / 100)));
  const std::string text = result.summary(harness::row_and_column(10));
  CHECK(contains(text, "7 of 100 values are wrong"));
  CHECK(contains(text, "row 0, column 3: got 2, want 1"));
  CHECK(contains(text, "worst at row 5, column 0: got 9, want 1"));
}

TEST_CASE("verify: NaN is the worst of all") {
  const Comparison result = compared({1e30F, nan_f, 5.0F}, {0.0, 0.0, 0.0});
  CHECK(result.wrong == 3);
  CHECK(result.worst.index == 1);
  CHECK(contains(result.summary(), "nan"));
}

TEST_CASE("verify: floats against floats") {
  const Floats want{1.0F, 2.0F};
  CHECK(compare(std::span<const float>(want), std::span<const float>(want), {}).passed());
  const Floats got{1.0F, 2.0001F};
  CHECK_FALSE(compare(std::span<const float>(got), std::span<const float>(want), {}).passed());
}

TEST_CASE("verify: bytes within a distance, without wrapping around") {
  const std::vector<unsigned char> want{0, 128, 255};
  const std::vector<unsigned char> near{1, 127, 254};
  const std::vector<unsigned char> wrapped{255, 128, 0};
  CHECK(compare(std::span<const unsigned char>(near), std::span<const unsigned char>(want), 1)
            .passed());
  CHECK_FALSE(
      compare(std::span<const unsigned char>(near), std::span<const unsigned char>(want)).passed());
  CHECK_FALSE(
      compare(std::span<const unsigned char>(wrapped), std::span<const unsigned char>(want), 1)
          .passed());
}

TEST_CASE("verify: integers exactly") {
  const std::vector<int> want{1, -2147483647 - 1, 2147483647};
  std::vector<int> got = want;
  CHECK(compare(std::span<const int>(got), std::span<const int>(want)).passed());
  got[2] = 2147483646; // the same as a float
  CHECK_FALSE(compare(std::span<const int>(got), std::span<const int>(want)).passed());
}

TEST_CASE("verify: the tolerance of a sum lies above its error and far below its values") {
  // 1000 products of numbers in [-1, 1), summed in float in three orders.
  const std::size_t terms = 1000;
  const Floats a = common::random_floats(terms, 1);
  const Floats b = common::random_floats(terms, 2);
  double exact = 0.0;
  double magnitude = 0.0;
  float forwards = 0.0F;
  float backwards = 0.0F;
  for (std::size_t i = 0; i < terms; ++i) {
    exact += static_cast<double>(a[i]) * b[i];
    magnitude += std::abs(static_cast<double>(a[i]) * b[i]);
    forwards += a[i] * b[i];
    backwards += a[terms - 1 - i] * b[terms - 1 - i];
  }
  const Tolerance tolerance = common::sum_tolerance(terms, magnitude);
  CHECK(compared({forwards, backwards}, {exact, exact}, tolerance).passed());
  // One product left out does not pass.
  CHECK_FALSE(compared({static_cast<float>(exact + 0.5)}, {exact}, tolerance).passed());
  // It grows with the number of terms and their size, and is never zero.
  CHECK(common::sum_tolerance(2000, 1.0).absolute > common::sum_tolerance(1000, 1.0).absolute);
  CHECK(common::sum_tolerance(10, 2.0).absolute > common::sum_tolerance(10, 1.0).absolute);
  CHECK(common::sum_tolerance(0, 0.0).absolute > 0.0);
}

TEST_CASE("verify: random inputs are seeded, in range, and look random") {
  const Floats values = common::random_floats(10000, 42);
  CHECK(values == common::random_floats(10000, 42));
  CHECK(values != common::random_floats(10000, 43));
  // The engine is prescribed by the C++ standard: these come out everywhere.
  std::mt19937 engine(42);
  CHECK(values[0] == -1.0F + 2.0F * (static_cast<float>(engine() >> 8) / 16777216.0F));
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  CHECK(*low >= -1.0F);
  CHECK(*low < -0.99F);
  CHECK(*high < 1.0F);
  CHECK(*high > 0.99F);
  CHECK(std::abs(std::accumulate(values.begin(), values.end(), 0.0)) < 300.0); // five sigma
  for (const float value : common::random_floats(1000, 1, 5.0F, 6.0F)) {
    CHECK(value >= 5.0F);
    CHECK(value < 6.0F);
  }
  CHECK(common::random_floats(0, 1).empty());
}
