// A laboratory that no one reads: what holds for the command line of every laboratory is proven with it, by
// tests/cli/test_contract.cpp.

#include "harness/lab/lab.hpp"

#include <nlohmann/json.hpp>

namespace {

nlohmann::json sum(const harness::Lab&) {
  return {{"sum", 1 + 1}};
}

nlohmann::json difference(const harness::Lab&) {
  return {{"difference", 1 - 1}};
}

std::string says_nothing(const harness::Lab&) {
  return "a mistake was made";
}

} // namespace

int main(int argc, char** argv) {
  return harness::run_experiment_program(
      argc, argv,
      {"98_made_up",
       "A laboratory for tests.",
       {{"add", "What is one and one?", sum}, {"subtract", "What is one less one?", difference}},
       {{"mistake", "something is wrong", "do it right.", says_nothing}}});
}
