# What every target of this project is compiled with.
include(GNUInstallDirs)

option(BUILD_TESTING "Build the tests" ON)
option(WARNINGS_AS_ERRORS "Treat compiler warnings as errors (the ci preset)" OFF)
set(SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, for instance address,undefined")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Where ccache is installed, what was compiled once is not compiled again.
find_program(CCACHE ccache)
if(CCACHE AND NOT WIN32)
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/ccache.sh ${CCACHE})
    endif()
  endforeach()
endif()

add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
if(MSVC)
  target_compile_options(project_options INTERFACE /W4 /utf-8 $<$<BOOL:${WARNINGS_AS_ERRORS}>:/WX>)
else()
  # Host code here drives devices and hardly computes: -O1 instead of Release's -O3 halves the time of a build; with
  # sanitizers no optimisation makes it a third. Files that do compute are compiled with -O3: add_chapter.cmake,
  # tools/make_images; and the lessons' programs, whose loops are compared with kernels: targets with the property COMPUTES.
  set(hardly_computes $<NOT:$<BOOL:$<TARGET_PROPERTY:COMPUTES>>>)
  target_compile_options(project_options
                         INTERFACE $<$<AND:$<CONFIG:Release,RelWithDebInfo>,${hardly_computes}>:-O1>)
  # No -ffast-math anywhere: a check that must notice NaN has to be compiled by the rules of IEEE 754.
  target_compile_options(
    project_options INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${WARNINGS_AS_ERRORS}>:-Werror>)
  # gcc 12 sees overlapping copies in harmless uses of std::string (gcc bug 105651, mended in 13), and with -O3 members of
  # temporary objects that nobody has set.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(project_options INTERFACE -Wno-restrict $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
endif()
if(SANITIZE)
  target_compile_options(project_options INTERFACE -fsanitize=${SANITIZE} -fno-omit-frame-pointer
                                                   -fno-sanitize-recover=all)
  target_link_options(project_options INTERFACE -fsanitize=${SANITIZE})
endif()
