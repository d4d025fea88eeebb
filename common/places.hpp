#pragma once

namespace common {

/// The directory of the project that this program was built from. (As a macro, this path would be in each command line of
/// the compiler that needs it, and ccache could share none of those between two clones.)
extern const char* const source_root;

} // namespace common
