// main() of every test executable.

#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/support/support.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

// Counts what ran: a filter that fits nothing must not pass for success.
int cases_run = 0;

struct Counter : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override { ++cases_run; }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

} // namespace

REGISTER_LISTENER("counter", 1, Counter);

int main(int argc, char** argv) {
  tests::isolate();
  doctest::Context context(argc, argv);
  const int result = context.run();
  if (context.shouldExit() || result != 0)
    return result;
  if (cases_run == 0) {
    std::fputs("no test case of this name\n", stderr);
    return EXIT_FAILURE;
  }
  return tests::skipped_cases() == cases_run ? 77 : EXIT_SUCCESS;
}
