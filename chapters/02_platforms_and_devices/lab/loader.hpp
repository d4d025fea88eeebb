// The ICD loader and the drivers behind it, as harness/lab/loader.hpp finds them.
#pragma once

#include <nlohmann/json.hpp>

namespace platforms {

/// What is loaded, registered and offered: the library, the directory, the drivers, the platforms.
nlohmann::json loader_json();

void print_loader();

} // namespace platforms
