// What --tune remembers, and where.

#include "harness/ladder/tuning.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>
#include <thread>

using harness::Values;
using tests::contains;

namespace {

// A cache of its own for each test case.
struct Cache {
  tests::TemporaryDirectory directory;
  tests::ScopedEnvironment variable{"XDG_CACHE_HOME", directory.path.string()};
  cl::Device device = common::pick_device();

  // A step whose table lists these.
  static harness::Step step(const std::string& id) {
    harness::Step made{id, "a step", "changes nothing"};
    made.parameters = {{"TILE", {1, 8, 16, 32}}};
    made.presets = {{{"TILE", 64}}};
    if (id == "wide")
      made.parameters.push_back({"WIDTH", {1, 4}});
    return made;
  }
  void remember(const std::string& step, const Values& values) const {
    harness::remember_tuned_values("99_test", "small", step, device, values, 1.5, "64");
  }
  Values recall(const std::string& id, const std::string& chapter = "99_test",
                const std::string& kind = "small") const {
    return harness::tuned_values(chapter, kind, step(id), device);
  }
};

} // namespace

TEST_CASE("tuning: what was remembered is found again, for its step and kind only") {
  const Cache cache;
  CHECK(cache.recall("v1").empty());
  cache.remember("wide", {{"TILE", 16}, {"WIDTH", 4}});
  cache.remember("v2", {{"TILE", 8}});
  CHECK(cache.recall("wide") == Values{{"TILE", 16}, {"WIDTH", 4}});
  CHECK(cache.recall("v2") == Values{{"TILE", 8}});
  CHECK(cache.recall("v1").empty());
  CHECK(cache.recall("v2", "98_other").empty());
  CHECK(cache.recall("v2", "99_test", "large").empty());
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

TEST_CASE("tuning: values that the step's table does not list are passed over") {
  const Cache cache;
  for (const Values& values : {Values{{"TILE", 7}},
                               {{"TILE", 0}},
                               {{"TILE", -8}},
                               {{"WIDTH", 4}},
                               {{"TILE", 8}, {"X", 1}}}) {
    CAPTURE(harness::values_text(values));
    cache.remember("v1", values);
    CHECK(cache.recall("v1").empty());
  }
  cache.remember("wide", {{"TILE", 8}});
  CHECK(cache.recall("wide").empty());
  cache.remember("v1", {{"TILE", 64}}); // a preset
  CHECK(cache.recall("v1") == Values{{"TILE", 64}});
}

TEST_CASE("tuning: searches that run at the same time lose nothing") {
  const Cache cache;
  std::vector<std::thread> searches;
  for (int search = 0; search < 4; ++search)
    searches.emplace_back([&cache, search] {
      for (int step = 0; step < 10; ++step)
        cache.remember(fmt::format("v{}", 10 * search + step), {{"TILE", 8}});
    });
  for (std::thread& search : searches)
    search.join();
  CHECK(tests::json_from(harness::tuning_file()).size() == 40);
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
