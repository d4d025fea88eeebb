// What several checks of this chapter share.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace fourier_exercises {

/// The definition: real and imaginary part of each number, one after the other. sign: -1 forwards, 1 back (without 1/n).
inline std::vector<double> dft(const std::vector<double>& re, const std::vector<double>& im,
                               int sign) {
  const std::size_t n = re.size();
  std::vector<double> out;
  for (std::size_t k = 0; k < n; ++k) {
    double a = 0.0, b = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double t =
          sign * 2.0 * std::acos(-1.0) * static_cast<double>(k * i % n) / static_cast<double>(n);
      a += re[i] * std::cos(t) - im[i] * std::sin(t);
      b += im[i] * std::cos(t) + re[i] * std::sin(t);
    }
    out.push_back(a);
    out.push_back(b);
  }
  return out;
}

/// The same of such numbers.
inline std::vector<double> dft(const std::vector<float>& z, int sign) {
  std::vector<double> re, im;
  for (std::size_t i = 0; i < z.size(); i += 2) {
    re.push_back(z[i]);
    im.push_back(z[i + 1]);
  }
  return dft(re, im, sign);
}

} // namespace fourier_exercises
