#pragma once

#include "harness/ladder/ladder.hpp"

#include <string>

namespace harness {

/// The counts that the head of a kernel file states for one problem and these values, in its first comment: none where it
/// states none for them.
///
///   // Counted at 17x9, radius 3x2, LINE=16:   loads  stores  constant  local: loads  stores
///   //   grey reflect rows      378     153      1071          1071     378
///   //   grey reflect columns   408     153       765           765     408
///
/// `problem` is what comes before the values ("17x9, radius 3x2"); `kind` chooses among the lines below, which then name
/// the kernel ("grey reflect"; "" for files with a line for each kernel and nothing else). Throws Error for a line without
/// all five numbers.
Counts stated_counts(const std::string& kernel_file, const std::string& problem,
                     const std::string& kind, const Values& values);

} // namespace harness
