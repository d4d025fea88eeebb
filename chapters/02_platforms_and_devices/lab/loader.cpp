#include "loader.hpp"

#include "harness/lab/loader.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace fs = std::filesystem;

namespace platforms {

using namespace harness;

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
