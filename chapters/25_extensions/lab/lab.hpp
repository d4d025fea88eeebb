// What the experiments of this chapter share. Each prints what it finds, verifies it, and returns it as JSON.
#pragma once

#include "common/error.hpp"
#include "harness/lab/lab.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::error_of;
using harness::Lab;
using harness::verify;

/// The words of a list such as "cl_khr_icd cl_khr_fp64".
std::vector<std::string> words_in(const std::string& list);
/// Those that the device lists, and those that its platform lists.
std::vector<std::string> device_words(const cl::Device& device);
std::vector<std::string> platform_words(const cl::Device& device);
/// True if one of them lists it.
bool is_listed(const cl::Device& device, const std::string& extension);
cl::Platform platform_of(const cl::Device& device);
/// What the device's compiler can be asked for: "-cl-std=CL3.0" where it has OpenCL C 3.0, else nothing.
std::string newest_language(const cl::Device& device);
/// True if __opencl_c_... is among CL_DEVICE_OPENCL_C_FEATURES, or may be had with an extension's name instead.
bool has_feature(const cl::Device& device, const std::string& feature);

/// clGetExtensionFunctionAddressForPlatform, as a function of its type. Throws Skip where there is none.
// [address]
template <typename Function>
Function address_of(const cl::Device& device, const char* name) {
  void* const address = clGetExtensionFunctionAddressForPlatform(platform_of(device)(), name);
  if (!address)
    throw common::Skip(std::string("the platform has no function ") + name);
  return reinterpret_cast<Function>(address);
}
// [/address]

/// A driver does not do what it lists. (What this program gets wrong is an Error.)
class DriverFails : public common::Error {
 public:
  using common::Error::Error;
};

/// Runs one experiment of this program in a process of its own, with the variable `alone` set. Returns what was wrong
/// with it: "hangs", "crashes" or "is wrong"; empty if nothing was.
constexpr const char* alone = "LEARN_ALONE";
std::string fault_when_alone(const Lab& lab, const std::string& experiment);

// lists.cpp
Json who_lists_what(const Lab& lab);
Json what_has_become_core(const Lab& lab);
Json what_do_kernels_see(const Lab& lab);

// addresses.cpp
Json does_an_address_prove_anything(const Lab& lab);

// probes.cpp
/// What a device does with one extension: runs something that proves it, and says what.
struct Probe {
  const char* extension;
  const char* about;
  std::string (*run)(const Lab& lab); ///< throws Skip with the reason where there is nothing to run
};
const std::vector<Probe>& probes();
Json what_works_of_opencl_1_2(const Lab& lab);
Json what_works_of_the_others(const Lab& lab);

// numbers.cpp
Json can_halves_be_had_without_fp16(const Lab& lab);
Json can_doubles_be_had_without_fp64(const Lab& lab);
std::string prove_half(const Lab& lab);
std::string prove_double(const Lab& lab);

// images.cpp
Json which_images_can_a_kernel_write(const Lab& lab);
std::string prove_volume(const Lab& lab);

// twins.cpp
Json what_if_there_is_no_shuffle(const Lab& lab);
Json what_if_there_is_no_dot_product(const Lab& lab);
Json what_if_floats_have_no_atomics(const Lab& lab);

// commands.cpp
Json what_if_there_are_no_command_buffers(const Lab& lab);
Json what_if_there_are_no_semaphores(const Lab& lab);
std::string prove_command_buffer(const Lab& lab);
std::string prove_semaphore(const Lab& lab);

// layered.cpp
Json what_does_the_layer_see(const Lab& lab);

// table.cpp
/// --table: runs this program on every device there is, and shows who has what, with recorded results beside them.
int show_table(const std::vector<std::string>& recorded, bool run_here, bool markdown);

// demos.cpp
std::vector<harness::Demo> demos();
