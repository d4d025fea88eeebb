// The coverage map: every function of OpenCL 3.0 and OpenCL C, and the lesson and line that
// shows it. The list of functions is a table (api_table.cpp); where each one is shown is found
// by reading the sources, so the map cannot disagree with them.
#pragma once

#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace coverage {

/// A function of the host API (cl.h).
struct ApiFunction {
  std::string_view name;    ///< the C name
  std::string_view since;   ///< OpenCL version that introduced it
  int chapter;              ///< the chapter that is to show it
  std::string_view binding; ///< its spelling in opencl.hpp, empty if the bindings have none
  /// How a use looks in C++: alternatives separated by " | ", each a sequence of tokens separated
  /// by spaces. `$` is any token, a `*` at either end of a word any letters, `.` also `->`, and `new T (` the
  /// construction of a cl::T. Empty: the method's name followed by `(`. The C name always counts.
  /// clRetain... and clRelease... are called silently by the bindings: `//clRetainMemObject` is a comment that names one,
  /// behind or directly above a line of code (`Buffer again = buffer; // clRetainMemObject`).
  std::string_view uses = "";
  std::string_view deprecated_in = ""; ///< version that deprecated it, empty if none did
  std::string_view replacement = "";   ///< what to use instead of a deprecated function
};

struct ApiGroup {
  std::string_view name;
  std::vector<ApiFunction> functions;
};

/// Built-in functions of OpenCL C, one group of the specification.
struct KernelGroup {
  std::string_view name;
  std::string_view since; ///< version of OpenCL C that introduced the group
  int chapter;
  /// Names separated by spaces. `name@2.0` was introduced later than its group, `name:10` is shown by
  /// another chapter (both: `name@2.0:27`); `#` stands for one of the vector lengths 2, 3, 4, 8, 16,
  /// and `*` for any text.
  std::string_view names;
  std::string_view deprecated_in = ""; ///< version of OpenCL C that deprecated the group
  std::string_view replacement = "";   ///< what to use instead
};

const std::vector<ApiGroup>& api_groups();
const std::vector<KernelGroup>& kernel_groups();

/// Chapters up to this one (Part I for the host API, and OpenCL C without images and what came with
/// 2.0) must show every function that the table gives to them.
constexpr int last_promising_chapter = 12;

/// One place where a function is used.
struct Use {
  std::string file; ///< relative to the project root
  int line;
};

/// One row of the map.
struct Entry {
  std::string name, group, since, binding, deprecated_in, replacement;
  bool in_kernel = false; ///< a built-in function of OpenCL C
  int chapter = 0;
  bool promised = false;      ///< its chapter must show it
  bool chapter_there = false; ///< and that chapter exists
  std::vector<Use> uses;      ///< the ones in the chapter that is to show it come first
};

/// Read chapters/*/ and kernels/*/ below `root` and build the whole map.
std::vector<Entry> build_map(const std::filesystem::path& root);

/// The promised functions that no chapter shows, although the chapter that promises them exists.
std::vector<Entry> broken_promises(const std::vector<Entry>& map);

/// The program: `[--root DIR] [--json] [--missing]`. Returns the exit code: 1 if `--missing` finds
/// a broken promise, 2 for wrong usage.
int coverage_main(const std::vector<std::string>& arguments, std::ostream& out = std::cout);

} // namespace coverage
