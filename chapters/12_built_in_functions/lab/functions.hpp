// The functions of mathematics: what each should give, where it is defined, and how far the
// specification lets it be off.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Where arguments come from: half of them are uniform between `low` and `high`, half have all
/// magnitudes between `least` and the limits alike. `whole`: rounded to integers.
struct Domain {
  double low, high;
  double least = 1e-30;
  bool whole = false;
};

/// A function with up to three arguments.
struct Function {
  const char* name;
  double bound; ///< in ULP, full profile; negative: the specification gives none
  Domain x, y, z;
  long double (*value)(long double x, long double y, long double z);
};

/// Source of the bounds: the specification of OpenCL C 3.0, section 7.4 "Relative Error as ULPs",
/// "ULP values for single precision built-in math functions", full profile. "Correctly rounded" is
/// 0.5; functions whose result needs no rounding have 0.
const std::vector<Function>& functions();

/// The entry with this name.
const Function& function(const std::string& name);

/// `n` arguments from the domain.
std::vector<float> arguments(const Domain& domain, std::size_t n, unsigned seed);
