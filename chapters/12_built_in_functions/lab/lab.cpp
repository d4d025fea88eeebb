#include "lab.hpp"

#include "common/timing.hpp"

#include <cmath>
#include <limits>
#include <random>

double run(const Lab& lab, const cl::Kernel& kernel, std::size_t n, std::size_t local_size) {
  const cl::NDRange local = common::fit_local_size(lab.device, kernel, {local_size});
  const cl::Event event =
      common::launch(lab.queue, kernel, common::round_up(cl::NDRange(n), local), local);
  return common::event_times(event).execution_ms();
}

std::vector<cl_uint> random_words(std::size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<cl_uint> words(n);
  for (cl_uint& word : words)
    word = generator();
  return words;
}

// [ulp]
double ulp_error(float got, long double want) {
  using Float = std::numeric_limits<float>;
  if (!std::isfinite(got))
    return std::numeric_limits<double>::infinity();
  // Between 2^e and 2^(e+1) floats are 2^(e-23) apart; below 2^-126 they all are 2^-149 apart.
  const int exponent =
      want == 0 ? Float::min_exponent - 1 : std::max(std::ilogb(want), Float::min_exponent - 1);
  const long double ulp = std::ldexp(1.0L, exponent - (Float::digits - 1));
  return static_cast<double>(std::abs(static_cast<long double>(got) - want) / ulp);
}
// [/ulp]
