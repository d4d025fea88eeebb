#include "tools/check_text/check_text.hpp"

int main(int argc, char** argv) {
  return check_text::check_text_main({argv + 1, argv + argc});
}
