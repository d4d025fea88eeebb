#include "loader.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#if defined(__linux__)
#include <CL/cl_icd.h>
#include <dlfcn.h>
#endif

namespace fs = std::filesystem;

namespace platforms {
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

// [platforms]
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
// [/platforms]

std::string named_drivers() {
  const char* value = std::getenv("OCL_ICD_FILENAMES");
  return value ? value : "";
}

nlohmann::json loader_json() {
  nlohmann::json result{{"library", loader_library()},
                        {"vendors", vendors_directory()},
                        {"named", named_drivers()},
                        {"registered", nlohmann::json::array()},
                        {"platforms", nlohmann::json::array()}};
  for (const Registration& driver : registered_drivers())
    result["registered"].push_back(
        {{"file", driver.file}, {"library", driver.library}, {"loaded", driver.loaded}});
  for (const cl::Platform& platform : platforms_here())
    result["platforms"].push_back({{"name", platform.getInfo<CL_PLATFORM_NAME>()},
                                   {"vendor", platform.getInfo<CL_PLATFORM_VENDOR>()},
                                   {"version", platform.getInfo<CL_PLATFORM_VERSION>()},
                                   {"profile", platform.getInfo<CL_PLATFORM_PROFILE>()},
                                   {"extensions", platform.getInfo<CL_PLATFORM_EXTENSIONS>()},
                                   {"library", driver_library(platform)}});
  return result;
}

void print_loader() {
  const std::vector<cl::Platform> platforms = platforms_here(); // loads the drivers
  const auto or_unknown = [](const std::string& text) { return text.empty() ? "unknown" : text; };
  fmt::print("The loader\n");
  fmt::print("  this program calls  {}\n", or_unknown(loader_library()));
  fmt::print("  which looks in      {}\n", vendors_directory());
  const std::vector<Registration> drivers = registered_drivers();
  for (const Registration& driver : drivers)
    fmt::print("  and finds           {}: {}{}\n", fs::path(driver.file).filename().string(),
               driver.library, driver.loaded ? "" : " (not in use)");
  if (drivers.empty())
    fmt::print("  and finds           no .icd file\n");
  if (!named_drivers().empty())
    fmt::print("  OCL_ICD_FILENAMES   {} (if the loader asks this variable)\n", named_drivers());
  for (const cl::Platform& platform : platforms) {
    fmt::print("  platform            {}: {}\n", platform.getInfo<CL_PLATFORM_NAME>(),
               or_unknown(driver_library(platform)));
    fmt::print("    vendor            {}\n", platform.getInfo<CL_PLATFORM_VENDOR>());
    fmt::print("    version           {}\n", platform.getInfo<CL_PLATFORM_VERSION>());
    fmt::print("    profile           {}\n", platform.getInfo<CL_PLATFORM_PROFILE>());
    fmt::print("    extensions        {}\n", platform.getInfo<CL_PLATFORM_EXTENSIONS>());
  }
  fmt::print("\n");
}

} // namespace platforms
