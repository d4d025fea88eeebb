// What --tune remembers, and where.

#include "harness/tuning.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/report.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

using harness::Values;
using tests::contains;

namespace {

// A cache of its own for each test case.
struct Cache {
  tests::TemporaryDirectory directory;
  tests::ScopedEnvironment variable{"XDG_CACHE_HOME", directory.path.string()};
  cl::Device device = common::pick_device();

  void remember(const std::string& step, const Values& values) const {
    harness::remember_tuned_values("99_test", "small", step, device, values, 1.5, "64");
  }
  Values recall(const std::string& step) const {
    return harness::tuned_values("99_test", "small", step, device);
  }
};

} // namespace

TEST_CASE("tuning: what was remembered is found again, for its step and kind only") {
  const Cache cache;
  CHECK(cache.recall("v1").empty());
  cache.remember("v1", {{"TILE", 16}, {"WIDTH", 4}});
  cache.remember("v2", {{"TILE", 8}});
  CHECK(cache.recall("v1") == Values{{"TILE", 16}, {"WIDTH", 4}});
  CHECK(cache.recall("v2") == Values{{"TILE", 8}});
  CHECK(cache.recall("v3").empty());
  CHECK(harness::tuned_values("98_other", "small", "v1", cache.device).empty());
  CHECK(harness::tuned_values("99_test", "large", "v1", cache.device).empty());
}

TEST_CASE("tuning: the newest result replaces the older one") {
  const Cache cache;
  cache.remember("v1", {{"TILE", 16}});
  cache.remember("v2", {{"TILE", 1}});
  cache.remember("v1", {{"TILE", 32}});
  CHECK(cache.recall("v1") == Values{{"TILE", 32}});
  CHECK(cache.recall("v2") == Values{{"TILE", 1}});
  CHECK(tests::json_from(harness::tuning_file()).size() == 2);
}

TEST_CASE("tuning: the file is in the user's cache and says what it holds") {
  const Cache cache;
  cache.remember("v1", {{"TILE", 16}});
  CHECK(cache.directory.files() == std::vector<std::string>{"opencl-step-by-step/tuning.json"});
  const auto entry = tests::json_from(harness::tuning_file()).at(0);
  const auto about = harness::device_json(cache.device);
  CHECK(entry.at("chapter") == "99_test");
  CHECK(entry.at("kind") == "small");
  CHECK(entry.at("step") == "v1");
  CHECK(entry.at("device") == about.at("name"));
  CHECK(entry.at("driver") == about.at("driver"));
  CHECK(entry.at("values").at("TILE") == 16);
  CHECK(entry.at("median_ms") == 1.5);
  CHECK(entry.at("size") == "64");
  const tests::ScopedEnvironment none("XDG_CACHE_HOME", std::nullopt);
  const tests::ScopedEnvironment home("HOME", "/no/such/of/someone");
  CHECK(harness::tuning_file() == "/no/such/of/someone/.cache/opencl-step-by-step/tuning.json");
}

TEST_CASE("tuning: results for another device or driver are passed over") {
  const Cache cache;
  cache.remember("v1", {{"TILE", 16}});
  for (const char* property : {"device", "platform", "driver"}) {
    auto entries = tests::json_from(harness::tuning_file());
    entries[0][property] = "another";
    common::write_text(harness::tuning_file(), entries.dump());
    CHECK(cache.recall("v1").empty());
    cache.remember("v1", {{"TILE", 16}});
    CHECK(cache.recall("v1") == Values{{"TILE", 16}});
    common::write_text(harness::tuning_file(), "[]");
    cache.remember("v1", {{"TILE", 16}});
  }
}

TEST_CASE("tuning: a damaged file is as good as none, and is replaced") {
  const Cache cache;
  for (const std::string content :
       {"", "{", "[1, 2, 3]", "{\"a\": 1}", "null", "[{}]", "\xFF\xFE",
        R"([{"chapter": "99_test", "step": "v1", "values": "no object"}])",
        R"([{"chapter": "99_test", "step": "v1", "values": {"TILE": "no number"}}])",
        R"([{"chapter": "99_test", "step": "v1"}])"}) {
    CAPTURE(content);
    tests::fs::create_directories(tests::fs::path(harness::tuning_file()).parent_path());
    common::write_text(harness::tuning_file(), content);
    CHECK(cache.recall("v1").empty());
    CHECK_NOTHROW(cache.remember("v1", {{"TILE", 16}}));
    CHECK(cache.recall("v1") == Values{{"TILE", 16}});
  }
}

TEST_CASE("tuning: a cache that cannot be written is complained about") {
  const tests::TemporaryDirectory directory;
  directory.write("file", "");
  const tests::ScopedEnvironment variable("XDG_CACHE_HOME", (directory.path / "file").string());
  CHECK(contains(tests::message_of<common::Error>([&] {
                   harness::remember_tuned_values("99_test", "", "v1", common::pick_device(),
                                                  {{"TILE", 1}}, 1.0, "64");
                 }),
                 "cannot write"));
}
