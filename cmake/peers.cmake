# Libraries that the case studies measure themselves against. All are optional: `bench` says how to get a missing one.
# Each found one becomes a target peer_NAME that brings its definition HAVE_NAME; link the targets that exist with
# link_peers(target NAME...).

find_path(OPENBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread x86_64-linux-gnu)
find_library(OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-pthread)
if(OPENBLAS_INCLUDE_DIR AND OPENBLAS_LIBRARY)
  add_library(peer_OPENBLAS INTERFACE)
  target_include_directories(peer_OPENBLAS SYSTEM INTERFACE ${OPENBLAS_INCLUDE_DIR})
  target_link_libraries(peer_OPENBLAS INTERFACE ${OPENBLAS_LIBRARY})
endif()

find_path(CLBLAST_INCLUDE_DIR clblast.h)
find_library(CLBLAST_LIBRARY clblast)
if(CLBLAST_INCLUDE_DIR AND CLBLAST_LIBRARY)
  add_library(peer_CLBLAST INTERFACE)
  target_include_directories(peer_CLBLAST SYSTEM INTERFACE ${CLBLAST_INCLUDE_DIR})
  target_link_libraries(peer_CLBLAST INTERFACE ${CLBLAST_LIBRARY})
endif()

# cuBLAS comes with the CUDA toolkit; only useful where an NVIDIA GPU is.
find_package(CUDAToolkit QUIET)
if(CUDAToolkit_FOUND AND TARGET CUDA::cublas)
  add_library(peer_CUBLAS INTERFACE)
  target_link_libraries(peer_CUBLAS INTERFACE CUDA::cublas CUDA::cudart)
endif()

# OpenCV: only these two of its many modules, whose packages bring no CMake files.
find_path(OPENCV_INCLUDE_DIR opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
find_library(OPENCV_CORE_LIBRARY opencv_core)
find_library(OPENCV_IMGPROC_LIBRARY opencv_imgproc)
if(OPENCV_INCLUDE_DIR AND OPENCV_CORE_LIBRARY AND OPENCV_IMGPROC_LIBRARY)
  add_library(peer_OPENCV INTERFACE)
  target_include_directories(peer_OPENCV SYSTEM INTERFACE ${OPENCV_INCLUDE_DIR})
  target_link_libraries(peer_OPENCV INTERFACE ${OPENCV_IMGPROC_LIBRARY} ${OPENCV_CORE_LIBRARY})
endif()

function(link_peers target)
  foreach(name ${ARGN})
    if(TARGET peer_${name})
      target_link_libraries(${target} PRIVATE peer_${name})
      target_compile_definitions(${target} PRIVATE HAVE_${name})
    endif()
  endforeach()
endfunction()
