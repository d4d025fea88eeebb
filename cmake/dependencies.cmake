# Every library this project uses. `./learn` installs them.
include(${PROJECT_SOURCE_DIR}/common/dependencies.cmake)
find_package(nlohmann_json REQUIRED)
if(BUILD_TESTING)
  find_package(doctest REQUIRED)
endif()
