#pragma once

#include <string>
#include <vector>

namespace tests {

/// A kernel with one mistake.
struct Mutant {
  std::string what;   ///< "line 12: barrier dropped"
  std::string source; ///< the whole file
};

/// Versions of an OpenCL C source that are wrong in one place each: row and column swapped in an
/// index, a barrier dropped, NaN or a constant stored in place of a result, a loop one short, a guard
/// one wide. Textual and without understanding, so a mutant may happen to mean the same as the
/// original; comments are left alone.
std::vector<Mutant> mutants_of(const std::string& source);

} // namespace tests
