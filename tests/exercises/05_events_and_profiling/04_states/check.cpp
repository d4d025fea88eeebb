#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto state = [](const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
  };
  const auto expect = [&](const char* question, const std::string& name, cl_int number) {
    // A name and its number are the same answer.
    bool is_name = false;
    for (const char c : bench.answer(question))
      is_name = is_name || c == '_';
    bench.expect_answer(question, is_name ? name : std::to_string(number));
  };
  const auto name_of = [](cl_int number) -> std::string {
    switch (number) {
    case CL_COMPLETE:
      return "CL_COMPLETE";
    case CL_RUNNING:
      return "CL_RUNNING";
    case CL_SUBMITTED:
      return "CL_SUBMITTED";
    case CL_QUEUED:
      return "CL_QUEUED";
    default:
      return common::error_name(number);
    }
  };
  // All calls come before the first question: a wrong answer ends the check, and a user event that nobody
  // has set may hold up the release of its context.
  cl::UserEvent event(bench.session.context), failed(bench.session.context);
  const cl_int made = state(event);
  event.setStatus(CL_COMPLETE);
  const cl_int set = state(event);
  failed.setStatus(-5);
  const cl_int set_negative = state(failed);
  const cl_command_type type = event.getInfo<CL_EVENT_COMMAND_TYPE>();

  expect("just made", name_of(made), made);
  expect("after event.setStatus(CL_COMPLETE)", name_of(set), set);
  expect("another one, after setStatus(-5)", name_of(set_negative), set_negative);
  // Not what a second setStatus() returns: drivers disagree about it.
  expect("the first one, its CL_EVENT_COMMAND_TYPE",
         type == CL_COMMAND_USER ? "CL_COMMAND_USER" : fmt::format("{}", type),
         static_cast<cl_int>(type));
}
