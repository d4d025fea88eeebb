// The planted case study as a program, so that its modes can be tried from outside: see planted.hpp.

#include "harness/ladder/program.hpp"
#include "tests/ladder/planted.hpp"

int main(int argc, char** argv) {
  return harness::run_ladder_program(argc, argv,
                                     {.about = "Steps with planted bugs.",
                                      .study = [](const auto&) { return planted::case_study(); }});
}
