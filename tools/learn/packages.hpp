// tools/setup/packages.txt, the table from which ./learn installs: here for what the doctor says.
#pragma once

#include <string>
#include <vector>

namespace learn {

/// One row of the table.
struct Package {
  std::string what;  ///< "gnuplot"
  std::string need;  ///< build, run, test or option
  std::string check; ///< how to see whether it is there: "program gnuplot"
  std::string why;
  std::string name; ///< the package of this system's package manager; "-" or empty: it has none
};

/// The table, for this system's package manager. Throws Error where the file cannot be read.
std::vector<Package> packages();

/// Where it is found ("/usr/bin/gnuplot"), empty if it is not there. Knows the checks `program`,
/// `header` and `library`.
std::string find_package(const Package& package);

/// "sudo apt install gnuplot-nox"; for systems without a known package manager, words.
std::string install_command(const Package& package);

} // namespace learn
