// Sizes on the command line, memory that is not there, values in words.

#include "common/error.hpp"
#include "harness/ladder/ladder.hpp"
#include "harness/ladder/tuning.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <set>

using harness::parse_size;
using tests::contains;

TEST_CASE("ladder: sizes") {
  using Numbers = std::vector<int>;
  CHECK(parse_size("1024", 1) == Numbers{1024});
  CHECK(parse_size("1024", 3) == Numbers{1024, 1024, 1024});
  CHECK(parse_size("600x400", 2) == Numbers{600, 400});
  CHECK(parse_size("64x31x1000", 3) == Numbers{64, 31, 1000});
  CHECK(parse_size("1", 2) == Numbers{1, 1});
  CHECK(parse_size("1048576", 1) == Numbers{1 << 20});
  CHECK(parse_size("3x0", 2, 0) == Numbers{3, 0});
  CHECK(parse_size("007", 1) == Numbers{7});
}

TEST_CASE("ladder: sizes that make no sense are refused in one sentence that names the form") {
  for (const std::string size :
       {"",     "0",     "-5",      "+5",       " 5",      "5 ",
        "1e9",  "1.5",   "3x",      "x3",       "ax4",     "4xa",
        "3xx3", "3X3",   "3*3",     "99999999", "1048577", "99999999999999999999",
        "0x10", "0x1x1", "2x2x2x2", "nan",      "\n"}) {
    CAPTURE(size);
    const std::string message = tests::message_of<common::UsageError>([&] { parse_size(size, 3); });
    CHECK(contains(message, "'" + size + "'"));
    CHECK(contains(message, "MxNxK"));
    CHECK(contains(message, "1048576"));
  }
  CHECK_THROWS_AS(parse_size("3x3", 3), common::UsageError);
  CHECK_THROWS_AS(parse_size("3x3", 1), common::UsageError);
  CHECK_THROWS_AS(parse_size("3x3x3", 2), common::UsageError);
  CHECK_THROWS_AS(parse_size("3x0", 2), common::UsageError);
}

TEST_CASE("ladder: buffers that the device cannot hold are refused with the numbers") {
  const cl::Device device = common::pick_device();
  const std::size_t one = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  const std::size_t all = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  CHECK_NOTHROW(harness::require_device_memory(device, {}));
  CHECK_NOTHROW(harness::require_device_memory(device, {1024, 1024}));
  CHECK_NOTHROW(harness::require_device_memory(device, {one}));
  CHECK(contains(tests::message_of<common::Error>([&] {
                   harness::require_device_memory(device, {1024, one + 1});
                 }),
                 "in one buffer"));
  std::vector<std::size_t> many(all / one + 2, one);
  CHECK(contains(
      tests::message_of<common::Error>([&] { harness::require_device_memory(device, many); }),
      "smaller --size"));
}

TEST_CASE("ladder: parameter values in words, and all of their combinations") {
  CHECK(harness::values_text({}).empty());
  CHECK(harness::values_text({{"WIDTH", 4}, {"TILE", 16}}) == "TILE=16 WIDTH=4");
  const auto combinations = harness::all_combinations({{"A", {1, 2, 3}}, {"B", {7, 8}}});
  CHECK(combinations.size() == 6);
  CHECK(std::set<harness::Values>(combinations.begin(), combinations.end()).size() == 6);
  for (const harness::Values& values : combinations)
    CHECK(values.size() == 2);
  CHECK(harness::all_combinations({}) == std::vector<harness::Values>{{}});
  CHECK(harness::all_combinations({{"A", {}}}).empty());
}
