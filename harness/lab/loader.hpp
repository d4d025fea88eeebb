#pragma once

#include "common/opencl.hpp"

#include <string>
#include <vector>

/// The ICD loader: the library that OpenCL programs are linked with, and the drivers behind it.
namespace harness {

/// A driver that has registered with the loader: an .icd file is a text file that names a library.
struct Registration {
  std::string file;
  std::string library;
  bool loaded = false; ///< the library is part of this process
};

/// Where the loader looks: /etc/OpenCL/vendors, unless an environment variable says otherwise.
std::string vendors_directory();

/// The .icd files there, by name. A loader may know further places: OpenCL 3.0 prescribes none.
std::vector<Registration> registered_drivers();

/// The libraries of drivers that OCL_ICD_FILENAMES names for the loader of Khronos, besides the registered
/// ones; empty where it is not set.
std::string named_drivers();

/// The file of the shared library that this program's OpenCL calls go to: the loader. Empty where
/// the system does not tell.
std::string loader_library();

/// What a loader can say of itself (extension cl_loader_info, CL_ICDL_...).
enum class LoaderInfo { opencl_version = 1, version = 2, name = 3, vendor = 4 };

/// The answer of the loader; empty where it does not answer. Loads the drivers. Source: extension
/// cl_loader_info, which both common loaders have.
std::string loader_info(LoaderInfo what);

/// The file of the shared library to which the loader passes on the calls for `platform`. Empty
/// where that cannot be found out.
std::string driver_library(const cl::Platform& platform);

/// The platforms of this machine, in the loader's order; empty where there are none.
std::vector<cl::Platform> platforms_here();

} // namespace harness
