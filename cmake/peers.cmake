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

# CUB comes with it too: headers for NVIDIA's compiler, which makes an object of the calls of each chapter that has them.
# -arch=native: for the GPU of this machine; where none is, for the H200 of our tables.
# add_cub_peer(NAME file.cu)
function(add_cub_peer name file)
  if(NOT CUDAToolkit_FOUND OR NOT CUDAToolkit_NVCC_EXECUTABLE)
    return()
  endif()
  set(arch sm_90)
  set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER}) # ccache
  if(EXISTS /dev/nvidiactl OR WIN32)
    set(arch native)
    set(launcher "") # ccache does not know what is native
  endif()
  get_filename_component(source ${file} ABSOLUTE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}${CMAKE_CXX_OUTPUT_EXTENSION})
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${launcher} ${CUDAToolkit_NVCC_EXECUTABLE} -O2 -std=c++17 -arch=${arch} -Xcompiler -fPIC -c ${source} -o ${object}
    DEPENDS ${source}
    VERBATIM)
  add_custom_target(cub_${name} DEPENDS ${object})
  add_library(peer_${name} INTERFACE)
  add_dependencies(peer_${name} cub_${name})
  target_link_libraries(peer_${name} INTERFACE ${object} CUDA::cudart)
endfunction()

# OpenCV: only these two of its many modules, whose packages bring no CMake files.
find_path(OPENCV_INCLUDE_DIR opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
find_library(OPENCV_CORE_LIBRARY opencv_core)
find_library(OPENCV_IMGPROC_LIBRARY opencv_imgproc)
if(OPENCV_INCLUDE_DIR AND OPENCV_CORE_LIBRARY AND OPENCV_IMGPROC_LIBRARY)
  add_library(peer_OPENCV INTERFACE)
  target_include_directories(peer_OPENCV SYSTEM INTERFACE ${OPENCV_INCLUDE_DIR})
  target_link_libraries(peer_OPENCV INTERFACE ${OPENCV_IMGPROC_LIBRARY} ${OPENCV_CORE_LIBRARY})
endif()

# GEGL, which has the very filters of chapter 20.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(GEGL QUIET gegl-0.4)
  if(GEGL_FOUND)
    add_library(peer_GEGL INTERFACE)
    target_include_directories(peer_GEGL SYSTEM INTERFACE ${GEGL_INCLUDE_DIRS})
    target_link_libraries(peer_GEGL INTERFACE ${GEGL_LINK_LIBRARIES})
  endif()
endif()

# Fourier transforms. FFTW with its threads; VkFFT is a header with a back end for OpenCL.
find_path(FFTW_INCLUDE_DIR fftw3.h)
find_library(FFTW_LIBRARY fftw3f)
find_library(FFTW_THREADS_LIBRARY fftw3f_threads)
if(FFTW_INCLUDE_DIR AND FFTW_LIBRARY AND FFTW_THREADS_LIBRARY)
  add_library(peer_FFTW INTERFACE)
  target_include_directories(peer_FFTW SYSTEM INTERFACE ${FFTW_INCLUDE_DIR})
  target_link_libraries(peer_FFTW INTERFACE ${FFTW_THREADS_LIBRARY} ${FFTW_LIBRARY})
endif()
find_path(CLFFT_INCLUDE_DIR clFFT.h)
find_library(CLFFT_LIBRARY clFFT)
if(CLFFT_INCLUDE_DIR AND CLFFT_LIBRARY)
  add_library(peer_CLFFT INTERFACE)
  target_include_directories(peer_CLFFT SYSTEM INTERFACE ${CLFFT_INCLUDE_DIR})
  target_link_libraries(peer_CLFFT INTERFACE ${CLFFT_LIBRARY})
endif()
find_path(VKFFT_INCLUDE_DIR vkFFT.h PATH_SUFFIXES vkFFT)
if(VKFFT_INCLUDE_DIR)
  add_library(peer_VKFFT INTERFACE)
  target_include_directories(peer_VKFFT SYSTEM INTERFACE ${VKFFT_INCLUDE_DIR})
endif()
if(CUDAToolkit_FOUND AND TARGET CUDA::cufft)
  add_library(peer_CUFFT INTERFACE)
  target_link_libraries(peer_CUFFT INTERFACE CUDA::cufft CUDA::cudart)
endif()

find_package(TBB QUIET)
if(TBB_FOUND)
  add_library(peer_TBB INTERFACE)
  target_link_libraries(peer_TBB INTERFACE TBB::tbb)
endif()

# libwebp, not to be measured against: chapter 24 writes its animation with it.
find_path(WEBP_INCLUDE_DIR webp/mux.h)
find_library(WEBP_MUX_LIBRARY webpmux)
find_library(WEBP_LIBRARY webp)
if(WEBP_INCLUDE_DIR AND WEBP_MUX_LIBRARY AND WEBP_LIBRARY)
  add_library(peer_WEBP INTERFACE)
  target_include_directories(peer_WEBP SYSTEM INTERFACE ${WEBP_INCLUDE_DIR})
  target_link_libraries(peer_WEBP INTERFACE ${WEBP_MUX_LIBRARY} ${WEBP_LIBRARY})
endif()

# Sanitizers end a program for what these do themselves: GEGL keeps memory in libraries that are unloaded by then, clFFT
# deletes objects as what they are not, VkFFT's header converts numbers too large for their types.
set(peers_without_sanitizers GEGL CLFFT VKFFT)

function(link_peers target)
  foreach(name ${ARGN})
    if(TARGET peer_${name} AND NOT (SANITIZE AND name IN_LIST peers_without_sanitizers))
      target_link_libraries(${target} PRIVATE peer_${name})
      target_compile_definitions(${target} PRIVATE HAVE_${name})
    endif()
  endforeach()
endfunction()
