// Mistakes with extensions, made on purpose. Each ends with what was seen and what to learn from it.

#include "lab.hpp"
#include "layered.hpp"

#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show; or it throws.

// [part-of-a-word]
std::string part_of_a_word(const Lab& lab) {
  const std::string list = lab.device.getInfo<CL_DEVICE_EXTENSIONS>();
  const auto words = device_words(lab.device);
  for (const std::string wanted : {"cl_khr_int64", "cl_khr_global_int32", "cl_khr_gl"})
    if (list.find(wanted) != std::string::npos &&
        std::count(words.begin(), words.end(), wanted) == 0)
      return fmt::format("no error. find() finds '{}' in the list, which has no such word", wanted);
  return "";
}
// [/part-of-a-word]

// [not-null]
std::string not_null(const Lab& lab) {
  for (const auto& [function, extension] :
       {std::pair{"clCreateFromGLBuffer", "cl_khr_gl_sharing"},
        std::pair{"clGetGLContextInfoKHR", "cl_khr_gl_sharing"},
        std::pair{"clCreateSubDevicesEXT", "cl_ext_device_fission"}})
    if (!is_listed(lab.device, extension) &&
        clGetExtensionFunctionAddressForPlatform(platform_of(lab.device)(), function))
      return fmt::format("the address of {} is not NULL, and {} is not listed. We do not call it: "
                         "one driver ends the program there",
                         function, extension);
  return "";
}
// [/not-null]

// [wrong-list]
std::string wrong_list(const Lab& lab) {
  const auto on_platform = platform_words(lab.device);
  for (const std::string& word : device_words(lab.device))
    if (std::count(on_platform.begin(), on_platform.end(), word) == 0)
      return fmt::format("the platform does not list {}, and the device does", word);
  return "";
}
// [/wrong-list]

// The first line of a log without the place.
std::string message_of(const std::string& log) {
  const std::string line = log.substr(0, log.find('\n'));
  const std::size_t colon = line.rfind(": ");
  return colon == std::string::npos ? line : line.substr(colon + 2);
}

// [all-enable]
std::string all_enable(const Lab& lab) {
  try {
    const cl::Program program = common::build_source(
        lab.context, lab.device, "#pragma OPENCL EXTENSION all : enable\nkernel void k() {}\n");
    const std::string log = common::build_log(program, lab.device);
    return log.empty() ? "" : "the compiler warns: " + message_of(log);
  } catch (const common::BuildError& error) {
    return "the compiler refuses: " + message_of(error.log);
  }
}
// [/all-enable]

// [fast-math]
std::string fast_math(const Lab& lab) {
  constexpr cl_uint side = 64, limit = 500;
  const float re = -0.77568376F, im = 0.13646737F, pixel = 1e-9F;
  const auto different_pixels = [&](const char* options) {
    cl::Kernel kernel = lab.kernel("mandelbrot", "in_pairs", options);
    const cl::Buffer steps = lab.buffer(std::vector<cl_uint>(side * side));
    const cl_float2 x{{re, -4e-9F}}, y{{im, -1.7e-9F}};
    common::set_args(kernel, steps, side, side, x, y, pixel, limit);
    common::launch(lab.queue, kernel, {side, side}, {1, 1});
    auto got = lab.read<cl_uint>(steps);
    std::sort(got.begin(), got.end());
    return std::unique(got.begin(), got.end()) - got.begin();
  };
  const auto with = different_pixels(""), without = different_pixels("-cl-fast-relaxed-math");
  return with == without
             ? ""
             : fmt::format(
                   "no error. A picture that has {} different values has {} when built with "
                   "-cl-fast-relaxed-math",
                   with, without);
}
// [/fast-math]

// [one-kernel]
std::string one_kernel(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("twins", "next");
  const cl::Buffer number = lab.buffer(std::vector<cl_uint>{0});
  std::vector<cl::Kernel> recorded;
  for (const cl_uint by : {10U, 20U}) {
    common::set_args(kernel, number, by);
    recorded.push_back(kernel); // a second reference to the same object
  }
  for (const cl::Kernel& each : recorded)
    lab.queue.enqueueNDRangeKernel(each, cl::NullRange, {1}, {1});
  const cl_uint got = lab.read<cl_uint>(number)[0], want = 10U * 1664525 + 20;
  return got == want ? ""
                     : fmt::format("no error. The two commands were recorded with 10 and 20, and "
                                   "make {} of 0; right is {}",
                                   got, want);
}
// [/one-kernel]

// [leak]
std::string leak(const Lab& lab) {
  cl_int error = CL_SUCCESS;
  const cl_mem buffer = clCreateBuffer(lab.context(), CL_MEM_READ_WRITE, 4096, nullptr, &error);
  const cl_event event = clCreateUserEvent(lab.context(), &error);
  verify(buffer && event, "both are there"); // and who releases them?
  if (std::getenv("OPENCL_LAYERS"))
    return "no error, and no warning";
  const Layered child = under_the_layer(lab, {"--demo", "leak"}, {{"OCL_LEAKS", "1"}});
  return child.log.empty() ? "" : "no error. But under the layer, with OCL_LEAKS=1:\n" + child.log;
}
// [/leak]

} // namespace

std::vector<harness::Demo> demos() {
  return {
      {"part-of-a-word", "a program looks for a name with find()",
       "compare whole words, as common::has_extension does.", part_of_a_word},
      {"not-null", "a program calls what clGetExtensionFunctionAddressForPlatform returns",
       "an address says only that there is code. Look into the list as well.", not_null},
      {"wrong-list", "a program asks the platform for an extension of the device",
       "kernels run on devices: ask the device. Ask the platform for what belongs to the host.",
       wrong_list},
      {"all-enable", "#pragma OPENCL EXTENSION all : enable",
       "only `all : disable` exists. Name each extension.", all_enable},
      {"fast-math", "pairs of floats, built with -cl-fast-relaxed-math",
       "what rounding cuts off is 0 for this compiler. Build exact arithmetic without it.",
       fast_math},
      {"one-kernel", "a list of commands keeps one kernel object for two of them",
       "arguments belong to the kernel object: give each recorded command its own.", one_kernel},
      {"leak", "a buffer and an event that no one releases",
       "let opencl.hpp own handles, and look with the layer now and then.", leak},
  };
}
