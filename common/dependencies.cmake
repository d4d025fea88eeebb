# What common/ needs, in this project and in any other that takes the directory: `./learn` installs it all here; the
# messages name the packages for those who build by hand.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON) # whoever is linked with common, in whatever directory, finds them
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# The headers and the ICD loader (which only forwards calls to the installed drivers).
find_package(OpenCL QUIET)
if(NOT OpenCL_FOUND)
  message(FATAL_ERROR "The OpenCL headers or the ICD loader are missing.\n"
                      "Debian, Ubuntu: sudo apt install opencl-headers ocl-icd-opencl-dev   (or run ./learn)")
endif()

# Header-only libraries: a header to look for, and the package that has it.
function(require_header header package)
  string(MAKE_C_IDENTIFIER "HEADER_${header}" variable)
  find_path(${variable} ${header} ${ARGN})
  if(NOT ${variable})
    message(FATAL_ERROR "The header ${header} is missing.\n"
                        "Debian, Ubuntu: sudo apt install ${package}   (or run ./learn)")
  endif()
  set(header_dir ${${variable}} PARENT_SCOPE)
endfunction()

require_header(CL/opencl.hpp opencl-clhpp-headers HINTS ${OpenCL_INCLUDE_DIRS})
add_library(opencl_cpp INTERFACE)
target_include_directories(opencl_cpp SYSTEM INTERFACE ${header_dir})
target_link_libraries(opencl_cpp INTERFACE OpenCL::OpenCL)
# Set here and nowhere else. 300: all of OpenCL 3.0 is declared. 110 and not 120 as the oldest version supported: with
# 120 the bindings of Debian 12 (3.0~2023.02) do not compile, and OpenCL 1.2 platforms are served by either.
target_compile_definitions(
  opencl_cpp INTERFACE CL_TARGET_OPENCL_VERSION=300 CL_HPP_TARGET_OPENCL_VERSION=300
                       CL_HPP_MINIMUM_OPENCL_VERSION=110 CL_HPP_ENABLE_EXCEPTIONS)

require_header(stb_image.h libstb-dev PATH_SUFFIXES stb)
add_library(stb INTERFACE)
target_include_directories(stb SYSTEM INTERFACE ${header_dir})

find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)

if(NOT TARGET project_options) # in another project: cmake/options.cmake has those of this one
  add_library(project_options INTERFACE)
  target_compile_features(project_options INTERFACE cxx_std_20)
endif()
