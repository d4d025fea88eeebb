# add_chapter(NN_topic [SOURCES file...] [LIBRARY file...] [LINK library...] [PEERS NAME...])
#
# Makes the executable NN_topic from main.cpp and SOURCES, and installs it. A case study names its
# problem and its table of steps under LIBRARY: they become the library NN_topic_lib, which the program and the tests
# share. Files that end in _cpu.cpp, the CPU's side of a comparison, are optimised fully. LINK adds libraries to both,
# PEERS the optional ones of cmake/peers.cmake to the library.
function(add_chapter stem)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARY;LINK;PEERS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_chapter(${stem}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${stem}/)
  list(TRANSFORM arg_LIBRARY PREPEND ${stem}/)

  add_executable(${stem} ${stem}/main.cpp ${arg_SOURCES})
  target_link_libraries(${stem} PRIVATE common ${arg_LINK})
  target_precompile_headers(${stem} REUSE_FROM common)
  if(arg_LIBRARY)
    add_library(${stem}_lib STATIC ${arg_LIBRARY})
    target_link_libraries(${stem}_lib PUBLIC common ${arg_LINK})
    target_precompile_headers(${stem}_lib REUSE_FROM common)
    target_link_libraries(${stem} PRIVATE ${stem}_lib)
    link_peers(${stem}_lib ${arg_PEERS})
    list(FILTER arg_LIBRARY INCLUDE REGEX "_cpu\\.cpp$")
    if(arg_LIBRARY AND NOT MSVC)
      # Without the precompiled headers, which were compiled for -O1: gcc 12 crashes on the mixture.
      set(optimise $<$<CONFIG:Release>:-O3>)
      if(SANITIZE)
        set(optimise -O2)
      endif()
      set_source_files_properties(${arg_LIBRARY} PROPERTIES COMPILE_OPTIONS "${optimise}"
                                                            SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endif()
  # An edited kernel needs no new build: programs read the .cl files of this source tree at run time.
  set(kernel_directory ${PROJECT_SOURCE_DIR}/kernels/${stem})
  file(GLOB kernels CONFIGURE_DEPENDS ${kernel_directory}/*.cl ${kernel_directory}/*.clh)
  source_group("kernels" FILES ${kernels})
  target_sources(${stem} PRIVATE ${kernels})
  install(TARGETS ${stem} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY CHAPTERS ${stem})
endfunction()
