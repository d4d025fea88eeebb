// What the experiments of this chapter share. Each prints what it finds, verifies what the
// specification promises, and returns it as JSON.
#pragma once

#include "harness/lab/lab.hpp"
#include "sampling.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::Lab;
using harness::verify;

using Bytes = std::vector<cl_uchar>;
inline const cl::ImageFormat rgba_bytes(CL_RGBA, CL_UNSIGNED_INT8);

/// True if kernels can read images on this device (CL_DEVICE_IMAGE_SUPPORT).
bool has_images(const cl::Device& device);
/// Throws Skip with the reason where they cannot.
void need_images(const Lab& lab);
/// Throws Skip on Oclgrind for what its version 21.10 does not do.
void not_on_simulator(const Lab& lab, const std::string& what);

/// "CL_RGBA", "CL_UNORM_INT8"; a hexadecimal number for those that nobody knows.
std::string order_name(cl_channel_order order);
std::string type_name(cl_channel_type type);
/// True if `format` is in the list for 2D images with these flags.
bool is_supported(const Lab& lab, cl_mem_flags flags, const cl::ImageFormat& format);

/// Throws unless `got` is not empty and equal to `want`, element by element.
template <typename T>
void verify_equal(const std::vector<T>& got, const std::vector<T>& want, const std::string& what) {
  verify(!got.empty() && got.size() == want.size(), what + " has as many values as expected");
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(got[i] == want[i]))
      throw common::Error(what + ": value " + std::to_string(i) + " is " + std::to_string(got[i]) +
                          " and should be " + std::to_string(want[i]));
}

/// A fault of a driver that we have met: what the specification promises and this one does not do.
/// The experiments look for it each time, and say when it is gone.
struct KnownFault {
  const char* platform; ///< part of the platform's name
  const char* driver;   ///< how its version begins
  const char* what;     ///< what fault_of() is asked for
  const char* reason;
};
/// The reason for `what` on this device; empty where no fault of that kind is known.
std::string fault_of(const Lab& lab, const std::string& what);

// offers.cpp
Json what_does_the_device_offer(const Lab& lab);
Json which_formats_are_there(const Lab& lab);
Json how_large_may_an_image_be(const Lab& lab);

// forms.cpp
Json which_forms_are_there(const Lab& lab);

// moves.cpp
Json how_do_pixels_move(const Lab& lab);

// values.cpp
Json what_does_a_kernel_see(const Lab& lab);
Json can_it_read_and_write(const Lab& lab);

// samplers.cpp
Json what_does_a_sampler_do(const Lab& lab);

// middle.cpp
Json where_is_the_middle(const Lab& lab);
/// Enlarges a row of pixels (0 to 255) twice with a linear sampler. Output x reads at
/// (x + shift) / (2 * size of the row).
std::vector<int> enlarged(const Lab& lab, const std::vector<int>& row, float shift,
                          cl_addressing_mode addressing);

// reads.cpp
Json how_fast_are_reads(const Lab& lab);

// resizes.cpp
Json can_it_resize(const Lab& lab);

// lab.cpp
const std::vector<harness::Experiment<const Lab>>& experiments();

// demos.cpp
std::vector<harness::Demo> demos();
