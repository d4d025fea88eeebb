#include "tools/coverage/coverage.hpp"

int main(int argc, char** argv) {
  return coverage::coverage_main({argv + 1, argv + argc});
}
