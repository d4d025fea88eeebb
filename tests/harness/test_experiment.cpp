// Helpers of programs that prove their claims by experiment.

#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"

#include "common/error.hpp"
#include "harness/system/report.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

TEST_CASE("experiment: a claim that does not hold is an error that names it") {
  harness::verify(true, "nothing is said");
  const std::string message =
      tests::message_of<common::Error>([] { harness::verify(false, "pigs can fly"); });
  CHECK(tests::contains(message, "pigs can fly"));
}

TEST_CASE("experiment: polling ends with the first yes, or with the time") {
  int asked = 0;
  CHECK(harness::poll([&] { return ++asked == 3; }, 60.0));
  CHECK(asked == 3);
  asked = 0;
  CHECK(!harness::poll([&] { return ++asked < 0; }, 0.01));
  CHECK(asked >= 1);
}

TEST_CASE("experiment: states of events in words") {
  const harness::Session session = tests::new_session();
  cl::UserEvent event(session.context);
  CHECK(harness::status_name(harness::status_of(event)) == "CL_SUBMITTED");
  event.setStatus(CL_COMPLETE);
  CHECK(harness::status_of(event) == CL_COMPLETE);
  CHECK(harness::status_name(CL_QUEUED) == "CL_QUEUED");
  CHECK(harness::status_name(CL_RUNNING) == "CL_RUNNING");
  CHECK(harness::status_name(CL_OUT_OF_RESOURCES) == "CL_OUT_OF_RESOURCES");
}

namespace {

using Json = nlohmann::json;

struct Bench {
  int asked = 0;
};

Json first(Bench& bench) {
  return {{"asked", ++bench.asked}};
}
Json second(Bench&) {
  throw common::Skip("no such device");
}
Json third(Bench& bench) {
  harness::verify(bench.asked == 0, "nobody has asked before");
  return nullptr;
}

constexpr harness::Experiment<Bench> experiments[] = {
    {"first", "How often?", first}, {"second", "Where?", second}, {"third", "Who else?", third}};

using Demo = harness::Mistake<Bench>;

constexpr Demo demos[] = {
    {"seen", "a thing", "not to", [](Bench&) -> std::string { return "it breaks"; }},
    {"thrown", "a thing", "not to",
     [](Bench&) -> std::string { throw cl::Error(CL_INVALID_VALUE, "clCall"); }},
    {"unseen", "a thing", "not to", [](Bench&) -> std::string { return ""; }}};

} // namespace

TEST_CASE("experiment: the chosen ones run, skips are recorded, false claims end the program") {
  CHECK(harness::names_of(experiments) == std::vector<std::string>{"first", "second", "third"});
  const tests::TemporaryDirectory directory;
  const tests::fs::path file = directory.path / "result.json";
  Bench bench;
  const std::string output = tests::output_of([&] {
    CHECK(harness::run_experiments(experiments, {"first", "second"}, bench, {{"chapter", "x"}},
                                   file.string()) == common::exit_passed);
  });
  CHECK(bench.asked == 1);
  CHECK(tests::json_from(file) == Json{{"chapter", "x"},
                                       {"first", {{"asked", 1}}},
                                       {"second", {{"skipped", "no such device"}}}});
  CHECK(tests::contains(output, "\nHow often? (first)\n"));
  CHECK(tests::contains(output, "skipped: no such device"));
  CHECK_FALSE(tests::contains(output, "Who else?"));
  CHECK(tests::contains(output, "verified"));

  const std::string broken = tests::output_of([&] {
    CHECK_THROWS_AS(harness::run_experiments(experiments, {"third"}, bench, {}, ""), common::Error);
  });
  CHECK_FALSE(tests::contains(broken, "verified"));
}

TEST_CASE("experiment: none writes over the head of the document") {
  Bench bench;
  tests::output_of([&] {
    CHECK_THROWS_AS(harness::run_experiments(experiments, {"first"}, bench, {{"first", 1}}, ""),
                    common::Error);
  });
}

TEST_CASE("experiment: a mistake shows itself, or is skipped") {
  Bench bench;
  const auto shown = [&](const std::string& name) {
    return tests::output_of([&] { harness::show_mistake(demos, name, bench); });
  };
  CHECK(tests::contains(shown("seen"), "What happens: it breaks.\nWhat to learn: not to\n"));
  CHECK(tests::contains(shown("thrown"), "CL_INVALID_VALUE from clCall"));
  CHECK_THROWS_AS(shown("unseen"), common::Skip);
  CHECK_THROWS_AS(shown("unknown"), common::UsageError);
}

TEST_CASE("experiment: the head of a chapter's results") {
  const harness::Session session = tests::new_session();
  const Json head = harness::result_document("x", "x --quick", session.device);
  CHECK(head.at("chapter") == "x");
  CHECK(head.at("command") == "x --quick");
  CHECK(head.at("date") == harness::today());
  CHECK(head.at("device").contains("driver"));
}
