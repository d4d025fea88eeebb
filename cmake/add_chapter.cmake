# add_chapter(NN_topic)
#
# Makes the executable NN_topic from chapters/NN_topic/main.cpp: the lesson's program, linked with common alone. A
# smallest.cpp beside it becomes NN_topic_smallest. Installs both.
function(add_chapter stem)
  foreach(source main smallest)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${stem}/${source}.cpp)
      set(target ${stem})
      if(NOT source STREQUAL main)
        set(target ${stem}_${source})
      endif()
      add_executable(${target} ${stem}/${source}.cpp)
      target_link_libraries(${target} PRIVATE common)
      target_precompile_headers(${target} REUSE_FROM common)
      install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    endif()
  endforeach()
  # An edited kernel needs no new build: programs read the .cl files of this source tree at run time.
  file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/${stem}/*.cl ${PROJECT_SOURCE_DIR}/kernels/${stem}/*.clh)
  source_group("kernels" FILES ${kernels})
  target_sources(${stem} PRIVATE ${kernels})
  set_property(GLOBAL APPEND PROPERTY CHAPTERS ${stem})
endfunction()

# add_lab(NN_topic [LIBRARY file...] [LINK library...] [PEERS NAME...])
#
# Makes the executable NN_topic_lab from chapters/NN_topic/lab/*.cpp, linked with harness, and installs it. Files under
# LIBRARY (a case study's problem and its table of steps) become the library NN_topic_lib, which the lab and the tests
# share. Those that end in _cpu.cpp, the CPU's side of a comparison, are optimised fully. LINK adds libraries to both,
# PEERS the optional ones of cmake/peers.cmake to the library.
function(add_lab stem)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARY;LINK;PEERS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_lab(${stem}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(lab ${stem}/lab)
  list(TRANSFORM arg_LIBRARY PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${lab}/)
  file(GLOB sources CONFIGURE_DEPENDS ${lab}/*.cpp)
  if(arg_LIBRARY)
    list(REMOVE_ITEM sources ${arg_LIBRARY})
  endif()

  add_executable(${stem}_lab ${sources})
  target_link_libraries(${stem}_lab PRIVATE harness ${arg_LINK})
  target_precompile_headers(${stem}_lab REUSE_FROM harness_system)
  if(arg_LIBRARY)
    add_library(${stem}_lib STATIC ${arg_LIBRARY})
    target_link_libraries(${stem}_lib PUBLIC harness ${arg_LINK})
    target_precompile_headers(${stem}_lib REUSE_FROM harness_system)
    target_link_libraries(${stem}_lab PRIVATE ${stem}_lib)
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
  install(TARGETS ${stem}_lab RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY LABS ${stem})
endfunction()
