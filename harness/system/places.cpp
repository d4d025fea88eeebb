#include "harness/system/places.hpp"

const char* const harness::build_root = BUILD_ROOT;
