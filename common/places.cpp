#include "common/places.hpp"

const char* const common::source_root = SOURCE_ROOT;
