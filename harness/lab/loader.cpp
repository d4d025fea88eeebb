#include "harness/lab/loader.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#if defined(__linux__)
#include <CL/cl_icd.h>
#endif
#ifndef _WIN32
#include <dlfcn.h>
#endif

namespace fs = std::filesystem;

namespace harness {
namespace {

// The file of the library that holds the code at `address`.
std::string library_at([[maybe_unused]] const void* address) {
#if defined(__linux__)
  Dl_info info{};
  std::error_code error;
  if (address && dladdr(address, &info) != 0 && info.dli_fname) {
    const fs::path real = fs::canonical(info.dli_fname, error); // libOpenCL.so.1 is a link
    return error ? info.dli_fname : real.string();
  }
#endif
  return {};
}

// Is this library in the process already? Never loads it.
bool is_loaded([[maybe_unused]] const std::string& library) {
#if defined(__linux__)
  if (void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
    dlclose(handle);
    return true;
  }
#endif
  return false;
}

Registration read_registration(const fs::path& file) {
  Registration result{file.string(), {}, false};
  std::ifstream stream(file);
  std::getline(stream, result.library); // the first line is all there is to it
  result.loaded = is_loaded(result.library);
  return result;
}

} // namespace

std::string vendors_directory() {
  for (const char* name : {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"})
    if (const char* value = std::getenv(name); value && *value)
      return value;
  return "/etc/OpenCL/vendors";
}

std::vector<Registration> registered_drivers() {
  const fs::path place = vendors_directory();
  std::error_code error;
  // The loader ocl-icd takes a single file as well, and finds one in the usual place by its name.
  if (place.extension() == ".icd") {
    const fs::path usual = "/etc/OpenCL/vendors" / place;
    return {read_registration(fs::exists(usual, error) ? usual : place)};
  }
  std::vector<Registration> result;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, error))
    if (entry.path().extension() == ".icd")
      result.push_back(read_registration(entry.path()));
  std::sort(result.begin(), result.end(),
            [](const Registration& a, const Registration& b) { return a.file < b.file; });
  return result;
}

std::string loader_library() {
  return library_at(reinterpret_cast<const void*>(&clGetPlatformIDs));
}

std::string loader_info([[maybe_unused]] LoaderInfo what) {
#ifndef _WIN32
  using Find = void* (*)(const char*); // the only way to ask a loader, though long deprecated
  using Ask = cl_int (*)(LoaderInfo, std::size_t, void*, std::size_t*);
  const auto find = reinterpret_cast<Find>(dlsym(RTLD_DEFAULT, "clGetExtensionFunctionAddress"));
  if (const auto ask = reinterpret_cast<Ask>(find ? find("clGetICDLoaderInfoOCLICD") : nullptr)) {
    std::array<char, 256> answer{};
    if (ask(what, answer.size() - 1, answer.data(), nullptr) == CL_SUCCESS)
      return answer.data();
  }
#endif
  return {};
}

// [dispatch]
// cl_khr_icd, the extension that makes many vendors possible, prescribes how an OpenCL object
// begins: with a pointer to the vendor's table of functions. That is how the loader finds the
// function to call; here it tells us in which library that function lives.
std::string driver_library([[maybe_unused]] const cl::Platform& platform) {
#if defined(__linux__)
  if (platform.getInfo<CL_PLATFORM_EXTENSIONS>().find("cl_khr_icd") == std::string::npos)
    return {};
  const auto* object = reinterpret_cast<const cl_icd_dispatch* const*>(platform());
  const cl_icd_dispatch* functions = *object;
  if (functions)
    return library_at(reinterpret_cast<const void*>(functions->clGetPlatformInfo));
#endif
  return {};
}
// [/dispatch]

std::vector<cl::Platform> platforms_here() {
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error& error) {
    if (error.err() != CL_PLATFORM_NOT_FOUND_KHR) // the loader's way to say "none"
      throw;
  }
  return platforms;
}

std::string named_drivers() {
  const char* value = std::getenv("OCL_ICD_FILENAMES");
  return value ? value : "";
}

} // namespace harness
