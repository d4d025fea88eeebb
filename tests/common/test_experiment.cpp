// Helpers of programs that prove their claims by experiment.

#include "common/experiment.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

TEST_CASE("experiment: a claim that does not hold is an error that names it") {
  common::verify(true, "nothing is said");
  const std::string message =
      tests::message_of<common::Error>([] { common::verify(false, "pigs can fly"); });
  CHECK(tests::contains(message, "pigs can fly"));
}

TEST_CASE("experiment: polling ends with the first yes, or with the time") {
  int asked = 0;
  CHECK(common::poll([&] { return ++asked == 3; }, 60.0));
  CHECK(asked == 3);
  asked = 0;
  CHECK(!common::poll([&] { return ++asked < 0; }, 0.01));
  CHECK(asked >= 1);
}

TEST_CASE("experiment: states of events in words") {
  const common::Session session = tests::new_session();
  cl::UserEvent event(session.context);
  CHECK(common::status_name(common::status_of(event)) == "CL_SUBMITTED");
  event.setStatus(CL_COMPLETE);
  CHECK(common::status_of(event) == CL_COMPLETE);
  CHECK(common::status_name(CL_QUEUED) == "CL_QUEUED");
  CHECK(common::status_name(CL_RUNNING) == "CL_RUNNING");
  CHECK(common::status_name(CL_OUT_OF_RESOURCES) == "CL_OUT_OF_RESOURCES");
}
