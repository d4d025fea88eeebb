#pragma once

#include "fourier.hpp"
#include "harness/lab/lab.hpp"

#include <string>
#include <vector>

/// What the plans of fft.hpp are good for. Each use verifies what the device has computed against a reference in double.
namespace fourier {

struct UseOptions {
  std::string input;        ///< a recording or a picture; empty: our own
  std::string output = "."; ///< a directory
  double hum = 50.0;        ///< hertz; 0: leave it in
  double high = 0.0;        ///< hertz: a high pass; 0: none
  double low = 0.0;         ///< hertz: a low pass; 0: none
  double cut = 0.1;         ///< of pictures, in parts of the highest frequency
};

/// The names of --use.
const std::vector<std::string>& uses();
/// Throws Error where a result is not what the reference says.
int use(const std::string& name, const UseOptions& options, const harness::Lab& lab);

/// A transform from one buffer to another.
void transform(const harness::Lab& lab, const fft::Shape& shape, fft::Direction direction,
               const cl::Buffer& from, const cl::Buffer& to);

/// kernels/23_fourier/FILE, with one work-item for each number of `global`.
template <typename... Arguments>
void run_kernel(const harness::Lab& lab, const char* file, const char* name,
                const cl::NDRange& global, const Arguments&... arguments) {
  cl::Kernel kernel = lab.kernel(file, name);
  common::set_args(kernel, arguments...);
  common::launch(lab.queue, kernel, global);
}

cl::Buffer space(const harness::Lab& lab, std::size_t floats);

/// Throws Error unless all of `got` are what they should be: up to `roundings` roundings of the largest.
void verify_all(const std::string& what, const std::vector<float>& got,
                const std::vector<double>& want, double roundings);

double root_mean_square(const std::vector<float>& a, const std::vector<float>& b);

// sound.cpp
int filter_sound(const UseOptions& options, const harness::Lab& lab);
// pictures.cpp
int filter_picture(const UseOptions& options, const harness::Lab& lab);
int compress(const UseOptions& options, const harness::Lab& lab);
// cosines.cpp
/// The basis of the transform of 8 numbers: basis[8 k + n].
std::vector<double> cosines();
std::vector<float> cosine_transform(const harness::Lab& lab, const std::vector<float>& pixels,
                                    int width, int height, bool inverse);
int quantise(const UseOptions& options, const harness::Lab& lab);

} // namespace fourier
