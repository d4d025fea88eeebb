// The planted case study as a program, so that its modes can be tried from outside: see planted.hpp.

#include "harness/ladder/reader.hpp"
#include "tests/ladder/planted.hpp"

int main(int argc, char** argv) {
  return harness::run_ladder_program(argc, argv, "Steps with planted bugs.", planted::case_study());
}
