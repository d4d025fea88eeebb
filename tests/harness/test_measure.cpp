#include "harness/lab/measure.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

TEST_CASE("measure: the spread of the middle is not the work of a few") {
  common::Samples samples{std::vector<double>(101)};
  std::iota(samples.values.begin(), samples.values.end(), 50.0); // 50 to 150: the median is 100
  CHECK(harness::middle_spread(samples) == doctest::Approx(0.6));
  common::Samples disturbed{std::vector<double>(101, 2.0)};
  for (std::size_t i = 0; i < 20; ++i)
    disturbed.values[5 * i] = 1000.0;
  CHECK(harness::middle_spread(disturbed) == 0.0);
  disturbed.values[1] = disturbed.values[2] = 1000.0;
  CHECK(harness::middle_spread(disturbed) > 1.0);
  CHECK(harness::middle_spread(common::Samples{{3.0}}) == 0.0);
  CHECK(harness::middle_spread(common::Samples{{1.0, 3.0}}) == 1.0); // no middle: both ends
  CHECK(std::isnan(harness::middle_spread({})));
}
